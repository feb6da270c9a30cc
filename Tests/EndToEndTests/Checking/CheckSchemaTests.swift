import Foundation
import PropertyList
import Testing

/// The comparison of values with schemas, and the check of schemas, by `check`.
@Suite(.waiting) struct CheckSchemaTests {
    private let scratch = Scratch()

    private static let schema = """
        {"$schema": "https://json-schema.org/draft/2020-12/schema", "additionalProperties": false,
        "required": ["Name"], "properties": {
        "Name": {"type": "string"},
        "FontSize": {"type": "integer", "minimum": 6, "maximum": 72},
        "Token": {"type": "string", "writeOnly": true, "pattern": "^[0-9a-f]+$"},
        "Size": {"type": "integer", "deprecated": true, "x-deprecated": "use FontSize"},
        "Window": {"type": "object", "required": ["Width"]}}}
        """

    private static let contents = """
        <plist><dict>
        <key>FontSise</key><integer>9</integer>
        <key>FontSize</key>
          <integer>99</integer>
        <key>Token</key><string>hunter2</string>
        <key>Size</key><integer>9</integer>
        <key>Window</key><dict/>
        <key>DefaultsMigrations</key><dict/>
        </dict></plist>
        """

    /// The findings in ``contents``, without the path.
    private static let findings = [
        ":2:1: FontSise is not a key of the schema; it must be absent",
        ":4:3: FontSize is the integer 99; it must be an integer from 6 to 72",
        ":5:17: Token is a string; it must be a string that matches '^[0-9a-f]+$'",
        ":7:18: Window.Width is missing; it is required",
        ":6:1: key 'Size' is deprecated: use FontSize",
    ]

    init() throws {
        for folder in ["root", "schemas", "Fixtures"] { try Disk.makeFolder(scratch.path + "/" + folder) }
        try put(Self.contents, at: "root/D.plist")
        try put(Self.schema, at: "schemas/D.json")
    }

    private func put(_ text: String, at path: String) throws {
        try put(Array(text.utf8), at: path)
    }

    private func put(_ bytes: [UInt8], at path: String) throws {
        let path = scratch.path + "/" + path
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    }

    /// Runs `check` with the schemas in the folder `schemas`.
    private func check(_ words: String...) throws -> Outcome {
        var environment = scratch.environment
        environment["DEFAULTS_SCHEMAS"] = scratch.path + "/schemas"
        return try scratch.defaults(["check"] + words, environment: environment)
    }

    private func outcome(_ path: String, _ lines: [String] = findings) -> Outcome {
        Outcome(status: 1, output: Array(lines.map { path + $0 + "\n" }.joined().utf8), error: "")
    }

    @Test("each refused value and deprecated key is found, but not missing keys of the domain, migrations or secrets")
    func domain() throws {
        #expect(try check("D") == outcome(scratch.file("D")))
        #expect(try check() == outcome(scratch.file("D")))
        #expect(try check(scratch.file("D")) == outcome(scratch.file("D")))
        #expect(try check("./root") == outcome("./root/D.plist"))
    }

