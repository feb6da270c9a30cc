import PropertyList
import Testing

@testable import DefaultsCLI

/// Every verb and every option of the table is completed.
struct CompletionCoverageTests {
    private static let commands = CommandTable.standard.listed
    private let tool = Tool()

    @Test("every verb is a candidate, with its summary", arguments: [[], ["--dry-run"], ["help"]])
    func verbs(words: [String]) throws {
        let records = answer(words + [""]).dropFirst()
        let topics = words == ["help"] ? HelpTopic.allCases.map(\.rawValue) : []
        #expect(records.count == Self.commands.count + topics.count)
        #expect(records.first == "read\tprints domains and values")
        #expect(records.suffix(topics.count).map { String($0.prefix { $0 != "\t" }) } == topics)
        #expect(records.contains("help\tshows the most frequent commands"))
        #expect(!records.contains { $0.hasPrefix("delete-all") })
    }

    @Test("every option of a verb is a candidate, and each word that can be its value", arguments: commands.map(\.name))
    func options(verb: String) throws {
        let command = try #require(CommandTable.standard.command(named: verb))
        let candidates = candidates([verb, "-"])
        for option in command.options {
            let candidate = candidates.first { $0.text == option.name }
            #expect(candidate?.description == option.summary, "\(verb) \(option.name)")
            if let short = option.shortName { #expect(candidates.contains { $0.text == short }) }
            guard let operand = option.operand, case .word(let words) = operand.kind else { continue }
            let inWord = self.candidates([verb, option.name + "="])
            #expect(inWord.map(\.text) == words.map { "\(option.name)=\($0)" })
            if !operand.isOptional { #expect(self.candidates([verb, option.name, ""]).map(\.text) == words) }
        }
        #expect(Set(candidates.map(\.text)).count == candidates.count)

        // Bash gets the same words as fish.
        let outcome = tool("__complete", "bash", "9", "--", verb, "--")
        let words = outcome.output.split(separator: "\n").map(String.init)
        #expect(words.first == "words")
        #expect(Set(words.dropFirst()) == Set(candidates.map(\.text).filter { $0.hasPrefix("--") }))
    }

    @Test(
        "options that another option excludes, options after an operand, and flags in another place are no candidates",
        arguments: [
            (["read", "--json", "--"], "--xml", false), (["read", "D", "-"], "-currentHost", false),
            (["read", "-"], "-currentHost", true), (["read", "--", "-"], "-", false),
            (["write", "D", "k", "-"], "--", false),
        ]
            + [
                (["k", ""], true), (["k", "-"], true), (["k", "v"], false), (["k", "-int", ""], false),
                (["k", "-array", ""], true), (["k", "-array", "-int", ""], false),
                (["k", "-array", "-int", "1", ""], true),
                (["k", "-array", "v", "-"], true), (["k", "--array", ""], true), (["k", "v", ""], false),
            ].map { (["write", "D"] + $0, "-string", $1) })
    func places(words: [String], beginning: String, isOffered: Bool) {
        #expect(candidates(words).contains { $0.text.hasPrefix(beginning) } == isOffered)
    }

    @Test(
        "a line that is not valid has no candidates",
        arguments: [["nope", ""], ["read", "--nope", ""], ["read", "--count", ""], ["read", "--root=", ""]])
    func invalid(words: [String]) {
        #expect(candidates(words).isEmpty)
    }

    @Test("files and folders are left to the shell")
    func files() {
        for (words, kind) in [
            (["import", "D", ""], "files"), (["export", "D", ""], "files"), (["batch", ""], "files"),
            (["read", "./"], "files"), (["read", "~/x"], "files"), (["read", "--root", ""], "folders"),
            (["read", "--root="], "folders"), (["apply", "a", ""], "files"), (["migrate", "D", "E", ""], "files"),
            (["--journal", ""], "files"), (["read", "-app", ""], "folders"),
        ] {
            #expect(answer(words) == [kind], "\(words)")
        }
    }

    private func answer(_ words: [String]) -> [String] {
        let outcome = tool.run(["__complete", "fish", ""] + words)
        #expect(outcome.status == .success)
        #expect(outcome.error.isEmpty)
        return outcome.output.split(separator: "\0", omittingEmptySubsequences: false).dropLast().map(String.init)
    }

    private func candidates(_ words: [String]) -> [(text: String, description: String)] {
        answer(words).dropFirst().map { record in
            let fields = record.split(separator: "\t", maxSplits: 1).map(String.init)
            return (fields.first ?? "", fields.count > 1 ? fields[1] : "")
        }
    }
}
