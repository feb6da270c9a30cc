import Foundation
import Glibc
import Testing

@testable import DefaultsCLI
@testable import DefaultsCore

/// Output that cannot be written: the message says whether there is a change all the same.
struct FullOutputTests {
    /// Command lines of each verb in the ways in which it prints something, or could.
    private static let lines: [String: [String]] = [
        "read": ["D", "D k", ""], "read-type": ["D k"], "exists": ["D k"], "domains": [""], "find": ["v"], "help": [""],
        "diff": ["D E"],
        "check": [""], "explain": ["D k", "D"], "watch": ["--initial --timeout 0"],
        "printhostidentifier": [""], "export": ["D -"],
        "write": ["D k new", "--exit-code D k new", "--dry-run D k new", "D k v"],
        "rename": ["D k new", "--exit-code D k new", "--dry-run D k new"],
        "delete": ["D", "D k", "--exit-code D k", "--dry-run D k", "--if-exists D x"],
        "delete-all": ["D", "D k", "--exit-code D k", "--dry-run D"],
        "import": ["D -", "--replace D -", "--exit-code --merge D -", "--dry-run D -"],
        "batch": ["", "--dry-run"], "snapshot": [""], "apply": ["-", "-v -", "--dry-run -", "--status"],
        "undo": ["", "--list"], "history": [""],
        "sandbox": ["--print-environment"], "convert": ["", "--json -"],
        "merge": ["--git-config"],
        "edit": ["D", "--exit-code D k", "--dry-run D k"],
        "completions": ["zsh"], "__complete": ["zsh re"],
        "migrate": [
            "D E new=k", "-v D E new=k", "-v --exit-code D E new=k", "-v --copy D E new=k", "-v --dry-run D E new=k",
            "--dry-run D E new=k", "-v D E new=x", "-v --id done D E new=x", "--rollback done E",
            "-v --rollback done E",
            "-v --dry-run --rollback done E", "--status E",
        ],
    ]

    @Test("every verb has its lines here")
    func complete() {
        #expect(Set(CommandTable.standard.commands.map(\.name)) == Set(Self.lines.keys))
    }

    @Test("the message says that there is a change if and only if there is one", arguments: lines.keys.sorted())
    func full(verb: String) throws {
        for error in [SystemError(ENOSPC), SystemError(EPIPE)] {
            for line in Self.lines[verb] ?? [] {
                let tool = try tool(outputError: error)
                let before = try [tool.contents("D"), tool.contents("E")]
                let words = [verb] + line.split(separator: " ").map(String.init)
                let outcome = tool.run(words, program: Self.editor)
                let isChanged = try before != [tool.contents("D"), tool.contents("E")]
                let isTold = outcome.error.contains("the change has been made")
                #expect(isTold == (isChanged && outcome.status == .inputOutput), "\(words): \(outcome)")
                if outcome.status == .inputOutput, error.code == ENOSPC {
                    #expect(outcome.error.hasPrefix("defaults: cannot write the output: No space left on device"))
                }
                #expect(outcome.output.isEmpty)
            }
        }
    }

    /// Writes a text that is a domain, and for other values a text, over the file that a program is run on.
    private static let editor: @Sendable (Program, HeldSignals) throws(SystemError) -> Int32 = { program, _ in
        let path = String(decoding: program.words.last ?? [], as: UTF8.self)
        let old = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        let new = old.hasPrefix("{") ? #"{"k": "new"}"# : "\"new\""
        try? new.write(toFile: path, atomically: false, encoding: .utf8)
        return 0
    }

    @Test("what stays behind is reported although the steps cannot be")
    func reports() throws {
        let tool = try tool(outputError: SystemError(ENOSPC))
        let outcome = tool("migrate", "-v", "D", "E", "old=k", "new=other")
        #expect(outcome.status == .inputOutput)
        #expect(
            outcome.error
                == """
                defaults: Key old exists already; leaving it and key k as they are
                defaults: cannot write the output: No space left on device; the change has been made

                """)
    }

    private func tool(outputError: SystemError) throws -> Tool {
        let tool = Tool(
            [Domain("D"): ["k": "v", "done": 1, "other": 2], Domain("E"): ["old": 1]],
            input: Array("{ k = imported; }".utf8), variables: ["HOME": "/home/me", "EDITOR": "editor"],
            outputError: outputError)
        #expect(tool("migrate", "--id", "done", "D", "E", "moved=done").status == .success)
        return tool
    }
}
