import Foundation
import Testing

@testable import DefaultsCLI

/// The page with the reference of all verbs, which is made from the table.
struct VerbsPageTests {
    @Test("the page is what the table says")
    func text() throws {
        let package = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
            .standardizedFileURL
        let page = try String(contentsOf: package.appending(path: "man/defaults-verbs.1"), encoding: .utf8)
        let text = VerbsPage().text
        if page != text {
            try text.write(to: package.appending(path: ".build/defaults-verbs.1"), atomically: true, encoding: .utf8)
        }
        let isCurrent = page == text
        #expect(isCurrent, "to update the page, run: cp .build/defaults-verbs.1 man/")
    }

    @Test("the texts of the table are sentences, and name only options that exist")
    func sentences() {
        let table = CommandTable.standard
        let texts = table.commands.flatMap { [$0.guide.text] + $0.guide.details + $0.options.map(\.documentation) }
        for text in texts where !text.isEmpty {
            #expect(text.wholeMatch(of: /['\p{Lu}].*\./) != nil, "\(text)")
            for match in text.matches(of: /(?:^| )'?(--[a-z][-a-z]*)/) {
                #expect(table.isOption(String(match.1)), "\(text)")
            }
        }
    }
}
