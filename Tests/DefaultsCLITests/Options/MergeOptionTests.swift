import Foundation
import Testing

@testable import DefaultsCLI

/// Two options of `merge` both have an effect, or they are refused.
struct MergeOptionTests {
    /// The options except those of the guards of a change, which have rows in ChangeInPlaceTests.
    private static let options = Command.merge.options.filter { option in
        !(Option.universal + [.journal] + Option.schemas).contains { $0.name == option.name }
    }
    private static let values = [
        "-o": "out", "-L": "label", "--marker-size": "9", "--lock-timeout": "0", "--max-size": "1",
    ]

    /// The files that a run left, and its outcome.
    private struct Result: Equatable {
        var outcome: Tool.Outcome
        var files: [String: String] = [:]
    }

    @Test("each pair of options", arguments: options.map(\.name))
    func pairs(name: String) throws {
        for other in Self.options.map(\.name) where other > name {
            let pair = name == "--driver" ? [other, name] : [name, other]  // its operands follow it
            let both = try Self.result(of: pair, in: pair)
            if both.outcome.error.contains("cannot be combined") { continue }
            if pair.contains("--lock-timeout") {
                // A lock that is free is not waited for.
                let isRefused = both.outcome.error.contains("no effect")
                #expect(isRefused != pair.contains("-o"), "\(pair): \(both)")
                continue
            }
            for (option, ignored) in [(name, other), (other, name)] where option != "--max-size" {
                // A file that is too large is the same error with and without another option.
                let one = try Self.result(of: [option], in: pair)
                #expect(both != one, "\(ignored) has no effect with \(option): \(both)")
            }
        }
    }

    /// Returns the result of options with the files that a pair of options needs.
    private static func result(of names: [String], in pair: [String]) throws -> Result {
        let folder = try FileManager.default.url(
            for: .itemReplacementDirectory, in: .userDomainMask, appropriateFor: .temporaryDirectory, create: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        func path(_ name: String) -> String { folder.appending(path: name).path }
        func text(_ size: Int) -> String { "{\n  // Size.\n  Size = \(size);\n  Same = 1; }\n" }
        let texts = [
            "base": pair.contains("--allow-missing") ? "" : text(14), "ours": text(15), "theirs": text(16),
        ]
        for (name, text) in texts { try Data(text.utf8).write(to: folder.appending(path: name)) }
        var words = ["merge"]
        for name in names {
            words.append(name)
            if let value = values[name] { words.append(name == "-o" ? path(value) : value) }
        }
        if names.contains("--driver") {
            words += ["base", "ours", "theirs"].map(path) + ["7", "path"]
        } else if !names.contains("--git-config") {
            words += ["ours", "base", "theirs"].map(path)
        }
        var result = Result(outcome: Tool().run(words))
        // The paths differ from run to run.
        func withoutFolder(_ text: String) -> String { text.replacingOccurrences(of: folder.path, with: "") }
        result.outcome.output = withoutFolder(result.outcome.output)
        result.outcome.error = withoutFolder(result.outcome.error)
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
            result.files[name] = withoutFolder(try String(contentsOfFile: path(name), encoding: .utf8))
        }
        return result
    }
}
