import Foundation
import Testing

@testable import DefaultsCLI
@testable import DefaultsCore

/// The help of a verb lists only options that the verb accepts.
struct ListedOptionTests {
    /// Operands, some of which fit each verb.
    private static let operands = [
        [], ["D"], ["D", "k"], ["D", "k", "v"], ["D", "k", "-int", "1"], ["D", "k", "-array-add", "v"],
        ["D", "k", "l"], ["D", "E"], ["D", "-"], ["-"],
        ["D", "E", "new=k"], ["true"], ["word"], ["--stdin", "D", "k", "-string"], ["/nowhere/a", "/nowhere/b"],
        ["/nowhere/"],
        ["D", "/nowhere/file"], ["--format", "json", "/nowhere/a"], ["-o", "/nowhere/b", "/nowhere/a"],
        ["--reveal", "D", "-"], ["--journal", "/nowhere/journal"],
        ["--in-place", "--format", "json", "/nowhere/a"],
        ["-o", "/nowhere/a", "/nowhere/b", "/nowhere/c", "/nowhere/d"],
        ["/dev/null", "/dev/null", "/dev/null", "7", "word"],
    ]

    @Test(
        "a verb accepts each option that its help lists, with some operands",
        arguments: CommandTable.standard.commands.map(\.name))
    func accepted(verb: String) throws {
        let command = try #require(CommandTable.standard.command(named: verb))
        let operands = Self.operands.filter { !Self.writesFile($0, command) }
        for option in command.options {
            let words = [verb] + Self.words(for: option, of: command)
            var errors: [String] = []
            let isAccepted = try operands.contains { operands in
                let outcome = try Self.outcome(of: words + operands)
                errors.append(outcome.error)
                // Not every error with this status is about the command line.
                return outcome.status != .usage || outcome.error.contains("there is no editor")
            }
            #expect(isAccepted, "\(words): \(errors)")
        }
    }

    /// Whether a verb writes a file in the current folder.
    private static func writesFile(_ operands: [String], _ command: Command) -> Bool {
        let words = operands.filter { !$0.hasPrefix("--") }
        return words.indices.contains { index in
            guard case .outputFile = command.operands.kind(at: index) else { return false }
            return words[index] != "-" && !words[index].hasPrefix("/")
        }
    }

    /// The option and those that it needs, with operands.
    private static func words(for option: Option, of command: Command) -> [String] {
        let needed = option.neededOption.flatMap { name in command.options.first { $0.name == name } }
        let ending = command.options.first { $0.name == "--timeout" && $0.name != option.name }
        return [needed, ending, option].compactMap { $0 }.flatMap { option in
            [option.name] + (option.operand.flatMap { $0.isOptional ? nil : operand(of: $0) }.map { [$0] } ?? [])
        }
    }

    private static func operand(of operand: OptionOperand) -> String {
        switch operand.kind {
        case .file, .folder: "/nowhere/file"
        case .domains: "D"
        case .host, .keyPath, .pattern, .migration, .applied, .name, .text: "k"
        case .number, .entry: operand.placeholder == "<seconds>" ? "0" : "1"
        case .word(let words): words.first ?? "k"
        }
    }

    private static func outcome(of words: [String]) throws -> Tool.Outcome {
        let folder = try FileManager.default.url(
            for: .itemReplacementDirectory, in: .userDomainMask, appropriateFor: .temporaryDirectory, create: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let tool = Tool(
            [Domain("D"): ["k": "v"], Domain("E"): ["l": 1]], secrets: [Domain("D"): ["k": "v"]],
            input: Array("{ k = imported; }".utf8), variables: ["HOME": folder.path, "TMPDIR": folder.path])
        return tool.run(words)
    }
}
