import DefaultsCore
import DefaultsTesting
import Foundation
import Testing

/// Checks that the code of the articles and of the doc comments is code that is compiled and run.
struct DocumentationTests {
    private static let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    private static let sources = tests.deletingLastPathComponent().appendingPathComponent("Sources")

    /// The files below `Tests` with the code of the documentation.
    private static let compiledFiles = [
        "DocumentationTests/Snippets.swift", "DocumentationTests/UserDefaultsSnippets.swift",
        "DocumentationTests/ParallelTestSnippets.swift", "MainActorTests/ConcurrencySnippets.swift",
        "DocumentationTests/SymbolExamples.swift", "SettingsCommandTests/SettingsSnippets.swift",
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
    ]

    /// The modules whose doc comments have examples.
    private static let modules = [
        "DefaultsCore", "DefaultsKeyring", "DefaultsMigration", "DefaultsObjects", "DefaultsPreferences",
        "DefaultsSchemas", "DefaultsState", "DefaultsTesting", "PropertyList", "SafeUserDefaults", "SettingsCommand",
    ]

    @Test("every line of code in an article or a tutorial is a line of the compiled snippets")
    func snippets() throws {
        let compiled = try Self.compiledLines()
        let sources = Self.sources
        let files = try #require(FileManager.default.enumerator(atPath: sources.path)).compactMap { $0 as? String }
        let articles = files.filter { $0.hasSuffix(".md") }
        #expect(articles.count == 34)
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

    @Test("every line of an example in a doc comment is a line of the compiled snippets, and 100 symbols have examples")
    func examples() throws {
        let compiled = try Self.compiledLines()
        var count = 0
        for module in Self.modules {
            let folder = Self.sources.appendingPathComponent(module)
            let files = try #require(FileManager.default.enumerator(atPath: folder.path)).compactMap { $0 as? String }
            for file in files where file.hasSuffix(".swift") && !file.contains(".docc/") {
                let text = try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
                // A line that is not in a doc comment separates the comments of two symbols.
                let comments = text.split(separator: "\n").map(Self.normalized).split { !$0.hasPrefix("///") }
                for comment in comments {
                    let markup = comment.map { $0.dropFirst("/// ".count) }.joined(separator: "\n")
                    let example = Self.snippetLines(of: markup)
                    if !example.isEmpty { count += 1 }
                    for line in example {
                        #expect(compiled.contains(Self.normalized(line)), "\(module)/\(file): \(line)")
                    }
                }
            }
        }
        #expect(count >= 100)
    }

    /// The file of an article of a module.
    static func article(_ name: String, of module: String) -> URL {
        sources.appendingPathComponent("\(module)/\(module).docc/\(name).md")
    }

    /// The lines of the files with the code of the documentation, without indentation.
    private static func compiledLines() throws -> Set<String> {
        let lines = try compiledFiles.flatMap { file in
            try String(contentsOf: tests.appendingPathComponent(file), encoding: .utf8)
                .split(separator: "\n").map(normalized)
        }
        return Set(lines)
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
