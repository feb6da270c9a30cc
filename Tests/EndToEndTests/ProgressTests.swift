import PropertyList
import TestExtent
import Testing

/// The line of progress on a terminal. The commands wait for the other end of a FIFO, so they work as long as a test
/// needs.
@Suite(.waiting, Executable.condition("script"))
struct ProgressTests {
    private let scratch = Scratch()

    init() throws {
        try scratch.succeed("write", "D", "k", "v")
    }

    /// Runs a command on a terminal, and a script meanwhile, whose output is typed. The script has the FIFO `fifo` open
    /// as descriptor 3.
    ///
    /// - Returns: The exit status, and what the terminal shows.
    private func terminal(
        _ words: String, kind: String = "xterm", while script: String
    ) throws -> (status: String, text: String) {
        let outcome = try scratch.bash(
            """
            ulimit -Ss 8192; mkfifo fifo
            { exec 3<>fifo; \(script); exec 3>&-; until [ -e done ]; do sleep 0.01; done; } | {
                TERM=\(kind) timeout 600 script -qec 'echo $$ >pid; exec defaults \(words)' /dev/null >shown
                echo $? >status; : >done
            }
            cat status
            """)
        #expect(outcome.error == "")
        return (outcome.text, String(decoding: try Disk.bytes(scratch.path + "/shown"), as: UTF8.self))
    }

    /// Waits until a condition of the shell holds.
    private func wait(until condition: String) -> String {
        "until \(condition) || [ -e done ]; do sleep 0.01; done"
    }

    private func wait(for text: String) -> String {
        wait(until: #"grep -q "\#(text)" shown 2>/dev/null"#)
    }

    @Test(
        "the line is shown while a command works, and erased before anything else is printed",
        arguments: [
            ("import D fifo", "{ a = b; }", ""), ("convert -o o fifo", "(b)", ""),
            ("convert --json fifo", "()", "[]\r\n"),
            ("merge -o o fifo r r", "{}", ""),
            (
                "import D fifo", "(b)",
                "defaults: Property list fifo was not a dictionary. Defaults have not been changed.\r\n"
            ),
        ])
    func reading(words: String, input: String, output: String) throws {
        try Disk.write("{ a = b; }", to: scratch.path + "/r")
        let outcome = try terminal(words, while: "\(wait(for: "reading")); echo '\(input)' >&3")
        expect(outcome.text, activity: "reading 'fifo'", output: output)
    }

    @Test("the line is shown while an export waits for a reader")
    func writing() throws {
        let outcome = try terminal(
            "export --format json D ./fifo", while: "exec 3>&-; \(wait(for: "writing")); [ -e done ] || cat fifo >copy")
        expect(outcome.text, activity: "writing './fifo'", output: "")
        #expect(try Disk.bytes(scratch.path + "/copy") == Array("{\n  \"k\": \"v\"\n}\n".utf8))
    }

    /// Expects a terminal to have shown an activity, and then to show only an output.
    private func expect(_ text: String, activity: String, output: String) {
        var lines = text.components(separatedBy: "\r\u{1B}[K")
        #expect(lines.popLast() == output)
        #expect(lines.first == "")
        #expect(lines.contains { $0.hasSuffix(" s, \(activity)\u{1B}[?7h") }, "\(text.debugDescription)")
        #expect(lines.allSatisfy { $0.isEmpty || $0.hasPrefix("\u{1B}[?7ldefaults: ") }, "\(text.debugDescription)")
    }

    @Test("a key of the terminal ends a command that shows its progress")
    func interrupted() throws {
        let script = #"\#(wait(for: "reading")); printf '\003'; \#(wait(until: "false"))"#
        let outcome = try terminal("import D fifo", while: script)
        #expect(outcome.status == "130\n")
        #expect(try scratch.defaults("read", "D", "k").text == "v\n")
    }

    @Test(
        "only a verb with progress on a terminal with control sequences has a thread for it",
        arguments: [
            ("import D fifo", "xterm", 2), ("import D fifo", "dumb", 1), ("import D fifo 2>errors", "xterm", 1),
            ("write --value-file fifo D k -string", "xterm", 1),
        ])
    func threads(words: String, kind: String, count: Int) throws {
        let isOpen = "ls -l /proc/$(<pid)/fd 2>/dev/null | grep -q /fifo"
        let script = "\(wait(until: "[ -s pid ]")); \(wait(until: isOpen)); ls /proc/$(<pid)/task | wc -l >count"
        let outcome = try terminal(words, kind: kind, while: "\(script); echo '{ k = w; }' >&3")
        #expect(outcome.status == "0\n")
        #expect(try Disk.bytes(scratch.path + "/count") == Array("\(count)\n".utf8))
        #expect(outcome.text.isEmpty || count == 2)
    }
}
