import Foundation
import Testing

/// Compares the man page of plutil with its help.
@Suite(.waiting) struct PlutilManualTests {
    private let page: ManualPage
    private let help: String

    init() throws {
        page = try ManualPage(.plutil)
        help = try Scratch().bash("plutil -help").text
    }

    @Test("the man page has the commands, types and options of the help")
    func options() {
        let listed = Set(help.matches(of: /[ \[](--?[a-z]*)(?=[ \n\]])/).map { String($0.1) }).subtracting(["-"])
        #expect(listed.isSuperset(of: ["-convert", "-string", "-o", "--"]))
        // `Ns` attaches an argument. The page says that the last option is refused.
        #expect(page.flags.subtracting(["-Ns", "-header"]) == listed)
    }

    @Test("the man page lists the formats and the names of types of the help, in its order")
    func names() throws {
        let words = try ["in a format: ", "the type of a value: "].map { title in
            let text = try #require(help.components(separatedBy: title).dropFirst().first)
            return text.prefix { $0 != "\n" }.split(separator: " ").map(String.init)
        }
        #expect(words.allSatisfy { $0.count > 3 })
        let items = page.items(under: "COMMANDS").filter { $0.first == "Li" }.map { $0[1] }
        #expect(items == words[0] + ["raw"] + words[1])
    }
}
