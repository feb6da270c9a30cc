import DefaultsCore
import DefaultsTesting
import Foundation
import Testing

/// Checks that the code of the articles is code that is compiled and run.
struct DocumentationTests {
    @Test("every line of code in an article is a line of the compiled snippets")
    func snippets() throws {
        let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        let sources = tests.deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Sources")
        let compiled = Set(
            try [
                "DocumentationTests/Snippets.swift", "DocumentationTests/UserDefaultsSnippets.swift",
                "MainActorTests/ConcurrencySnippets.swift",
            ].flatMap { file in
                try String(contentsOf: tests.deletingLastPathComponent().appendingPathComponent(file), encoding: .utf8)
                    .split(separator: "\n").map(Self.normalized)
            })
        let articles = try #require(FileManager.default.enumerator(atPath: sources.path))
            .compactMap { $0 as? String }.filter { $0.hasSuffix(".md") }
        #expect(articles.count == 27)
        for article in articles {
            let text = try String(contentsOf: sources.appendingPathComponent(article), encoding: .utf8)
            for line in Self.snippetLines(of: text) {
                #expect(compiled.contains(Self.normalized(line)), "\(article): \(line)")
            }
        }
    }

    /// The file of an article of a module.
    static func article(_ name: String, of module: String) -> URL {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
            .appendingPathComponent("Sources/\(module)/\(module).docc/\(name).md")
    }

    private static func snippetLines(of text: String) -> [Substring] {
        var isInside = false
        return text.split(separator: "\n").filter { line in
            if line.hasPrefix("```") {
                isInside = line == "```swift"
                return false
            }
            return isInside
        }
    }

    private static func normalized(_ line: Substring) -> String {
        line.trimmingCharacters(in: .whitespaces)
    }
}
