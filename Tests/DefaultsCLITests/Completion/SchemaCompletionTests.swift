import PropertyList
import TestSupport
import Testing

@testable import DefaultsCLI

/// Candidates that the schema of a domain adds.
struct SchemaCompletionTests {
    private let scratch = Scratch()
    private let domain = "com.example.Editor"

    init() throws {
        try scratch.write("{ Window = { Width = 3; }; Size = 1; Other = x; }", to: "root/\(domain).plist")
        try scratch.write(
            #"""
            {"type": "object", "properties": {
                "AutoSave": {"type": "boolean", "description": "Saves documents. Often."},
                "Either": {"anyOf": [{"type": "boolean"}, {"type": "integer"}]},
                "Empty": {"enum": ["(a", "b"]},
                "Free": {},
                "Gone": {"deprecated": true},
                "Icon": {"type": "string", "contentEncoding": "base64"},
                "Level": {"enum": [1, 2, "auto"], "x-titles": {"1": "Low"}},
                "Marks": {"type": "array", "items": {"enum": ["x", "-y"]}},
                "Name": {"type": "string", "maxLength": 5},
                "Scale": {"type": "number", "minimum": 0},
                "Size": {"type": "integer", "minimum": 6, "deprecated": true, "x-deprecated": "use Scale"},
                "Theme": {"enum": ["light", "a b"], "x-titles": {"light": "Bright\tand\nclear"}},
                "Token": {"type": "string", "writeOnly": true, "enum": ["hunter2"], "default": "hunter2"},
                "Tokens": {"writeOnly": true, "type": "object", "properties": {"In": {"const": "hunter2"}}},
                "Until": {"type": "string", "format": "date-time"},
                "Window": {"type": "object", "properties": {
                    "Mode": {"enum": ["full", "half"]}, "Old": {"deprecated": true}, "Width": {"type": "integer"},
                    "At": {"type": "object", "properties": {"x.y": {"type": "number"}}}}}}}
            """#, to: "schemas/\(domain).json")
    }

    // MARK: - Keys

    @Test("keys that are not set follow the others, with the summaries of the schema")
    func keys() {
        let keys = candidates(["write", domain, ""])
        #expect(keys.prefix(3).map(\.text).sorted() == ["Other", "Size", "Window"])
        #expect(
            keys.dropFirst(3).map(\.text) == [
                "AutoSave", "Either", "Empty", "Free", "Icon", "Level", "Marks", "Name", "Scale", "Theme", "Token",
                "Tokens", "Until",
            ])
        let descriptions = Dictionary(uniqueKeysWithValues: keys.map { ($0.text, $0.description) })
        #expect(descriptions["AutoSave"] == "Saves documents.")
        #expect(descriptions["Scale"] == "a number of at least 0")
        #expect(descriptions["Size"]?.hasPrefix("Deprecated: use Scale.") == true)
        #expect(descriptions["Other"] == "string")
        #expect(texts(["edit", domain, ""]) == keys.map(\.text))
    }

    @Test("a key that is read must be set, and the new key of a rename is not set")
    func rename() {
        #expect(Set(texts(["rename", domain, ""])) == ["Other", "Size", "Window"])
        let new = texts(["rename", domain, "Other", ""])
        #expect(new.first == "AutoSave")
        #expect(new.count == 13)
        #expect(texts(["rename", domain, "--path", "Window."]) == ["Window.Width"])
        #expect(texts(["rename", "--path", "Other", domain, "Window."]) == ["Window.At.", "Window.Mode"])
        #expect(texts(["rename", "--path", "Other", domain, ""]).contains("Window."))
        #expect(!texts(["rename", "--path", "Other", domain, ""]).contains("Size"))
        #expect(texts(["rename", "--path", "Other", "D", ""]).isEmpty)
    }

    @Test(
        "a verb without the option '--no-schema' has the same candidates as without a schema",
        arguments: CommandTable.standard.listed.filter { !$0.options.contains { $0.name == Option.noSchema.name } }
            .map(\.name))
    func others(verb: String) {
        for words in [["", ""], [domain, ""], [domain, "--path", ""], ["--path", "Window.At"]] {
            #expect(answer([verb] + words) == answer([verb] + words, variables: [:]), "\(words)")
        }
    }

    @Test("paths lead through containers that the schema describes")
    func paths() {
        #expect(texts(["write", domain, "--path", "Window."]) == ["Window.Width", "Window.At.", "Window.Mode"])
        #expect(texts(["write", domain, "--path", "Window.At"]).suffix(2) == ["Window.Mode", "Window.At"])
        #expect(texts(["write", domain, "--path=Window.At."]) == ["--path=Window.At.x\\.y"])
        #expect(texts(["write", domain, "--path", "Other."]).isEmpty)
        #expect(texts(["write", domain, "--path", "Marks.0."]).isEmpty)
        #expect(!texts(["write", "--path", ""]).contains("AutoSave"))
    }

    @Test("a value in the way of a path that the schema describes has no candidates")
    func otherType() throws {
        try scratch.write("{ Window = text; Marks = (); }", to: "root/\(domain).plist")
        #expect(texts(["write", domain, "--path", "Window."]).isEmpty)
        #expect(texts(["write", domain, "--path", "Window"]).contains("Window"))
    }

    // MARK: - Values

    @Test(
        "a value is completed by the strings of the schema and by the flags of its types",
        arguments: [
            (["AutoSave", ""], ["-bool"]), (["AutoSave", "-"], ["-bool"]),
            (["AutoSave", "-bool", ""], ["true", "false"]),
            (["AutoSave", "-boolean", ""], ["true", "false"]), (["AutoSave", "-int", ""], []),
            (["Theme", ""], ["light", "a b"]), (["Theme", "l"], ["light", "a b"]),
            (["Theme", "-"], ["light", "a b", "-string"]), (["Theme", "-string", ""], ["light", "a b"]),
            (["Theme", "-bool", ""], []), (["Theme", "light", ""], []),
            (["Empty", ""], ["b", "-string"]), (["Empty", "-string", ""], ["(a", "b"]),
            (["Level", ""], ["auto", "-int"]), (["Level", "-int", ""], ["1", "2"]), (["Level", "-float", ""], []),
            (["Name", ""], ["-string"]), (["Name", "x"], []), (["Name", "-string", ""], []),
            (["Size", ""], ["-int"]), (["Size", "-int", ""], []), (["Scale", ""], ["-int", "-float"]),
            (["Until", ""], ["-date"]), (["Icon", ""], ["-data"]), (["Either", ""], ["-int", "-bool"]),
            (["Marks", ""], ["-array", "-array-add", "-array-remove"]), (["Marks", "-array", ""], ["x", "-string"]),
            (["Marks", "-array-add", "x", "-string", ""], ["x", "-y"]),
            (["Window", ""], ["-dict", "-dict-add"]), (["Window", "-dict", ""], ["At", "Mode", "Width"]),
            (["Window", "-dict", "Mode", ""], ["full", "half"]),
            (["Window", "-dict-add", "Mode", "full", "-string", "Width", ""], ["-int"]),
            (["--path", "Window.Mode", ""], ["full", "half"]), (["--path=Window.Width", ""], ["-int"]),
            (["Token", ""], []), (["Token", "-"], []), (["Token", "-string", ""], []), (["Tokens", ""], []),
            (["Tokens", "-dict", ""], []), (["Tokens", "-dict", "In", ""], []), (["--path", "Tokens.In", ""], []),
        ] as [([String], [String])])
    func values(words: [String], expected: [String]) {
        #expect(texts(["write", domain] + words) == expected)
    }

    @Test("a value that no schema describes has all flags", arguments: ["Free", "Unknown"])
    func anyValue(key: String) {
        #expect(answer(["write", domain, key, ""]) == answer(["write", domain, key, ""], variables: [:]))
        #expect(texts(["write", "--stdin", domain, "Theme", ""]).contains("-data"))
    }

    @Test("flags have the rules as descriptions, and cases have their titles")
    func descriptions() {
        #expect(candidates(["write", domain, "Size", ""]).map(\.description) == ["an integer of at least 6"])
        #expect(candidates(["write", domain, "AutoSave", ""])[0].description.hasPrefix("true, false"))
        #expect(candidates(["write", domain, "Level", "-int", ""]).map(\.description) == ["Low", ""])
        #expect(candidates(["write", domain, "Theme", ""])[0].description == #"Bright\tand\nclear"#)
    }

    @Test("no answer contains a secret", arguments: ["bash", "zsh", "fish"])
    func secrets(shell: String) {
        let context = ["bash": ["9", ""], "fish": [""]][shell] ?? []
        for words in [
            ["write", domain, ""], ["write", domain, "--path", "Tokens."], ["write", domain, "Token", ""],
            ["write", domain, "Token", "-string", ""], ["write", domain, "Tokens", "-dict", "In", ""],
            ["write", domain, "--path", "Tokens.In", ""], ["write", domain, "Token", "h"], ["edit", domain, ""],
        ] {
            let outcome = tool().run(["__complete", shell] + context + words)
            #expect(outcome.output.contains("words"), "\(words)")
            #expect(!outcome.output.contains("hunter2"), "\(words)")
        }
    }

    // MARK: - Selection of schemas

    @Test("domains that only have a schema are candidates where a domain can be created")
    func domains() throws {
        for name in ["New", ".hidden", "-dash", "a\nb", "NSGlobalDomain", "x.plist"] {
            try scratch.write("not read", to: "schemas/\(name).json")
        }
        try scratch.write("", to: "schemas/Other.txt")
        let present = ["NSGlobalDomain", domain]
        for (words, expected) in [
            (["write"], present + ["New"]), (["edit"], present + ["New"]), (["import"], present + ["New"]),
            (["migrate", domain], present + ["New"]), (["migrate"], present), (["rename"], present),
            (["read"], present), (["write", "--no-schema"], present),
            (["write", "--schema", "\(scratch.path)/schemas/New.json"], present),
        ] {
            #expect(texts(words + [""]) == expected, "\(words)")
        }
    }

    @Test("options on the line select the schema")
    func options() throws {
        try scratch.write(#"{"properties": {"Elsewhere": {"type": "integer"}}}"#, to: "s")
        #expect(texts(["write", "--schema", "\(scratch.path)/s", "D", ""]) == ["Elsewhere"])
        #expect(texts(["--schema=\(scratch.path)/s", "write", "D", ""]) == ["Elsewhere"])
        #expect(texts(["write", "--schema", "~/s", "D", "Elsewhere", ""]) == ["-int"])
        #expect(answer(["write", "--no-schema", domain, ""]) == answer(["write", domain, ""], variables: [:]))
        #expect(texts(["write", "--keyring", domain, ""]).isEmpty)
        #expect(answer(["write", "--schema", ""]) == ["files"])
    }

    @Test("installed schemas describe only the domains of the user")
    func installed() throws {
        try scratch.write(#"{"properties": {"Installed": true}}"#, to: "data/defaults/schemas/D.json")
        let data = ["XDG_DATA_HOME": scratch("data"), "XDG_DATA_DIRS": scratch("none")]
        let user = data.merging(["HOME": scratch.path, "DEFAULTS_ROOT": ""]) { $1 }
        #expect(texts(["write", "D", ""], variables: user) == ["Installed"])
        #expect(texts(["write", ""], variables: user) == ["NSGlobalDomain", "D"])
        #expect(texts(["write", "D", ""], variables: data).isEmpty)
        #expect(texts(["--root", scratch.path, "write", "D", ""], variables: user).isEmpty)
        let folder = user.merging(["DEFAULTS_SCHEMAS": scratch("data/defaults/schemas")]) { $1 }
        #expect(texts(["--root", scratch.path, "write", "D", ""], variables: folder) == ["Installed"])
    }

    @Test(
        "a schema that cannot be read is ignored",
        arguments: ["", "{", #"{"type": 1}"#, #"{"properties": {"a": null}}"#, String(repeating: " ", count: 2 << 20)])
    func broken(text: String) throws {
        try scratch.write(text, to: "schemas/\(domain).json")
        for words in [["write", domain, ""], ["write", domain, "Theme", ""], ["write", domain, "--path", "W"]] {
            #expect(answer(words) == answer(words, variables: [:]))
            let missing = ["write", "--schema", scratch("missing")] + words.dropFirst()
            #expect(answer(missing) == answer(words, variables: [:]))
        }
    }

    @Test("a very long summary is shortened")
    func longSummary() throws {
        let text = String(repeating: "very ", count: 10_000)
        try scratch.write(#"{"properties": {"K": {"description": "\#(text)"}}}"#, to: "schemas/D.json")
        let description = try #require(candidates(["write", "D", ""]).first?.description)
        #expect(description.hasPrefix("very "))
        #expect(description.count < 250)
    }

    // MARK: - Support

    private func tool(_ variables: [String: String]? = nil) -> Tool {
        Tool(
            variables: ["HOME": scratch.path, "DEFAULTS_ROOT": scratch("root")]
                .merging(variables ?? ["DEFAULTS_SCHEMAS": scratch("schemas")]) { $1 })
    }

    private func answer(_ words: [String], variables: [String: String]? = nil) -> [String] {
        let outcome = tool(variables).run(["__complete", "fish", "'"] + words)
        #expect(outcome.status == .success)
        #expect(outcome.error.isEmpty)
        return outcome.output.split(separator: "\0", omittingEmptySubsequences: false).dropLast().map(String.init)
    }

    private func texts(_ words: [String], variables: [String: String]? = nil) -> [String] {
        candidates(words, variables: variables).map(\.text)
    }

    private func candidates(
        _ words: [String], variables: [String: String]? = nil
    ) -> [(text: String, description: String)] {
        answer(words, variables: variables).dropFirst().map { record in
            let fields = record.split(separator: "\t", maxSplits: 1).map(String.init)
            return (fields.first ?? "", fields.count > 1 ? fields[1] : "")
        }
    }
}
