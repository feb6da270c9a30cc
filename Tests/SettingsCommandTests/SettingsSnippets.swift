// swift-format-ignore-file
// The code of the articles and doc comments about schemas and the settings command, line by line. The compiler checks
// it, and the tests run it.

import DefaultsTesting
import Foundation
import SettingsCommand
import Testing

enum Appearance: String, Codable, CaseIterable {
    case light, dark
    var title: String { self == .light ? "Light" : "Dark" }
}

extension PreferenceKey<Int> {
    static let fontSize = Self("FontSize", default: 12, in: 6...72).described("The size of text, in points.")
    static let size = Self("Size", default: 12).deprecated("use FontSize")
}

extension PreferenceKey<Appearance> {
    static let appearance = Self("Appearance", default: .light).described("The colors.").titled { $0.title }
}

extension PreferenceKey<String?> {
    static let token = Self("Token", matching: "^[0-9a-f]+$").described("The token of the service.").secret()
}

extension PreferenceKey<String?> {
    static let theme = Self("Theme")
    static let account = Self("Account")
}

extension PreferenceSchema {
    static let editor = PreferenceSchema("com.example.Editor", title: "Settings of Editor") {
        Keys("Text", .fontSize, .size, .appearance)
        Keys("Account", .token)
    }
}

func settings(_ arguments: [String]) -> Int32 {
    SettingsCommand(.editor, name: "editor settings").run(arguments)
}

/// The beginning of a program. Only compiled, because it ends the process.
func runSettings(of schema: PreferenceSchema) {
    if CommandLine.arguments.dropFirst().first == "settings" {
        exit(SettingsCommand(schema).run(CommandLine.arguments.dropFirst(2)))
    }
}

/// The checks of generated files, in a folder of a program. Only compiled, because the paths are the program's.
func checkFiles() throws {
    try expectSchema(.editor, inFile: "Resources/settings.schema.json")
    try expectReference(.editor, inFile: "Documentation/Settings.md")
}

struct SnippetTests {
    @Test("the function of the article runs the command")
    func function() {
        // Completions of an incomplete request are empty, so nothing is printed.
        #expect(settings(["__complete"]) == 0)
    }

    @Test("the schema in the doc comment has its groups of keys")
    func groups() {
        let schema = PreferenceSchema("com.example.Editor", title: "Editor settings") {
            PreferenceSchema.Keys("Appearance", .fontSize, .theme)
            PreferenceSchema.Keys("Accounts", .account, .token)
        }
        #expect(schema.groups.map(\.title) == ["Appearance", "Accounts"])
        #expect(schema.keys.map(\.name) == ["FontSize", "Theme", "Account", "Token"])
    }

    @Test("a schema that is read from a file has no objection to the default, and one to other text")
    func document() throws {
        let folder = try TemporaryStore()
        let url = URL(fileURLWithPath: folder.folder).appendingPathComponent("settings.schema.json")
        try Data(PreferenceSchema.editor.jsonSchema.utf8).write(to: url)
        let value: PropertyListValue = ["FontSize": "big", "Size": 12]
        let schema = try SchemaDocument(data: Data(contentsOf: url))
        for finding in schema.findings(in: value) { print(finding) }
        #expect(schema.findings(in: value).map(\.path) == [.key("FontSize")])
    }
}
