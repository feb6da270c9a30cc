import Foundation
import Testing

@testable import DefaultsCLI

/// The man page with the examples of all verbs.
struct ExamplesPageTests {
    @Test("the page has the examples of the help")
    func page() throws {
        let page = try ExamplesPage.text()
        let date = try #require(page.firstMatch(of: /\.Dd (.*)/)).1
        let text = ExamplesPage.text(for: .standard, date: String(date))
        if ProcessInfo.processInfo.environment["RECORD"] != nil { try ExamplesPage.write(text) }
        // Comparing with the file as it was makes a run that records fail if it changes the file.
        #expect(page == text, "to update the page, run: RECORD=1 swift test --filter ExamplesPageTests")
    }
}
