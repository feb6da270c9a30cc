import Foundation
import Testing

/// Completions of so many candidates that shells get groups of them.
@Suite(.waiting) struct ManyCandidatesTests {
    private let scratch = Scratch()

    init() throws {
        let keys = (0..<1500).map { "\"com.example.Setting.key\($0)\" = v;" }.joined()
        try Disk.makeFolder(scratch.root)
        try Disk.write("{ \(keys) }", to: scratch.file("D"))
    }

    private func answer(_ arguments: String...) throws -> [String] {
        let separator: Character = arguments[0] == "bash" ? "\n" : "\0"
        return try scratch.defaults(["__complete"] + arguments).text
            .split(separator: separator).map(String.init)
    }

    @Test(
        "a shell inserts the beginning that all keys have in common, and then the rest of a key",
        arguments: CompletingShell.installed)
    func insertion(shell: CompletingShell) throws {
        let lines = ["defaults read D c\t149\t9\t\r", "defaults read D com.example.Setting.key77\t7\t\r"]
        #expect(
            try shell.type(lines, in: scratch) == [
                ["read", "D", "com.example.Setting.key1499"], ["read", "D", "com.example.Setting.key777"],
            ])
    }

    @Test("bash gets groups, with dots if it only lists them", arguments: [("9", ""), ("37", ""), ("63", "...")])
    func bash(kind: String, dots: String) throws {
        let words = try answer("bash", kind, "com", "read", "D", "com")
        #expect(words.first == "words")
        #expect(words.dropFirst().sorted() == (0...9).map { "com.example.Setting.key\($0)" + ($0 == 0 ? "" : dots) })
    }

    @Test("zsh and fish get groups with the number of names")
    func groups() throws {
        let fish = try answer("fish", "com", "read", "D", "com")
        #expect(fish.contains("com.example.Setting.key0\tstring"))
        #expect(fish.contains("com.example.Setting.key1\t611 names"))
        let zsh = try answer("zsh", "read", "D", "com")
        #expect(zsh.prefix(3) == ["words", "1", "10"])
        #expect(zsh.contains("com.example.Setting.key1 -- 611 names"))
    }

    @Test("few keys that begin with the word are not grouped")
    func few() throws {
        #expect(
            try answer("fish", "com.example.Setting.key149", "read", "D", "com.example.Setting.key149").count == 1 + 11)
        // Fish finds the text inside the names.
        #expect(try answer("fish", "key149", "read", "D", "key149").count == 1 + 1500)
    }
}
