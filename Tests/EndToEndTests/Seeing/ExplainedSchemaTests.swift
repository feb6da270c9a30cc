import Foundation
import Testing

/// `explain` and `read --effective` of domains that have a schema.
@Suite(.waiting) struct ExplainedSchemaTests {
    private let scratch = Scratch()
    private let environment: [String: String]
    private var folder: String { scratch.path + "/schemas" }
    private var file: String { scratch.file("D") }
    private var global: String { scratch.root + "/.GlobalPreferences.plist" }

    private static let schema = """
        {"type": "object", "additionalProperties": false, "properties": {
          "FontSize": {"type": "integer", "minimum": 6, "maximum": 72, "default": 12, "x-group": "Text",
                       "description": "The size of text. In points."},
          "Theme": {"enum": ["light", "dark"], "default": "light", "x-titles": {"dark": "Night"}},
          "AutoSave": {"type": "boolean", "x-group": "Files"},
          "Name": {"type": "string", "deprecated": true, "x-deprecated": "use Title", "x-group": "Text"},
          "Window": {"type": "object", "properties": {
            "Width": {"type": "integer", "description": "The width.", "default": 800}}},
          "Token": {"enum": ["hidden1", "hidden2"], "writeOnly": true, "default": "hidden1"},
          "Account": {"type": "object", "default": {"Token": "hidden3", "User": "hidden4"}, "properties": {
            "Token": {"type": "string", "writeOnly": true, "default": "hidden5"},
            "User": {"type": "string"}}}
        }}
        """

    init() throws {
        environment = scratch.environment.merging(["DEFAULTS_SCHEMAS": scratch.path + "/schemas"]) { $1 }
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Disk.write(Self.schema, to: folder + "/D.json")
    }

    private func run(_ words: String...) throws -> Outcome {
        try scratch.defaults(words, environment: environment)
    }

    private func json(_ words: String...) throws -> [String: Any] {
        let outcome = try scratch.defaults(["explain", "--json"] + words, environment: environment)
        return try #require(try JSONSerialization.jsonObject(with: Data(outcome.output)) as? [String: Any])
    }

    // MARK: - One key

    @Test("the default of the schema is the last layer, and decides if no other layer has the key")
    func defaultLayer() throws {
        let text = """

            The size of text. In points.
            Value: an integer from 6 to 72
            Default: 12

            """
        let unset = try run("explain", "D", "FontSize")
        unset.expect(0, text: "\tD\tno file\t\(file)\n*\tschema\tinteger 12\t\(folder)/D.json\n" + text)
        try scratch.succeed("write", "D", "FontSize", "-int", "14")
        let set = try run("explain", "D", "FontSize")
        set.expect(0, text: "*\tD\tinteger 14\t\(file)\n\tschema\tinteger 12\t\(folder)/D.json\n" + text)
        let withoutDefault = try run("explain", "D", "AutoSave")
        withoutDefault.expect(1, text: "\tD\tnot set\t\(file)\n\nValue: a boolean\nDefault: none\n")
    }

