import Foundation
import Testing

/// Compares the man page of PlistBuddy with its help.
@Suite(.waiting) struct PlistBuddyManualTests {
    private let page: ManualPage
    private let help: String
    private let usage: String

    init() throws {
        let scratch = Scratch()
        page = try ManualPage(.plistBuddy)
        help = try scratch.plistBuddy("-h").text
        usage = try scratch.plistBuddy().text
    }

    /// The lines of a paragraph of the help, without the title.
    private func paragraph(_ title: String) throws -> [String] {
        let text = try #require(help.components(separatedBy: "\n\n").first { $0.hasPrefix(title + ":\n") })
        return text.split(separator: "\n").dropFirst().map { $0.trimmingCharacters(in: .whitespaces) }
    }

    @Test("the man page lists the commands of the help, in its order")
    func commands() throws {
        let listed = try paragraph("Command Format").map { String($0.prefix { $0 != " " }) }
        #expect(listed.count > 10)
        let items = page.items(under: "COMMANDS").filter { $0.first == "Ic" }.map { $0[1] }
        #expect(items == listed)
    }

    @Test("the man page lists the types of the help, in its order")
    func types() throws {
        let listed = try paragraph("Types")
        #expect(listed.count == 8)
        #expect(page.items(under: "COMMANDS").filter { $0.first == "Li" }.map { $0[1] } == listed)
    }

    @Test("the man page lists the options of the usage")
    func options() {
        let listed = usage.split(separator: "\n").compactMap { $0.firstMatch(of: #/^    (-[a-z]) /#)?.1 }
        #expect(listed.count == 4)
        let items = page.items(under: "DESCRIPTION").flatMap { ManualPage.words(after: "Fl", in: $0) }
        #expect(items.map { "-" + $0 } == listed.map(String.init))
        #expect(page.flags == Set(items.map { "-" + $0 } + ["-r"]))
    }
}
