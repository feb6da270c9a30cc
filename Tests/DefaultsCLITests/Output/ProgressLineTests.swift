import DefaultsCore
import Synchronization
import TestSupport
import Testing

@testable import DefaultsCLI
@testable import ToolSupport

/// The line that tells a terminal what a long command is doing.
struct ProgressLineTests {
    private static let erasure = "\r\u{1B}[K"

    private let scratch = Scratch()

    /// A line, and what has been printed on both streams.
    private final class Terminal: Sendable {
        private let text = Mutex("")
        private let hasOutput: Bool
        private let hasInput: Bool
        private let isInForeground: Bool

        init(hasOutput: Bool = true, hasInput: Bool = true, isInForeground: Bool = true) {
            (self.hasOutput, self.hasInput, self.isInForeground) = (hasOutput, hasInput, isInForeground)
        }

        func line() -> ProgressLine {
            ProgressLine(of: "import", on: streams, isInForeground: { [isInForeground] in isInForeground })
        }

        var streams: Streams {
            Streams(
                readInput: { _, _ throws(SystemError) in [] },
                write: { (bytes, _) throws(SystemError) in
                    self.text.withLock { $0 += String(decoding: bytes, as: UTF8.self) }
                },
                outputIsTerminal: hasOutput, errorIsTerminal: true, inputIsTerminal: hasInput)
        }

        /// Returns what was printed since the last call.
        func printed() -> String {
            text.withLock { text in
                defer { text = "" }
                return text
            }
        }
    }

    /// The line with a text.
    private static func shown(_ text: String) -> String {
        "\(erasure)\u{1B}[?7ldefaults: import: \(text)\u{1B}[?7h"
    }

    @Test("the line is replaced each second, and erased at the end")
    func replaced() {
        let terminal = Terminal()
        let line = terminal.line()
        line.note("reading", "a\u{1B}[2J\n.plist")
        #expect(terminal.printed() == "")
        #expect(line.tick())
        #expect(terminal.printed() == Self.shown(#"1 s, reading 'a\033[2J\n.plist'"#))
        line.note("changing", "D")
        #expect(line.tick())
        #expect(terminal.printed() == Self.shown("2 s, changing 'D'"))
        line.end()
        #expect(terminal.printed() == Self.erasure)
        #expect(!line.tick())
        line.end()
        #expect(terminal.printed() == "")
    }

    @Test("messages and whole lines of output replace the line")
    func output() throws {
        let terminal = Terminal()
        let line = terminal.line()
        let streams = terminal.streams.showing(line)
        line.note("checking", "D")
        for (index, stream) in [StandardStreams.Output.error, .output].enumerated() {
            #expect(line.tick())
            _ = terminal.printed()
            try streams.write(Array("one\n".utf8), stream)
            try streams.write(Array("two\n".utf8), stream)
            #expect(terminal.printed() == Self.erasure + "one\ntwo\n")
            #expect(line.tick())
            #expect(terminal.printed() == Self.shown("\(index * 2 + 2) s, checking 'D'"))
        }
    }

    @Test(
        "other output ends the progress",
        arguments: [(Terminal(), "no newline"), (Terminal(hasOutput: false), "for a pager\n")])
    private func ended(terminal: Terminal, text: String) throws {
        let line = terminal.line()
        line.note("checking", "D")
        #expect(line.tick())
        _ = terminal.printed()
        try terminal.streams.showing(line).write(Array(text.utf8), .output)
        #expect(terminal.printed() == Self.erasure + text)
        #expect(!line.tick())
        #expect(terminal.printed() == "")
    }

    @Test("nothing is shown in the background")
    func background() {
        let terminal = Terminal(isInForeground: false)
        let line = terminal.line()
        line.note("reading", "f")
        #expect(line.tick())
        line.end()
        #expect(terminal.printed() == "")
    }

    @Test("nothing is shown while a user types the input", arguments: ["-", "/dev/null"])
    func typed(path: String) {
        let terminal = Terminal()
        let line = terminal.line()
        line.note("reading", "f")
        #expect(line.tick())
        _ = terminal.printed()
        line.noteInput(path)
        #expect(terminal.printed() == Self.erasure)
        #expect(line.tick())
        #expect(terminal.printed() == "")
        line.note("changing", "D")
        #expect(line.tick())
        #expect(terminal.printed() == Self.shown("3 s, changing 'D'"))
    }

    @Test("the line names the input, and the size of a large file")
    func input() throws {
        let terminal = Terminal(hasInput: false)
        let line = terminal.line()
        let text = String(repeating: " ", count: 2_500_000)
        try scratch.write(text, to: "large")
        try scratch.write("small", to: "small")
        for (index, (path, name)) in [
            ("-", "standard input"), (scratch("large"), "'\(scratch("large"))' (2 MB)"),
            (scratch("small"), "'\(scratch("small"))'"), ("missing", "'missing'"),
        ].enumerated() {
            line.noteInput(path)
            #expect(line.tick())
            #expect(terminal.printed() == Self.shown("\(index + 1) s, reading \(name)"))
        }
    }

    @Test(
        "a verb notes what it is doing",
        arguments: [
            (["import", "D", "f"], "changing 'D'"), (["export", "D", "o"], "writing 'o'"),
            (["convert", "f", "-o", "o"], "converting 'f'"),
            (["convert", "--format", "xml", "--in-place", "f"], "converting 'f'"),
            (["merge", "-o", "o", "f", "f", "f"], "merging 'f'"), (["check", "--paths", "f"], "checking 'f'"),
            (["check", "d/"], "checking 'd/', 2 files"), (["check", "e/"], "checking 'e/', 1 file"),
            (["check", "D"], "checking 'D'"), (["check"], "checking 'root'"),
        ])
    func verbs(words: [String], activity: String) throws {
        for name in ["f", "d/a.plist", "d/b.plist", "e/a.plist", "root/D.plist"] {
            try scratch.write("{ k = v; }\n", to: name)
        }
        let terminal = Terminal()
        let line = terminal.line()
        let tool = DefaultsTool(
            streams: terminal.streams.showing(line),
            environment: ProcessEnvironment(
                variable: { [scratch] in $0 == "DEFAULTS_ROOT" ? scratch("root") : nil }, accountHome: { "/nowhere" }))
        let paths = ["f", "o", "d/", "e/"]
        let arguments = words.map { paths.contains($0) ? scratch($0) : $0 }
        #expect(tool.run(arguments.map { Array($0.utf8) }) == .success)
        #expect(line.tick())
        let text = terminal.printed().replacing("\(scratch.path)/", with: "")
        #expect(text == Self.shown("1 s, \(activity)"))
    }

    @Test("only verbs for whole files show progress")
    func verbsWithProgress() {
        let names = CommandTable.standard.commands.filter(\.showsProgress).map(\.name)
        #expect(names.sorted() == ["check", "convert", "export", "import", "merge"])
    }
}
