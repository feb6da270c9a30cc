import Foundation
import TestExtent
import Testing

/// Keys and values of a schema, completed in real shells.
@Suite(.waiting) struct SchemaCompletionTests {
    private let scratch = Scratch()

    init() throws {
        try Disk.makeFolder(scratch.path + "/schemas")
        try Disk.makeFolder(scratch.root)
    }

    /// The line that selects the schemas, in every shell.
    private var selection: String { "export DEFAULTS_SCHEMAS='\(scratch.path)/schemas'; defaults help\r" }

    private func describe(_ domain: String, _ properties: [String: Any]) throws {
        let schema = try JSONSerialization.data(withJSONObject: ["type": "object", "properties": properties])
        try schema.write(to: URL(fileURLWithPath: "\(scratch.path)/schemas/\(domain).json"))
    }

    @Test("a first value is written by completions alone", arguments: CompletingShell.installed)
    func words(shell: CompletingShell) throws {
        try describe(
            "com.example.Editor",
            [
                "AutoSave": ["type": "boolean"], "FontSize": ["type": "integer", "minimum": 6],
                "Theme": ["enum": ["light", "very dark"], "x-titles": ["light": "Light: \"bright\""]],
                "Window": ["type": "object", "properties": ["Mode": ["enum": ["full", "half"]]]],
            ])
        let domain = "com.example.Editor"
        let lines = [
            ("write com.ex\t Auto\t \tt\t", ["write", domain, "AutoSave", "-bool", "true"]),
            ("write com.ex\t Fo\t \t12", ["write", domain, "FontSize", "-int", "12"]),
            ("write com.ex\t Th\t v\t", ["write", domain, "Theme", "very dark"]),
            ("write com.ex\t --path Window.\t h\t", ["write", domain, "--path", "Window.Mode", "half"]),
            ("write --no-sch\t com.ex\t Auto\t yes", ["write", "--no-schema", "com.ex", "Auto", "yes"]),
            (
                "write --schema schemas/\t Other Auto\t yes",
                ["write", "--schema", "schemas/\(domain).json", "Other", "AutoSave", "yes"]
            ),
        ]
        let records = try shell.type(
            ["cd '\(scratch.path)'; " + selection] + lines.map { "defaults \($0.0)\r" }, in: scratch)
        #expect(records.count == lines.count + 1)
        for (record, line) in zip(records.dropFirst(), lines) { #expect(record == line.1, "\(line.0)") }
    }

    /// Names that a shell could take for something else.
    private static let oddNames = [
        "a b", "a\"b", "a'b", "a\\b", "$HOME", "`id`", "$(id)", "#c", "=ls", "a:b=c", "!x", "{a,b}", "*", "[a]", "a\nb",
        "\u{1B}[31m", "\u{85}x", "e\u{301}", "a;b", "a|b", "(a)", "a\"\n'b",
    ]

    @Test("an odd key and an odd value of a schema arrive as they are", arguments: CompletingShell.installed)
    func oddNames(shell: CompletingShell) throws {
        let names = Self.oddNames.enumerated().filter {
            // Fish splits the words before the cursor at newlines.
            if shell == .fish, $0.element.contains("\n") { return false }
            return Extent.isWhole || $0.offset % 3 == 0 || $0.element.contains("\n")
        }
        for (index, name) in names {
            try describe(
                "D\(index)",
                [
                    name: [
                        "enum": [name], "x-titles": [name: "%F{red}\t\u{1B}[31m\n'\"`$(id):\\"],
                        "description": "$(id)\t`id`\n\u{1B}]0;x\u{7} '\"%B: \\",
                    ]
                ])
        }
        let lines = names.map { "defaults write D\($0.offset) \t -string \t\r" }
        let records = try shell.type([selection] + lines, in: scratch)
        #expect(records.count == lines.count + 1)
        for (record, (index, name)) in zip(records.dropFirst(), names) {
            #expect(record == ["write", "D\(index)", name, "-string", name])
        }
    }

    @Test("descriptions have no control characters", arguments: ["zsh", "fish"])
    func descriptions(shell: String) throws {
        try describe("D", ["K\u{1B}[1m": ["description": "\u{1B}[31m\ta\nb\u{7}\u{9B}"]])
        var environment = scratch.environment
        environment["DEFAULTS_SCHEMAS"] = scratch.path + "/schemas"
        let context = shell == "fish" ? [""] : []
        let outcome = try scratch.defaults(
            ["__complete", shell] + context + ["write", "D", ""], environment: environment)
        outcome.expect(0, error: "")
        // The name itself is the only record that keeps its control character.
        let text = outcome.text.replacingOccurrences(of: "K\u{1B}[1m", with: "")
        #expect(text.contains(#"\ta\nb"#))
        #expect(!text.contains { $0 == "\u{1B}" || $0 == "\u{7}" || $0 == "\u{9B}" || $0 == "\n" })
    }

    @Test("a schema that cannot be read adds nothing, not even an error")
    func broken() throws {
        try scratch.succeed("write", "D", "k", "1")
        var environment = scratch.environment
        environment["DEFAULTS_SCHEMAS"] = scratch.path + "/schemas"
        let schema = scratch.path + "/schemas/D.json"
        for command in ["echo '{' >", "mkdir ", "mkfifo ", "ln -s D.json "] {
            try scratch.bash("rm -rf '\(schema)'; \(command)'\(schema)'")
            for shell in [["bash", "9", ""], ["zsh"], ["fish", ""]] {
                for words in [["write", "D", ""], ["write", "D", "k", ""], ["write", ""]] {
                    let arguments = [Executable.defaults, "__complete"] + shell + words
                    let outcome = try scratch.run(arguments, environment: environment)
                    let expected = try scratch.run(arguments)
                    #expect(outcome == expected, "\(command) \(words)")
                    #expect(outcome.error.isEmpty, "\(command) \(words)")
                }
            }
        }
    }
}
