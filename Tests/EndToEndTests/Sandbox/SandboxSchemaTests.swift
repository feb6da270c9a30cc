import Foundation
import Testing

/// The check of expectations against schemas, before a sandbox runs its program.
@Suite(.waiting) struct SandboxSchemaTests {
    private let scratch = Scratch()

    private static let schema = """
        {"additionalProperties": false, "required": ["Name"], "properties": {
        "FontSize": {"type": "integer", "maximum": 72}, "Sizes": {"items": {"type": "integer"}},
        "Window": {"required": ["Width"], "properties": {"Width": {"type": "integer"}}},
        "Token": {"type": "integer", "writeOnly": true}, "When": {"type": "string", "format": "date-time"}}}
        """

    init() throws {
        try scratch.prepareSandboxes()
        try Disk.makeFolder(scratch.path + "/schemas")
        try Disk.write(Self.schema, to: scratch.path + "/schemas/Program.json")
    }

    /// Runs a program with an expectation, and the schemas in the folder `schemas`.
    private func sandbox(_ contents: String, _ options: String = "", variable: String = "schemas") throws -> Outcome {
        try Disk.write("{\"Program\": \(contents)}", to: scratch.path + "/e.json")
        return try scratch.inSandboxes(
            "defaults sandbox \(options) --expect e.json touch ran",
            environment: ["DEFAULTS_SCHEMAS": scratch.path + "/" + variable])
    }

    private var hasRun: Bool { FileManager.default.fileExists(atPath: scratch.path + "/ran") }

    @Test(
        "a value that the schema refuses is status 65, and the program does not run",
        arguments: [
            ("{\"FontSize\": 99}", "FontSize is the integer 99; it must be an integer of at most 72"),
            (
                "{\"FontSize\": \"x\", \"Other\": 1}",
                "FontSize is the string 'x'; it must be an integer of at most 72; 1 more is refused"
            ),
            (
                "{\"FontSize\": \"x\", \"When\": {\"$any\": true}}",
                "FontSize is the string 'x'; it must be an integer of at most 72"
            ),
            ("{\"Sizes\": [{\"$any\": true}, \"x\"]}", "Sizes.1 is the string 'x'; it must be an integer"),
            ("{\"$merge\": {\"Window\": {\"Width\": \"x\"}}}", "Window.Width is the string 'x'; it must be an integer"),
            ("{\"Window\": {}}", "Window.Width is missing; it is required"),
            ("{\"Token\": \"hunter2\"}", "Token is a string; it must be an integer"),
        ])
    func refused(contents: String, clause: String) throws {
        let outcome = try sandbox(contents)
        let error = "defaults: Program: \(clause); use '--no-schema' to expect it anyway\n"
        #expect(outcome == Outcome(status: 65, output: [], error: error))
        #expect(!hasRun)
        #expect(try scratch.leftSandboxes().isEmpty)
        #expect(try sandbox(contents, "--no-schema").status == 1)
        #expect(hasRun)
    }

    @Test(
        "patterns and valid values are not refused",
        arguments: [
            "{\"FontSize\": {\"$any\": \"string\"}}", "{\"Other\": {\"$absent\": true}}", "{\"FontSize\": 12}",
            "{\"$merge\": {\"Window\": {\"Height\": 1}}}", "{\"When\": {\"$date\": \"2024-01-31T12:00:00Z\"}}",
        ])
    func accepted(contents: String) throws {
        #expect(try sandbox(contents).status != 65)
        #expect(hasRun)
    }

    @Test("a folder of property lists is checked, too")
    func folder() throws {
        try Disk.makeFolder(scratch.path + "/expected")
        try Disk.write(
            Disk.xml("<key>FontSize</key><integer>99</integer>"), to: scratch.path + "/expected/Program.plist")
        let outcome = try scratch.inSandboxes(
            "defaults sandbox --schema schemas/Program.json --expect expected touch ran")
        outcome.expect(65, containing: "FontSize is the integer 99")
        #expect(!hasRun)
    }

    @Test("installed schemas do not count")
    func hermetic() throws {
        try Disk.makeFolder(scratch.path + "/data/defaults/schemas")
        try Disk.write(Self.schema, to: scratch.path + "/data/defaults/schemas/Program.json")
        try Disk.write("{\"Program\": {\"FontSize\": 99}}", to: scratch.path + "/e.json")
        let outcome = try scratch.inSandboxes(
            "unset DEFAULTS_ROOT; defaults sandbox --expect e.json touch ran",
            environment: ["XDG_DATA_HOME": scratch.path + "/data"])
        #expect(outcome.status == 1)
        #expect(hasRun)
    }

    @Test("an invalid schema is status 65, and '--schema' requires '--expect'")
    func invalid() throws {
        try Disk.write("{\"typ\": 1}", to: scratch.path + "/schemas/Program.json")
        let outcome = try sandbox("{\"FontSize\": 1}")
        outcome.expect(65, complaints: 1)
        #expect(outcome.error.hasSuffix("; use '--no-schema' to ignore the schema\n"))
        #expect(!hasRun)
        for option in ["--schema schemas/Program.json", "--no-schema"] {
            #expect(try scratch.inSandboxes("defaults sandbox \(option) touch ran").status == 255)
        }
        #expect(!hasRun)
    }
}
