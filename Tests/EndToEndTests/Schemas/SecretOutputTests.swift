import Foundation
import Testing

/// No verb that compares, lists or reports prints the value of a `writeOnly` key.
@Suite(.waiting) struct SecretOutputTests {
    private let scratch = Scratch()

    private static let schema = """
        {"properties": {
          "Token": {"writeOnly": true}, "Account": {"properties": {"Pin": {"writeOnly": true}}},
          "Keys": {"items": {"properties": {"Key": {"writeOnly": true}}}},
          "Whole": {"writeOnly": true, "properties": {"In": {}}}, "Size": {"type": "integer"},
          "Both": {"additionalProperties": {}, "items": {"writeOnly": true}}}}
        """

    private static let contents = """
        {"Token": "hunter2", "Account": {"Pin": "hunter3", "User": "me"}, "Keys": [{"Key": "hunter4", "Name": "a"}],
          "Whole": {"In": "hunter5"}, "Both": ["hunter6"], "Size": 14}
        """

    init() throws {
        for folder in [scratch.root, scratch.path + "/schemas"] { try Disk.makeFolder(folder) }
        try Disk.write(Self.schema, to: scratch.path + "/schemas/D.json")
        try Disk.write(Self.contents, to: scratch.path + "/contents.json")
        try Disk.write("{\"D\": \(Self.contents.replacing("hunter", with: "other"))}", to: scratch.path + "/state.json")
        try Disk.write("{\"D\": {\"Token\": {\"$matches\": \"^hunter9\"}}}", to: scratch.path + "/expected.json")
        try scratch.succeed("import", "D", scratch.path + "/contents.json")
    }

    private func run(_ script: String, schemas: String = "schemas") throws -> Outcome {
        let variables = ["DEFAULTS_SCHEMAS": "\(scratch.path)/\(schemas)"]
        return try scratch.bash(script, environment: scratch.environment.merging(variables) { $1 })
    }

    @Test(
        "a report has a mark in place of the secret, and without the schema the secret",
        arguments: [
            "defaults write -n D Token new", "defaults write -n --path Account.Pin D new",
            "defaults write -n --path Keys.0.Key D new", "defaults write -n D Account -dict Pin hunter6",
            "defaults delete -n D", "defaults delete -n D Whole", "defaults delete -n --path Whole.In D",
            "defaults rename -n D Token New", "defaults rename -n --path Account.Pin D New",
            "echo '{}' | defaults import -n --replace D -", "echo 'delete D Token' | defaults batch -n",
            "defaults apply -n state.json", "defaults apply -v state.json",
            "defaults migrate -n --id one D E Other=Token", "defaults migrate -n --id one D AA Other=Token",
            "defaults migrate -n --id one D D Other=Token",
            "defaults diff --allow-missing D Missing || true", "defaults diff --allow-missing D ./none.plist || true",
            "defaults diff --json D E", "defaults diff --format commands D E",
            "defaults snapshot | defaults diff --state - ./state.json", "defaults diff ./root ./expected.json",
            "defaults diff ./root/ ./other/ --allow-missing",
            "defaults find Token", "defaults find --json o", "defaults find hunter4 | sed s/hunter4//",
            "EDITOR=\"sed -i s/hunter2/x/\" defaults edit D", "EDITOR=\"sed -i s/hunter4/x/\" defaults edit -n D",
            "timeout 10 defaults watch --initial --timeout 1 D",
            "timeout 10 defaults watch --initial --format json --timeout 1 D",
            "timeout 10 defaults watch --initial --format commands --timeout 1 D",
            "defaults explain D Token; defaults explain --json --path Account D",
            "defaults sandbox --from state.json --expect expected.json defaults write D Token hunter2",
            "export DEFAULTS_JOURNAL=j; defaults write D Token hunter7; defaults history; defaults undo -n",
            "export DEFAULTS_JOURNAL=j; defaults rename D Token New; defaults history --json; defaults undo",
            """
            echo '{Token=a;}' > base; echo '{Token=hunter8;}' > theirs
            defaults merge root/D.plist base theirs >/dev/null
            """,
            """
            echo '{"Token": "a"}' > ours; echo '{"Token": "b"}' > base
            defaults merge ours base root/D.plist >/dev/null
            """,
            "defaults --root new write E Copy hunter2; defaults diff ./root ./new || true",
            "defaults write E Copy hunter2; defaults find o",
            """
            echo '{"D": {"Token": "hunter2"}}' > from.json
            defaults sandbox --from from.json --expect expected.json defaults write E Copy hunter2
            """,
            """
            export DEFAULTS_JOURNAL=j
            defaults write D Token hunter7; defaults write E Copy hunter7; defaults history
            """,
            "export DEFAULTS_JOURNAL=j; defaults write D Token hunter7; defaults __complete fish '' undo --entry ''",
        ])
    func reports(script: String) throws {
        try scratch.bash("cp -a root saved")
        try scratch.succeed("write", "E", "Size", "-int", "14")
        let hidden = try run(script)
        #expect(!(hidden.text + hidden.error).contains("hunter"), "\(hidden)")
        #expect((hidden.text + hidden.error).contains("•••"), "\(hidden)")
        try scratch.bash("rm -rf root new j; mv saved root")
        try scratch.succeed("write", "E", "Size", "-int", "14")
        let shown = try run(script, schemas: "none")
        #expect(!(shown.text + shown.error).contains("•••"), "\(shown)")
    }

    @Test("other values are printed, and both sides of a difference show that it is one")
    func others() throws {
        let outcome = try run("defaults write -n D Token new; defaults write -n D Size -int 15")
        #expect(outcome.text == "- Token: •••\n+ Token: •••\n- Size: integer 14\n+ Size: integer 15\n")
        let nested = try run("defaults delete -n D Account")
        #expect(nested.text == "- Account: dictionary {\"Pin\":\"•••\",\"User\":\"me\"}\n")
    }

    @Test("commands leave out the whole key of a secret, and a comment names the key once")
    func commands() throws {
        let outcome = try run(
            """
            echo '{"Account": {"Pin": "x", "User": "you"}, "Size": 15}' | defaults --root new import D -
            defaults diff --only Account --only Size --format commands D ./new
            """)
        #expect(outcome.text == "# Account: •••\ndefaults write D Size -int 15\n", "\(outcome)")
    }

    @Test("the record of a migration is hidden, also after the secret has moved")
    func record() throws {
        let outcome = try run(
            """
            defaults migrate --id one D D Other=Token
            defaults diff --allow-missing --only DefaultsMigrations D Missing
            """)
        #expect(outcome.text == "- DefaultsMigrations: •••\n")
    }

    @Test("a schema that cannot be used hides all values of its domain")
    func unusableSchema() throws {
        try Disk.write("{", to: scratch.path + "/schemas/D.json")
        let outcome = try run("defaults diff --allow-missing D Missing; defaults find Size")
        #expect(!outcome.text.contains("hunter"))
        #expect(outcome.text.contains("•••"))
        let invalid = try run("DEFAULTS_SCHEMAS=$'\\377' defaults diff --allow-missing D Missing")
        #expect(!invalid.text.contains("hunter"))
        #expect(invalid.text.contains("•••"))
    }

    @Test(
        "reading and exporting print the secret",
        arguments: [
            "defaults read D Token", "defaults read --json D", "defaults export --format json D -", "defaults snapshot",
        ])
    func values(script: String) throws {
        #expect(try run(script).text.contains("hunter2"))
    }
}
