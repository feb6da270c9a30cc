import DefaultsCore
import DefaultsTesting
import Foundation
import Testing

/// Checks that the code of the articles is code that is compiled and run.
struct DocumentationTests {
    @Test("every line of code in an article or a tutorial is a line of the compiled snippets")
    func snippets() throws {
        let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        let sources = tests.deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Sources")
        let compiled = Set(
            try [
                "DocumentationTests/Snippets.swift", "DocumentationTests/UserDefaultsSnippets.swift",
                "DocumentationTests/ParallelTestSnippets.swift", "MainActorTests/ConcurrencySnippets.swift",
                "DependentPackage/Sources/Script/main.swift", "DependentPackage/Sources/Watcher/main.swift",
                // Links to code files of the tutorial.
                "DependentPackage/Sources/TutorialFirst/main.swift", "DependentPackage/Sources/Tutorial/main.swift",
                "DependentPackage/Sources/TutorialFollow/main.swift", "DocumentationTests/TutorialEditor.swift",
                "DocumentationTests/TutorialTests.swift",
                // The following need other packages; see the file Package.swift there.
                "AdapterPackage/Sources/ServiceProgram/PreferencesService.swift",
                "AdapterPackage/Sources/ServiceProgram/Program.swift",
                "AdapterPackage/Sources/ConfigurationProgram/PreferencesProvider.swift",
                "AdapterPackage/Sources/ConfigurationProgram/Program.swift",
                "AdapterPackage/Sources/SharingProgram/PreferenceSharedKey.swift",
                "AdapterPackage/Sources/SharingProgram/Program.swift",
            ].flatMap { file in
                try String(contentsOf: tests.deletingLastPathComponent().appendingPathComponent(file), encoding: .utf8)
                    .split(separator: "\n").map(Self.normalized)
            })
        let files = try #require(FileManager.default.enumerator(atPath: sources.path)).compactMap { $0 as? String }
        let articles = files.filter { $0.hasSuffix(".md") }
        #expect(articles.count == 32)
        for article in articles {
            let text = try String(contentsOf: sources.appendingPathComponent(article), encoding: .utf8)
            for line in Self.snippetLines(of: text) {
                #expect(compiled.contains(Self.normalized(line)), "\(article): \(line)")
            }
        }
        let steps = files.filter { $0.hasSuffix(".swift") && $0.contains(".docc/") }
        #expect(steps.count == 8)
        for step in steps {
            let text = try String(contentsOf: sources.appendingPathComponent(step), encoding: .utf8)
            for line in text.split(separator: "\n") {
                #expect(compiled.contains(Self.normalized(line)), "\(step): \(line)")
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
