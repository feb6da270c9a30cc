import Foundation
import Glibc
import Testing

/// Edits on a terminal, and signals while an editor runs.
@Suite(.waiting) struct EditTerminalTests {
    let scratch = Scratch()

    init() throws {
        try scratch.succeed("write", "D", "Theme", "dark")
    }

    /// An editor that writes an invalid text first, and a valid one from the second time on.
    private static let secondTime = """
        f() {
            if [ -e once ]; then cp "$1" seen; echo '{"Theme": "light"}' >"$1"; else : >once; echo '{bad' >"$1"; fi
        }; f
        """

    /// Runs `edit` on a terminal, which gets the output of a shell command as its input.
    private func terminal(
        _ words: String = "D", typing input: String, editor: String?
    ) throws -> (status: String, text: String) {
        let script = """
            { \(input); until [ -e done ]; do sleep 0.01; done; } |
                { timeout 600 script -qefc 'exec defaults edit \(words)' screen >/dev/null; echo $? >status; : >done; }
            cat status
            """
        let outcome = try scratch.bash(script, environment: scratch.environment(editor: editor))
        return (outcome.text, String(decoding: try Disk.bytes(scratch.path + "/screen"), as: UTF8.self))
    }

    /// Waits until the terminal shows a text.
    private func wait(for text: String) -> String {
        "until grep -q '\(text)' screen 2>/dev/null || [ -e done ]; do sleep 0.01; done"
    }

    @Test("an invalid text can be corrected", Executable.condition("script"), arguments: ["", "y"])
    func correction(answer: String) throws {
        let typing = "\(wait(for: "again")); echo \(answer)"
        let (status, text) = try terminal(typing: typing, editor: Self.secondTime)
        #expect(status == "0\n", "\(text)")
        #expect(text.contains("defaults: Could not read the text: invalid JSON"))
        #expect(text.contains("line 1"))
        #expect(text.contains("Edit the text again? [Y/n] "))
        #expect(text.contains("+ Theme: string \"light\""))
        #expect(try Disk.bytes(scratch.path + "/seen") == Array("{bad\n".utf8))
        #expect(try scratch.defaults("read", "D", "Theme").text == "light\n")
        #expect(try scratch.leftTexts().isEmpty)
    }

    @Test(
        "an invalid text that is given up is kept", Executable.condition("script"),
        arguments: [("echo n", "65\n"), ("printf '\\004'", "65\n"), ("printf '\\003'", "130\n")])
    func givenUp(answer: String, expected: String) throws {
        let (status, text) = try terminal(typing: "\(wait(for: "again")); \(answer)", editor: Self.secondTime)
        #expect(status == expected, "\(text)")
        #expect(text.components(separatedBy: "Could not read the text").count == 2, "\(text)")
        #expect(text.contains("defaults: the text is in \(scratch.texts)/"), "\(text)")
        let folder = try #require(try scratch.leftTexts().first)
        #expect(try Disk.bytes("\(scratch.texts)/\(folder)/preferences.json") == Array("{bad\n".utf8))
        #expect(try scratch.defaults("read", "D", "Theme").text == "dark\n")
    }

    @Test("the editor has the terminal", Executable.condition("script"))
    func foreground() throws {
        let editor = "test -t 0 && test -t 1 && test -t 2 && read line && echo \"{\\\"Typed\\\": \\\"$line\\\"}\" >"
        let (status, text) = try terminal(typing: "echo words", editor: editor)
        #expect(status == "0\n", "\(text)")
        #expect(text.contains("+ Typed: string \"words\""), "\(text)")
    }

    @Test("without variables, a terminal gets the system's editor", Executable.condition("script"))
    func fallback() throws {
        let script = "#!/bin/sh\nsed -i s/dark/light/ \"$1\"\n"
        // Not by this process: a program that another test starts could inherit the open file, which could not be run.
        try scratch.bash("cat >bin/editor; chmod +x bin/editor", input: Array(script.utf8))
        #expect(try terminal(typing: ":", editor: nil).status == "0\n")
        #expect(try scratch.defaults("read", "D", "Theme").text == "light\n")
    }

    @Test("a signal reaches the editor, and nothing is left", arguments: [SIGTERM, SIGHUP, SIGINT])
    func signals(signal: Int32) throws {
        let editor = "f() { sed -i s/dark/light/ \"$1\"; echo $$ >new; mv new ready; exec sleep 1000; }; f"
        let child = try scratch.start(
            [Executable.defaults, "edit", "D"], environment: scratch.environment(editor: editor))
        while !Disk.exists(scratch.path + "/ready") { usleep(1000) }
        let process = String(decoding: try Disk.bytes(scratch.path + "/ready").dropLast(), as: UTF8.self)
        while try Disk.bytes("/proc/\(process)/comm") != Array("sleep\n".utf8) { usleep(1000) }
        child.send(signal: signal)
        let outcome = try child.outcome()
        outcome.expect(128 + signal, text: "", complaints: 1, containing: "was ended by signal \(signal)")
        #expect(try scratch.leftTexts().isEmpty)
        #expect(try scratch.defaults("read", "D", "Theme").text == "dark\n")
    }
}