    @Test("the schema of '--schema' applies to every file, also in folders, and that of a domain only to its file")
    func operands() throws {
        try put(Self.contents, at: "Fixtures/a.plist")
        try put("{\"FontSize\":\n \"x\"}", at: "Fixtures/b.json")
        try put(Self.schema, at: "Fixtures/schema.json")
        #expect(try check("./Fixtures") == .silence)
        #expect(try check("--schema", "schemas/D.json", "./Fixtures") == outcome("./Fixtures/a.plist"))
        #expect(
            try check("--schema", "schemas/D.json", "--files", "*.json", "./Fixtures")
                == outcome(
                    "./Fixtures/b.json", [":2:2: FontSize is the string 'x'; it must be an integer from 6 to 72"]))
        #expect(try check("--schema", "schemas/D.json", "./Fixtures/a.plist") == outcome("./Fixtures/a.plist"))
        #expect(
            try check("--schema", "schemas/D.json", "--paths", "Fixtures/a.plist") == outcome("Fixtures/a.plist"))
    }

    @Test("without a schema, and with '--no-schema', nothing is compared")
    func noSchema() throws {
        let clean = Outcome.silence
        #expect(try check("--no-schema", "D") == clean)
        #expect(try scratch.defaults("check", "D") == clean)
        try put("{\"type\": 1}", at: "schemas/D.json")
        #expect(try check("--no-schema", "D") == clean)
        #expect(try check("--no-schema") == clean)
    }

    @Test("installed schemas do not count for fixtures, but for the user's domains")
    func installed() throws {
        var environment = scratch.environment
        environment["XDG_DATA_HOME"] = scratch.path + "/data"
        environment["XDG_CONFIG_HOME"] = scratch.root
        try Disk.makeFolder(scratch.path + "/data/defaults/schemas")
        try put(Self.schema, at: "data/defaults/schemas/D.json")
        #expect(try scratch.defaults("check", "D", environment: environment).status == 0)
        environment["DEFAULTS_ROOT"] = nil
        #expect(try scratch.defaults("check", "D", environment: environment) == outcome(scratch.file("D")))
    }

    @Test("findings have names for '--ignore', kinds and paths in JSON, and annotations")
    func formats() throws {
        #expect(try check("--ignore", "schema-violation", "D") == outcome(scratch.file("D"), [Self.findings[4]]))
        #expect(try check("--ignore", "schema-violation", "--ignore", "deprecated-key", "D").status == 0)
        let json = try JSONReader.read(check("--json", "D").output)
        guard case .dictionary(let root) = json else { throw CocoaError(.coderInvalidValue) }
        #expect(root[PropertyListPath(["findings", "1", "kind"])] == "schema-violation")
        #expect(root[PropertyListPath(["findings", "1", "keyPath"])] == .array(["FontSize"]))
        #expect(root[PropertyListPath(["findings", "1", "line"])] == 4)
        #expect(root[PropertyListPath(["findings", "4", "kind"])] == "deprecated-key")
        let annotations = try check("--format", "github", "D").text.split(separator: "\n")
        #expect(annotations.map { $0.hasPrefix("::error ") } == [true, true, true, true, false])
    }

    @Test("of a thousand findings, a hundred are printed, and allowed findings do not hide one")
    func many() throws {
        let keys = (1000..<2000).map { "<key>k\($0)</key><true/>" }.joined()
        try put("<plist><dict>\(keys)</dict></plist>", at: "root/D.plist")
        #expect(try check("D").text.split(separator: "\n").count == 100)
        let required = (0..<1000).map { "\"r\($0)\"" }.joined(separator: ",")
        let rules = "\"required\":[\(required)],\"properties\":{\"z\":{\"type\":\"string\"}}"
        for schema in ["{\(rules)}", "{\"anyOf\":[{\(rules)}]}"] {
            try put(schema, at: "schemas/D.json")
            try put("<plist><dict><key>z</key><true/></dict></plist>", at: "root/D.plist")
            #expect(
                try check("D") == outcome(scratch.file("D"), [":1:26: z is the boolean true; it must be a string"]))
        }
    }

    @Test("an unreadable file is reported, whether its domain has a schema or not")
    func unreadable() throws {
        try put("<plist><dict>", at: "root/D.plist")
        let outcome = try check("D")
        #expect(outcome.status == 65)
        #expect(try outcome == scratch.defaults("check", "D"))
    }
}

