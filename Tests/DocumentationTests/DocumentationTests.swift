import DefaultsCore
import DefaultsTesting
import Foundation
import Testing

/// The snippets of the articles, compiled here: a snippet that is in no test file is one that nobody compiled.
struct DocumentationTests {
    @Test("every line of a snippet stands in the snippets that are compiled")
    func snippets() throws {
        let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        let catalogue = tests.deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Sources/DefaultsCore/DefaultsCore.docc")
        let compiled = Set(
            try String(contentsOf: tests.appendingPathComponent("Snippets.swift"), encoding: .utf8)
                .split(separator: "\n").map(Self.normalized))
        let articles = try FileManager.default.contentsOfDirectory(atPath: catalogue.path).filter {
            $0.hasSuffix(".md")
        }
        #expect(articles.count == 11)
        for article in articles {
            let text = try String(contentsOf: catalogue.appendingPathComponent(article), encoding: .utf8)
            for line in Self.snippetLines(of: text) {
                #expect(compiled.contains(Self.normalized(line)), "\(article): \(line)")
            }
        }
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
