import DefaultsTesting
import Foundation
import Testing
import ToolSupport

/// Documents that `import` refuses. Nothing is then changed.
struct ImportTests {
    private let old: PropertyListDictionary = ["TabWidth": 2, "Other": "x"]

    private func expectRefusal(
        of document: String, _ message: String, location: SourceLocation = #_sourceLocation
    ) throws {
        let session = Session(.many, old)
        let outcome = session("import", "-", input: document)
        #expect(outcome == .failure(.invalidData, message), sourceLocation: location)
        #expect(try session.contents == old, sourceLocation: location)
        #expect(!session.preferences.hasUnsavedChanges, sourceLocation: location)
    }

    @Test("a value that a key does not accept")
    func invalidValue() throws {
        // Each document has a valid value, too.
        let message = "WrapColumn is the integer 10; it must be an integer from 20 to 400"
        try expectRefusal(of: #"{"FontName": "Serif", "WrapColumn": 10}"#, message)
        try expectRefusal(of: #"{"WrapColumn": 10, "WrapLines": true}"#, message)
        try expectRefusal(
            of: #"{"Ligatures": "yes"}"#, "Ligatures is the string 'yes'; it must be a boolean")
        try expectRefusal(
            of: #"{"LastOpened": "yesterday"}"#, "LastOpened is the string 'yesterday'; it must be a date")
        try expectRefusal(
            of: #"{"TerminalState": "0"}"#, "TerminalState is the string '0'; it must be data")
    }

    @Test("a key that the schema does not have")
    func unknownKey() throws {
        try expectRefusal(
            of: #"{"FontName": "Serif", "TabWith": 4}"#, "unknown key 'TabWith'; did you mean 'TabWidth'?")
        try expectRefusal(
            of: #"{"FontName": "Serif", "Frobnication": 4}"#,
            "unknown key 'Frobnication'; see 'editor settings list'")
    }

    @Test("a document that is empty, damaged or not a dictionary")
    func damaged() throws {
        let beginning = "Could not parse property list from - due to"
        try expectRefusal(of: "", "\(beginning) empty input")
        try expectRefusal(
            of: "[1]", "Property list - was not a dictionary. Defaults have not been changed.")
        try expectRefusal(
            of: "{ FontSize = 1; FontSize = 2; }", "\(beginning) key 'FontSize', which occurs more than once")
        let session = Session(.editor, ["FontSize": 16])
        for document in [#"{"FontSize": 20"#, #"{"FontSize": 20}}"#, "<plist><dict>", "bplist00", "{ FontSize = 20"] {
            let outcome = session("import", "-", input: document)
            #expect(outcome.status == .invalidData)
            #expect(outcome.error.hasPrefix("editor settings: \(beginning) "), "\(outcome.error)")
            #expect(try session.contents == ["FontSize": 16])
        }
    }

    @Test("a file that does not exist")
    func missingFile() throws {
        let folder = try TemporaryStore()
        let outcome = Session(.many, old)("import", folder.folder + "/missing")
        #expect(outcome.status == .inputOutput)
        #expect(outcome.error.hasPrefix("editor settings: Could not read data from \(folder.folder)/missing: "))
    }

    @Test("a file that is too large is refused without advice for an option that the command lacks")
    func largeFile() throws {
        let folder = try TemporaryStore()
        let path = folder.folder + "/large"
        _ = FileManager.default.createFile(atPath: path, contents: nil)
        #expect(truncate(path, 1 << 30 + 1) == 0)
        let outcome = withExtendedLifetime(folder) { Session(.many, old)("import", path) }
        let sentence = "Could not read data from \(path): cannot read '\(path)': it has more than 1073741824 bytes"
        #expect(outcome == .failure(.invalidData, sentence))
    }

    @Test("a value with a type of its own that refuses it")
    func refusalByType() throws {
        try expectRefusal(
            of: #"{"FontName": "Serif", "InstallationID": "x"}"#,
            "'InstallationID' cannot be x: 'x' is not a UUID")
    }

    @Test("secrets can be imported")
    func secret() throws {
        let session = Session()
        let document = #"{"AccountToken": "5ec4e7", "Pin": 4321, "RecoveryCodes": ["a"]}"#
        #expect(session("import", "-", input: document) == .printed(""))
        #expect(try session.contents == ["AccountToken": "5ec4e7", "Pin": 4321, "RecoveryCodes": ["a"]])
    }
}
