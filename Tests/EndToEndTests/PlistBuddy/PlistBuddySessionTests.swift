import Foundation
import Testing

/// Commands from standard input, and sessions that run at the same time.
@Suite(.waiting) struct PlistBuddySessionTests {
    let scratch = Scratch()

    init() throws {
        try Disk.write("{ K = old; }", to: file)
    }

    private var file: String { scratch.path + "/f.plist" }

    @Test("commands of standard input are prompted for, and their changes are saved by Save only")
    func input() throws {
        let outcome = try scratch.plistBuddy("f.plist", input: "Set :K new\nSave\nPrint :K\nExit\nPrint\n")
        #expect(
            outcome
                == Outcome(
                    status: 0, output: Array("Command: Command: Saving...\nCommand: new\nCommand: ".utf8), error: ""))
        #expect(try Foreign.foundation(file) == ["K": "new"])
    }

    @Test(
        "the end of the input prints one prompt, and names end with or without a newline",
        arguments: ["", "Print :K", "Quit\n", "Bye\n"])
    func end(input: String) throws {
        let outcome = try scratch.plistBuddy("f.plist", input: input)
        let printed = input == "Print :K" ? "Command: old\nCommand: " : "Command: "
        #expect(outcome == Outcome(status: 0, output: Array(printed.utf8), error: ""))
    }

    @Test(
        "changes that are not saved are reported, and are an error at the end of the input", arguments: ["Exit\n", ""])
    func notSaved(last: String) throws {
        let outcome = try scratch.plistBuddy("f.plist", input: "Set :K new\n" + last)
        outcome.expect((last.isEmpty ? 1 : 0), error: "PlistBuddy: the changes to 'f.plist' were not saved\n")
        #expect(try Foreign.foundation(file) == ["K": "old"])
    }

    @Test("a line that is not UTF-8 is refused, and the session goes on")
    func notUTF8() throws {
        let outcome = try scratch.run(
            [scratch.plistBuddy, "f.plist"], input: Array("Set :K ".utf8) + [0xFF] + Array("\nPrint :K\n".utf8))
        outcome.expect(1, text: "Command: Command: old\nCommand: ", error: "PlistBuddy: a command is not valid UTF-8\n")
    }

    @Test("a session that waits for its user holds no lock, and refuses to overwrite a change of another program")
    func conflict() throws {
        let script = """
            mkfifo commands
            PlistBuddy f.plist <commands >output 2>error & session=$!
            exec 3>commands
            echo 'Set :K mine' >&3
            echo 'Print :K' >&3
            for ((i = 0; i < 60000; i++)); do grep -qs mine output && break; sleep 0.01; done
            defaults write ./f.plist Other yes || echo locked
            printf 'Save\\nRevert\\nSet :K mine\\nSave\\nExit\\n' >&3
            exec 3>&-
            wait $session; echo "status $?"
            """
        let outcome = try scratch.bash(script)
        outcome.expect(text: "status 1\n", error: "")
        let error = try String(contentsOfFile: scratch.path + "/error", encoding: .utf8)
        #expect(error == "PlistBuddy: 'f.plist' was changed by another program; use Revert to read it again\n")
        #expect(try Foreign.foundation(file) == ["K": "mine", "Other": "yes"])
    }

    /// Without a call to unlock, the lock would last as long as the session: no descriptor is closed from the first
    /// call on that concerns the file. The loader of a dynamic executable needs those before it.
    @Test("a session holds no lock after Save, even if no descriptor can be closed", Strace.condition)
    func closing() throws {
        let outcome = try scratch.bash(
            """
            strace -f -q -o trace PlistBuddy -c 'Print :K' f.plist >/dev/null
            first=$(awk '/execve/ { next } /f[.]plist/ { exit } /close\\(/ { n++ } END { print n + 1 }' trace)
            mkfifo commands
            fault=close:error=EIO:when=$first+
            strace -f -q -o trace --inject=$fault PlistBuddy f.plist <commands >output & session=$!
            exec 3>commands
            printf 'Set :K mine\\nSave\\nPrint :K\\n' >&3
            while ! grep -qs mine output && kill -0 $session; do sleep 0.01; done
            defaults --lock-timeout 0 write ./f.plist Other yes || echo locked
            exec 3>&-
            wait $session; echo "status $?"; grep -q 'close.*INJECTED' trace || echo 'no fault'
            """)
        outcome.expect(text: "status 0\n", error: "")
        #expect(try Foreign.foundation(file) == ["K": "mine", "Other": "yes"])
    }

    @Test("a command line holds no lock while its output waits for a reader")
    func slowReader() throws {
        let script = """
            mkfifo pipe
            big=$(printf 'x%.0s' {1..1000})
            for ((i = 0; i < 300; i++)); do printf 'Add :k%d string %s\\n' $i $big; done >lines
            { cat lines; echo Save; } | PlistBuddy f.plist >/dev/null
            PlistBuddy -c 'Set :K one' -c Print f.plist >pipe & session=$!
            exec 3<pipe
            read -r first <&3
            defaults --lock-timeout 600 write ./f.plist K two && echo written
            cat <&3 >/dev/null; wait $session; echo "status $?"
            """
        let outcome = try scratch.bash(script)
        #expect(outcome == Outcome(status: 0, output: Array("written\nstatus 0\n".utf8), error: ""))
        #expect(try Foreign.foundation(file)["K"] as? String == "two")
    }

    @Test("command lines that run at the same time lose no change")
    func concurrent() throws {
        let children = try (0..<24).map { number in
            try scratch.start([scratch.plistBuddy, "-c", "Add :k\(number) string v", "-c", "Print", "f.plist"])
        }
        for child in children { #expect(try child.outcome().status == 0) }
        #expect(try Foreign.foundation(file).count == 25)
    }

    @Test("PlistBuddy is recognized by its name in any case, and by no other name")
    func name() throws {
        for name in ["plistbuddy", "PLISTBUDDY"] {
            try Disk.link("\(scratch.path)/\(name)", to: Executable.defaults)
            #expect(try scratch.bash("./\(name) -c 'Print :K' f.plist").text == "old\n")
        }
        try Disk.link("\(scratch.path)/PlistBuddy2", to: Executable.defaults)
        #expect(try scratch.bash("./PlistBuddy2 read ./f.plist K").text == "old\n")
    }
}