    @Test("cases have titles, a deprecated key has advice, and an invalid value has a sentence")
    func invalidValue() throws {
        try scratch.succeed("write", "D", "Theme", "blue")
        try scratch.succeed("write", "D", "Name", "x")
        #expect(
            try run("explain", "D", "Theme").text.hasSuffix(
                """

                Value: one of 'light' or 'dark'
                  dark: Night
                Default: light
                Theme is the string 'blue'; it must be one of 'light' or 'dark'.

                """))
        #expect(
            try run("explain", "D", "Name").text.hasSuffix(
                "\n\nValue: a string\nDefault: none\nDeprecated: use Title\n"))
    }

    @Test("a key that the schema forbids, and one about which it says nothing")
    func unknownKeys() throws {
        let misspelled = try run("explain", "D", "FontSise")
        let sentence = "FontSise is not a key of the schema; it must be absent; did you mean 'FontSize'?"
        misspelled.expect(1, text: "\tD\tno file\t\(file)\n\n\(sentence)\n")
        #expect(
            try run("explain", "D", "zzzzzz").text.hasSuffix(
                "\n\nzzzzzz is not a key of the schema; it must be absent.\n"))
        #expect(try run("explain", "D", "DefaultsMigrations").text == "\tD\tno file\t\(file)\n")
        try Disk.write(#"{"properties": {"a": true}}"#, to: folder + "/Open.json")
        #expect(try run("explain", "Open", "b").text == "\tOpen\tno file\t\(scratch.file("Open"))\n")
    }

    @Test("a key path has the description and the default of the nested schema")
    func keyPaths() throws {
        let lines = "\nThe width.\nValue: an integer\nDefault: 800\n"
        let unset = try run("explain", "--path", "Window.Width", "D")
        #expect(unset.text == "\tD\tno file\t\(file)\n*\tschema\tinteger 800\t\(folder)/D.json\n" + lines)
        #expect(try run("read", "--effective", "--path", "Window.Width", "D").text == "800\n")
        // The dictionary of the domain takes precedence as a whole.
        try scratch.succeed("write", "D", "Window", "-dict", "Height", "-int", "1")
        let behind = try run("explain", "--path", "Window.Width", "D")
        behind.expect(1, text: "\tD\tnot set\t\(file)\n\tschema\tinteger 800\t\(folder)/D.json\n" + lines)
        #expect(try run("read", "--effective", "--path", "Window.Width", "D").status == 1)
    }

    // MARK: - All keys

    @Test("all keys are listed by group, and then the keys that the schema forbids")
    func allKeys() throws {
        #expect(try run("explain", "D").status == 1)
        try scratch.succeed("write", "D", "FontSize", "-int", "14")
        try scratch.succeed("write", "D", "Other", "1")
        try scratch.succeed("write", "D", "DefaultsMigrations", "-dict")
        try scratch.succeed("write", "-g", "AutoSave", "-bool", "true")
        try scratch.succeed("write", "-g", "Foreign", "1")
        let outcome = try run("explain", "D")
        #expect(
            outcome.text == """
                \tD\t3 keys\t\(file)
                \tNSGlobalDomain\t2 keys\t\(global)

                \tAccount\t\ta dictionary
                \tTheme\tstring "light"\tone of 'light' or 'dark'
                \tToken\t\tone of 2 values
                \tWindow\t\ta dictionary

                Files
                *\tAutoSave\tboolean true\ta boolean

                Text
                *\tFontSize\tinteger 14\tThe size of text.
                \tName\t\tDeprecated: use Title. A string

                Keys that are not in the schema
                *\tOther\tstring "1"\tOther is not a key of the schema; it must be absent.

                """)
        #expect(outcome.status == 0)
    }

    @Test("186 keys in groups: each once, and each group once, in the order in which they appear")
    func manyKeys() throws {
        let keys = (0..<186).map { index in
            let group = index % 4 == 0 ? "" : ", \"x-group\": \"Group \(3 - index % 4)\""
            return "\"k\(1000 + index)\": {\"type\": \"integer\", \"default\": \(index)\(group)}"
        }
        try Disk.write("{\"properties\": {\(keys.joined(separator: ", "))}}", to: folder + "/Many.json")
        let lines = try run("explain", "Many").text.components(separatedBy: "\n").dropFirst(2)
        #expect(lines.filter { $0.hasPrefix("Group") } == ["Group 2", "Group 1", "Group 0"])
        let names = lines.filter { $0.hasPrefix("\tk") }.map { $0.components(separatedBy: "\t")[1] }
        #expect(Set(names).count == 186 && names.count == 186)
        #expect(names.prefix(2) == ["k1000", "k1004"])
        #expect(lines.contains("\tk1185\tinteger 185\tan integer"))
    }

    @Test("only the schema of the given domain counts, also for values of the global domain")
    func otherSchemas() throws {
        try Disk.write(
            #"{"properties": {"Theme": {"type": "integer", "default": 1}}}"#, to: folder + "/NSGlobalDomain.json")
        try scratch.succeed("write", "-g", "Theme", "blue")
        let outcome = try run("explain", "D", "Theme")
        #expect(outcome.text.contains("\tschema\tstring \"light\"\t\(folder)/D.json\n"))
        #expect(outcome.text.hasSuffix("Theme is the string 'blue'; it must be one of 'light' or 'dark'.\n"))
        let own = try run("explain", "-g", "Theme")
        #expect(own.text.hasSuffix("Theme is the string 'blue'; it must be an integer.\n"))
    }

    // MARK: - JSON

    @Test("JSON describes a key")
    func jsonOfKey() throws {
        try scratch.succeed("write", "D", "Theme", "blue")
        let object = try json("D", "Theme")
        #expect(object["schema"] as? Int == 1)
        #expect(object["schemaFile"] as? String == folder + "/D.json")
        #expect((object["layers"] as? [Any])?.count == 4)
        let key = try #require(object["key"] as? [String: Any])
        #expect(
            key as NSDictionary == [
                "name": "Theme", "requirement": "one of 'light' or 'dark'", "default": "light", "deprecated": false,
                "cases": [["value": "light"], ["value": "dark", "title": "Night"]], "secret": false, "set": true,
                "value": "blue", "valid": false,
            ])
        let forbidden = try #require(try json("D", "Nope")["key"] as? [String: Any])
        #expect(
            forbidden as NSDictionary == [
                "name": "Nope", "requirement": "absent", "deprecated": false, "secret": false, "set": false,
            ])
    }

    @Test("JSON describes all keys")
    func jsonOfKeys() throws {
        try scratch.succeed("write", "D", "FontSize", "-int", "14")
        try scratch.succeed("write", "D", "Other", "1")
        let keys = try #require(try json("D")["keys"] as? [[String: Any]])
        #expect(
            keys.compactMap { $0["name"] as? String }
                == ["Account", "AutoSave", "FontSize", "Name", "Theme", "Token", "Window", "Other"])
        #expect(
            keys[2] as NSDictionary == [
                "name": "FontSize", "requirement": "an integer from 6 to 72", "default": 12, "deprecated": false,
                "description": "The size of text. In points.", "group": "Text", "secret": false, "set": true,
                "value": 14, "valid": true,
            ])
        #expect(
            keys[3] as NSDictionary == [
                "name": "Name", "requirement": "a string", "deprecated": true, "advice": "use Title", "group": "Text",
                "secret": false, "set": false,
            ])
        #expect(keys[4]["value"] as? String == "light" && keys[4]["valid"] as? Bool == true)
    }

    // MARK: - Secrets

    @Test("explain prints no value, default or case of a secret, nor a value that contains one")
    func secrets() throws {
        func texts() throws -> [String] {
            let paths = ["Token", "Account", "Account.Token"]
            return try ["--json", "--color=never"].flatMap { option in
                try [run("explain", option, "D").text]
                    + paths.map { try run("explain", option, "--path", $0, "D").text }
            }
        }
        for text in try texts() { #expect(!text.contains("hidden"), "\(text)") }
        #expect(try run("explain", "D", "Token").status == 1)
        try scratch.succeed("write", "D", "Token", "hidden6")
        try scratch.succeed("write", "D", "Account", "-dict", "Token", "-int", "7", "User", "hidden7")
        for text in try texts() { #expect(!text.contains("hidden"), "\(text)") }
        let outcome = try run("explain", "D", "Token")
        #expect(outcome.text.hasPrefix("*\tD\t[value is not shown]\t\(file)\n"))
        #expect(outcome.text.hasSuffix("\nToken is a string; it must be one of 2 values.\n"))
        #expect(try run("explain", "D").text.contains("*\tToken\t[value is not shown]\tone of 2 values\n"))
    }

    @Test("read --effective uses no default of a secret, and prints a secret that is set")
    func effectiveSecrets() throws {
        for path in ["Token", "Account", "Account.Token", "Account.User"] {
            #expect(try run("read", "--effective", "--path", path, "D").status == 1, "\(path)")
        }
        #expect(try !run("read", "--effective", "D").text.contains("hidden"))
        try scratch.succeed("write", "D", "Token", "hidden2")
        #expect(try run("read", "--effective", "D", "Token").text == "hidden2\n")
    }

    // MARK: - read --effective

    @Test("read --effective knows the defaults of keys that no layer has")
    func effective() throws {
        #expect(try run("read", "--effective", "D").text == "{\n    FontSize = 12;\n    Theme = light;\n}\n")
        #expect(try run("read", "--effective", "D", "FontSize").text == "12\n")
        #expect(try run("read", "--effective", "--default", "x", "D", "FontSize").text == "12\n")
        #expect(try run("read", "--effective", "D", "AutoSave").status == 1)
        try scratch.succeed("write", "D", "FontSize", "-int", "14")
        try scratch.succeed("write", "-g", "Theme", "dark")
        #expect(try run("read", "--effective", "D").text == "{\n    FontSize = 14;\n    Theme = dark;\n}\n")
        #expect(try run("read", "--effective", "D", "Theme").text == "dark\n")
        #expect(try run("read", "D", "Theme").status == 1)
    }

    @Test("a domain that is given by the path of its file has the same schema")
    func pathOfFile() throws {
        try scratch.succeed("write", "D", "FontSize", "-int", "14")
        #expect(try run("read", "--effective", file).text == "{\n    FontSize = 14;\n    Theme = light;\n}\n")
        #expect(try run("read", "--effective", file, "Theme").text == "light\n")
        #expect(try run("explain", file, "Theme").text.contains("*\tschema\tstring \"light\"\t\(folder)/D.json\n"))
        try Disk.write("[1]", to: scratch.path + "/list.plist")
        let list = try run("read", "--effective", "--schema", folder + "/D.json", scratch.path + "/list.plist")
        #expect(list.text == "(\n    1\n)\n")
    }

    @Test("--schema and --no-schema of read require --effective")
    func options() throws {
        let path = folder + "/D.json"
        for words in [["--schema", path], ["--no-schema"]] {
            let outcome = try scratch.defaults(["read"] + words + ["D"])
            outcome.expect(255, error: "defaults: option '\(words[0])' requires option '--effective'\n")
        }
        #expect(try scratch.defaults("read", "--effective", "--schema", path, "D", "Theme").text == "light\n")
        #expect(try scratch.defaults("read", "--effective", "D", "Theme").status == 1)
    }

    @Test("read without --effective accesses no schema", Strace.condition)
    func accesses() throws {
        try scratch.succeed("write", "D", "FontSize", "-int", "14")
        func accesses(_ words: String...) throws -> [String] {
            let script = """
                unset DEFAULTS_ROOT; export XDG_CONFIG_HOME=$PWD/root
                exec strace -f -q -o trace -e trace=file defaults \(words.joined(separator: " "))
                """
            #expect(try scratch.bash(script).status == 0)
            let trace = try String(contentsOfFile: scratch.path + "/trace", encoding: .utf8)
            return trace.components(separatedBy: "\n").filter { $0.contains("/defaults/schemas") }
        }
        #expect(try accesses("read", "D", "FontSize").isEmpty)
        #expect(try accesses("read", "D").isEmpty)
        #expect(try accesses("read", "--effective", "--no-schema", "D", "FontSize").isEmpty)
        #expect(try !accesses("read", "--effective", "D", "FontSize").isEmpty)
    }

    // MARK: - Without a schema

    @Test("a broken schema is an error, and --no-schema ignores it")
    func brokenSchema() throws {
        try scratch.succeed("write", "Broken", "a", "1")
        let words = [
            ["explain", "Broken"], ["explain", "Broken", "a"], ["read", "--effective", "Broken"],
            ["read", "--effective", "Broken", "a"],
        ]
        func outcomes(_ option: String? = nil) throws -> [Outcome] {
            try words.map { words in
                try scratch.defaults(words + [option].compactMap { $0 }, environment: environment)
            }
        }
        let before = try outcomes()
        try Disk.write(#"{"type": 1}"#, to: folder + "/Broken.json")
        for outcome in try outcomes() {
            outcome.expect(65, text: "")
            #expect(outcome.error.hasSuffix("; use '--no-schema' to ignore the schema\n"), "\(outcome.error)")
        }
        #expect(try outcomes("--no-schema").map(\.text) == before.map(\.text))
        #expect(before.allSatisfy { $0.status == 0 && !$0.text.isEmpty })
        #expect(try run("read", "Broken", "a").text == "1\n")
    }

    @Test("without a schema, explain prints the layers only")
    func noSchema() throws {
        try scratch.succeed("write", "Other", "a", "1")
        #expect(try run("explain", "Other", "a").text == "*\tOther\tstring \"1\"\t\(scratch.file("Other"))\n")
        #expect(try run("explain", "Other").text == "\tOther\t1 key\t\(scratch.file("Other"))\n")
        #expect(Set(try json("Other", "a").keys) == ["schema", "layers"])
        #expect(Set(try json("--no-schema", "D").keys) == ["schema", "layers"])
    }
}
