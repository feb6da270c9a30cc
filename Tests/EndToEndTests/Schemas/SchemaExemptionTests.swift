import Foundation
import PropertyList
import Testing

/// Changes that a schema never refuses: removals, restored values, and what was wrong before.
@Suite(.waiting) struct SchemaExemptionTests {
    /// A verb that ends with a value that the schema refuses, or removes a value, with the changes before it.
    struct Exemption: Sendable, CustomTestStringConvertible {
        let preparations: [String]
        let command: String
        /// The command that prints a result, and its output.
        let result: (command: String, output: String)

        var testDescription: String { command }
    }

    static let exemptions = [
        Exemption(
            preparations: [], command: "defaults delete D Size", result: ("defaults exists D Size; echo $?", "1\n")),
        Exemption(preparations: [], command: "defaults delete D", result: ("defaults exists D; echo $?", "1\n")),
        Exemption(
            preparations: [], command: "defaults delete-all D Size",
            result: ("defaults exists D Size; echo $?", "1\n")),
        Exemption(
            preparations: [], command: "defaults delete --path Frame.Width D",
            result: ("defaults exists --path Frame.Width D; echo $?", "1\n")),
        Exemption(
            preparations: [
                "defaults write --no-schema D Size wrong",
                "defaults write --no-schema --journal journal D Size -int 16",
            ], command: "defaults undo --journal journal", result: ("defaults read D Size", "wrong\n")),
        Exemption(
            preparations: [
                "defaults write --no-schema D Size wrong",
                #"defaults apply --no-schema --id i - <<< '{"D": {"Size": 16}}'"#,
            ], command: "defaults apply --id i --remove", result: ("defaults read D Size", "wrong\n")),
        Exemption(
            preparations: [
                "defaults write --no-schema D Zoom wrong",
                "defaults migrate --no-schema --id m --on-conflict overwrite D D Zoom=Size",
            ], command: "defaults migrate --rollback m D", result: ("defaults read D Zoom", "wrong\n")),
    ]

    @Test("it succeeds with a schema that refuses, and with a broken one", arguments: exemptions)
    func exemption(_ exemption: Exemption) throws {
        for schema in [Scratch.schema, #"{"properties": {"Size": false}, "required": ["Size"]}"#, "{"] {
            let scratch = try SchemaChange.scratch(schema: schema)
            let environment = scratch.schemaEnvironment
            for command in exemption.preparations {
                #expect(try scratch.bash(command, environment: environment).status == 0, "\(command)")
            }
            let outcome = try scratch.bash(exemption.command, environment: environment)
            outcome.expect(0, error: "", comment: "\(schema)")
            #expect(
                try scratch.bash(exemption.result.command, environment: environment).text == exemption.result.output)
        }
    }

    @Test("delete and undo in a batch and in an editor remove values, also required ones")
    func removalsInOtherVerbs() throws {
        let schema = #"{"properties": {"Size": {"type": "integer"}}, "required": ["Size", "Theme"]}"#
        let scratch = try SchemaChange.scratch(schema: schema)
        #expect(try scratch.checked("batch", input: "delete D Size\n").isSilentSuccess)
        #expect(try scratch.checked("apply", "-", input: #"{"D": {"Theme": {"$absent": true}}}"#).isSilentSuccess)
        #expect(try scratch.checked("write", "D", "{}").isSilentSuccess)
        #expect(!Disk.exists(scratch.file("D")))
    }

    @Test("what was wrong before does not block other changes, and is refused when it changes to another wrong value")
    func earlierViolations() throws {
        let scratch = try SchemaChange.scratch()
        #expect(try scratch.checked("write", "--no-schema", "D", "Size", "wrong").isSilentSuccess)
        #expect(try scratch.checked("write", "--no-schema", "D", "Unknown", "x").isSilentSuccess)
        #expect(try scratch.checked("write", "--no-schema", "D", "List", "-array", "a", "b").isSilentSuccess)
        #expect(try scratch.checked("write", "D", "Theme", "dark").isSilentSuccess)
        #expect(try scratch.checked("write", "D", "Size", "wrong").isSilentSuccess)
        #expect(try scratch.checked("import", "D", "-", input: #"{"Size": "wrong", "Zoom": 5}"#).isSilentSuccess)
        #expect(try scratch.checked("write", "D", "Size", "worse").isSchemaRefusal)
        #expect(try scratch.checked("write", "D", "List", "-array-add", "c").isSchemaRefusal)
        #expect(try scratch.checked("write", "D", "List", "-array-add", "<integer>1</integer>").isSilentSuccess)
        #expect(try scratch.checked("write", "D", "Size", "-int", "16").isSilentSuccess)
        #expect(try scratch.checked("write", "D", "Size", "wrong").isSchemaRefusal)
    }

    @Test("the records of migrations are no unknown key, and no schema refuses them")
    func migrationRecords() throws {
        let scratch = try SchemaChange.scratch(
            schema: #"{"additionalProperties": false, "properties": {"Zoom": {}, "DefaultsMigrations": false}}"#)
        #expect(try scratch.checked("migrate", "--id", "m", "Other", "D", "Zoom=Font").isSilentSuccess)
        #expect(try scratch.checked("read", "D").text.contains("DefaultsMigrations"))
        #expect(try scratch.checked("write", "D", "Zoom", "-int", "5").isSilentSuccess)
        #expect(try scratch.checked("write", "D", "DefaultsMigrationz", "x").isSchemaRefusal)
    }
}
