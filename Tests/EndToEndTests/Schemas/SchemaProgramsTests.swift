import Foundation
import Testing

/// PlistBuddy and plutil on the file of a domain that has a schema.
@Suite(.waiting) struct SchemaProgramsTests {
    let scratch: Scratch

    init() throws {
        scratch = try SchemaChange.scratch()
    }

    private var journal: String { scratch.path + "/journal" }

    private func plistBuddy(_ command: String, _ variables: [String: String] = [:]) throws -> Outcome {
        try scratch.plistBuddy(
            ["-c", command, scratch.file("D")], environment: scratch.schemaEnvironment.merging(variables) { $1 })
    }

    private func plutil(_ words: [String], _ variables: [String: String] = [:]) throws -> Outcome {
        try scratch.plutil(
            words + [scratch.file("D")], environment: scratch.schemaEnvironment.merging(variables) { $1 })
    }

    @Test(
        "PlistBuddy refuses with status 65, and changes and records nothing",
        arguments: [
            "Set :Size 99", "Add :Sise integer 5", "Add :Frame:Depth integer 5", "Add :List:0 string x",
            "Copy :Size :Other", "Clear string", "Clear array", "Import :Theme root/D.plist",
        ])
    func plistBuddyRefusal(command: String) throws {
        let before = try scratch.domainFiles()
        let outcome = try plistBuddy(command, ["DEFAULTS_JOURNAL": journal])
        outcome.expect(65, containing: "; set DEFAULTS_SCHEMAS=/dev/null to store it anyway")
        #expect(!outcome.error.contains("--no-schema"))
        #expect(try scratch.domainFiles() == before)
        #expect(!Disk.exists(journal))
    }

    @Test(
        "PlistBuddy makes allowed changes and removals, and everything without the schema",
        arguments: ["Set :Size 16", "Add :Zoom integer 5", "Delete :Size", "Delete :Frame:Width", "Clear dict"])
    func plistBuddyChanges(command: String) throws {
        let before = try scratch.domainFiles()
        #expect(try plistBuddy(command).status == 0)
        #expect(try scratch.domainFiles() != before)
        #expect(try plistBuddy("Add :Unknown string x", ["DEFAULTS_SCHEMAS": "/dev/null"]).status == 0)
        try scratch.install("{")
        #expect(try plistBuddy("Add :Theme string dark", ["DEFAULTS_SCHEMAS": "/dev/null"]).status < 2)
        let broken = try scratch.domainFiles()
        #expect(try plistBuddy("Add :Zoom2 integer 5").status == 65)
        #expect(try scratch.domainFiles() == broken)
    }

    @Test(
        "plutil refuses with status 1, and changes and records nothing",
        arguments: [
            ["-replace", "Size", "-integer", "99"], ["-insert", "Sise", "-integer", "5"],
            ["-replace", "Frame.Width", "-string", "x"], ["-insert", "List", "-string", "x", "-append"],
            ["-replace", "Theme", "-json", "[1]"],
        ])
    func plutilRefusal(words: [String]) throws {
        let before = try scratch.domainFiles()
        let outcome = try plutil(words, ["DEFAULTS_JOURNAL": journal])
        let text = outcome.text + outcome.error
        #expect(outcome.status == 1 && text.contains("; set DEFAULTS_SCHEMAS=/dev/null to store it anyway"), "\(text)")
        #expect(try scratch.domainFiles() == before)
        #expect(!Disk.exists(journal))
    }

    @Test(
        "plutil makes allowed changes and removals, and everything without the schema",
        arguments: [
            ["-replace", "Size", "-integer", "16"], ["-remove", "Size"], ["-insert", "Zoom", "-integer", "5"],
        ])
    func plutilChanges(words: [String]) throws {
        #expect(try plutil(words).status == 0)
        #expect(try plutil(["-insert", "Unknown", "-string", "x"], ["DEFAULTS_SCHEMAS": "/dev/null"]).status == 0)
        #expect(try plutil(["-convert", "binary1"]).status == 0)
        #expect(try plutil(["-lint"]).status == 0)
    }

    @Test("a file elsewhere has no schema")
    func otherFile() throws {
        let file = scratch.path + "/D.plist"
        let outcome = try scratch.plistBuddy(
            ["-c", "Add :Size string x", file], environment: scratch.schemaEnvironment)
        #expect(outcome.status == 0)
    }
}