/// Schemas that cannot be used.
extension CheckSchemaTests {
    @Test("an invalid schema is found once, and the rest of the check goes on")
    func invalid() throws {
        try put("{\"properties\": {\n  \"a\": {\"typ\": 1}}}", at: "schemas/D.json")
        try put("<plist><dict/></plist>", at: "root/D.plist")
        let path = scratch.path + "/schemas/D.json"
        let clause =
            "invalid schema, 'typ' is not a supported keyword; names of extensions begin with 'x-' at "
            + "'properties.a.typ'; values were not compared with this schema"
        let empty = scratch.file("D") + ": the file has no keys; its domain does not exist\n"
        let expected = Outcome(status: 65, output: Array("\(empty)\(path):2:9: \(clause)\n".utf8), error: "")
        #expect(try check("D") == expected)
        #expect(
            try check("--schema", path, "D", "./root")
                == Outcome(
                    status: 65, output: Array("\(path):2:9: \(clause)\n\(empty)".utf8), error: ""))
        #expect(
            try check("--ignore", "invalid-schema", "--ignore", "no-keys", "D")
                == Outcome(
                    status: 65, output: [], error: "defaults: \(path): \(clause); use '--no-schema' to ignore it\n"))
    }

    @Test("a schema in '--schema' that cannot be read is an error", arguments: ["missing.json", "root"])
    func unreadableOption(path: String) throws {
        let outcome = try check("--schema", path, "D")
        outcome.expect(65, text: "", complaints: 1)
    }

    @Test(
        "a hostile schema is a finding on its file",
        arguments: [
            "nested", "large", "expression", "duplicate", "encoding", "fifo", "folder", "link",
        ])
    func hostile(kind: String) throws {
        let path = scratch.path + "/schemas/D.json"
        switch kind {
        case "nested":
            try put(
                String(repeating: "{\"items\":", count: 100_000) + "1" + String(repeating: "}", count: 100_000),
                at: "schemas/D.json")
        case "large": try put(String(repeating: " ", count: 1 << 20) + "{}", at: "schemas/D.json")
        case "expression":
            try put("{\"properties\":{\"a\":{\"pattern\":\"((a{99}){99}){99}\"}}}", at: "schemas/D.json")
        case "duplicate": try put("{\"title\":\"a\",\"title\":\"b\"}", at: "schemas/D.json")
        case "encoding": try put([0x7B, 0x22, 0xFF, 0x22, 0x3A, 0x31, 0x7D], at: "schemas/D.json")
        default: try FileManager.default.removeItem(atPath: path)
        }
        switch kind {
        case "fifo": #expect(mkfifo(path, 0o600) == 0)
        case "folder": try Disk.makeFolder(path)
        case "link": #expect(symlink("D.json", path) == 0)
        default: break
        }
        let outcome = try check("D")
        outcome.expect(65, error: "")
        #expect(outcome.text.hasPrefix(path + ":") && outcome.text.split(separator: "\n").count == 1)
        #expect(outcome.text.hasSuffix("; values were not compared with this schema\n"))
    }

    @Test("without effect, '--schema' and '--no-schema' are refused")
    func refused() throws {
        for option in [["--schema", "schemas/D.json"], ["--no-schema"]] {
            let words = [Executable.defaults, "check", "--same-keys"] + option + ["./root/D.plist", "./root/D.plist"]
            #expect(try scratch.run(words).status == 255)
        }
    }
}

/// Files that are schemas.
extension CheckSchemaTests {
    private static let start = "{\"$schema\": \"https://json-schema.org/draft/2020-12/schema\",\n"

    @Test("a valid schema has no findings, and is not compared with another schema")
    func schemaFile() throws {
        try put(Self.schema, at: "Fixtures/schema.json")
        let clean = Outcome.silence
        #expect(try check("./Fixtures/schema.json") == clean)
        #expect(try check("--schema", "schemas/D.json", "./Fixtures/schema.json") == clean)
    }

    @Test("an error in a schema has its position; without the keyword '$schema', a file is not a schema")
    func schemaError() throws {
        try put(Self.start + " \"typ\": 1}", at: "Fixtures/schema.json")
        let finding =
            ":2:2: invalid schema, 'typ' is not a supported keyword; "
            + "names of extensions begin with 'x-' at 'typ'"
        #expect(try check("./Fixtures/schema.json") == outcome("./Fixtures/schema.json", [finding]))
        #expect(try check("--files", "*.json", "./Fixtures") == outcome("./Fixtures/schema.json", [finding]))
        #expect(try check("--ignore", "invalid-schema", "./Fixtures/schema.json").status == 0)
        #expect(try check("--no-schema", "./Fixtures/schema.json").status == 0)
        try put("{\"typ\": 1}", at: "Fixtures/schema.json")
        #expect(try check("./Fixtures/schema.json") == .silence)
    }

    @Test("defaults that their own rules refuse are found at every depth, except those of secrets")
    func defaults() throws {
        try put(
            Self.start + """
                "properties": {
                "a": {"type": "integer", "default": 1},
                "b": {"type": "integer", "default": "x"},
                "c": {"type": "integer", "writeOnly": true, "default": "hunter2"},
                "d": {"items": {"anyOf": [{"maximum": 1, "default": 2}]}},
                "e": {"properties": {"p": {"writeOnly": true, "type": "integer"}}, "default":
                  {"p": "hunter2"}}},
                "additionalProperties": {"type": "string", "default": true}}
                """, at: "Fixtures/schema.json")
        #expect(
            try check("./Fixtures/schema.json")
                == outcome(
                    "./Fixtures/schema.json",
                    [
                        ":4:37: invalid schema, properties.b.default is the string 'x'; it must be an integer",
                        ":6:53: invalid schema, properties.d.items.anyOf.0.default is the integer 2; "
                            + "it must be a number of at most 1",
                        ":8:9: invalid schema, properties.e.default.p is a string; it must be an integer",
                        ":9:55: invalid schema, additionalProperties.default is the boolean true; "
                            + "it must be a string",
                    ]))
    }
}
