import DefaultsTesting
import Foundation
import Testing
import ToolSupport

/// An export of all keys, and its import.
struct ExportTests {
    private let session = Session(
        .many, PropertyListDictionary(PreferenceSchema.many.keys.map { ($0.name, $0.otherValue) }))

    /// The values that are not secret.
    private let shown = PropertyListDictionary(
        PreferenceSchema.many.keys.filter { !$0.details.isSecret }.map { ($0.name, $0.otherValue) })

    @Test("an export to standard output is XML or JSON, and an import of it sets the same values")
    func standardOutput() throws {
        for (option, beginning) in [([], "<?xml"), (["--json"], "{")] {
            let export = session.run(["export"] + option + ["-"])
            #expect(export.status == .success)
            #expect(export.output.hasPrefix(beginning))
            let other = Session()
            #expect(other("import", "-", input: export.output) == .printed(""))
            #expect(try other.contents == shown)
        }
    }

    @Test("an export to standard output names a key whose value other programs refuse in XML")
    func controlCharacters() {
        let session = Session(.many, ["FontName": "\u{1B}"])
        let outcome = session("export", "-")
        #expect(outcome.status == .success)
        #expect(outcome.output.hasPrefix("<?xml"))
        #expect(
            outcome.error == "editor settings: 'FontName' in the output contains control characters, "
                + "which other programs do not accept in XML\n")
        #expect(session("export", "--json", "-") == .printed("{\n  \"FontName\": \"\\u001b\"\n}\n"))
    }

    @Test("an export to a file is binary or JSON, and an import of it sets the same values")
    func file() throws {
        let folder = try TemporaryStore()
        for (option, beginning) in [([], "bplist"), (["--json"], "{")] {
            let path = folder.folder + "/settings" + (option.first ?? "")
            #expect(session.run(["export"] + option + [path]) == .printed(""))
            let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
            #expect(bytes.starts(with: beginning.utf8))
            let other = Session()
            #expect(other("import", path) == .printed(""))
            #expect(try other.contents == shown)
        }
    }

    @Test("an export contains neither defaults nor other keys of the domain")
    func others() throws {
        let session = Session(.many, ["TabWidth": 2, "Other": "x"])
        #expect(session("export", "--json", "-") == .printed("{\n  \"TabWidth\": 2\n}\n"))
    }

    @Test("an export to a folder that does not exist fails")
    func missingFolder() throws {
        let folder = try TemporaryStore()
        let outcome = session("export", folder.folder + "/missing/file")
        #expect(outcome.status == .inputOutput)
        let beginning = "editor settings: Could not export domain com.example.Large to \(folder.folder)/missing/file"
        #expect(outcome.error.hasPrefix(beginning))
    }

    @Test(
        "an export to the file of the domain, which would lose secrets and other keys, is refused",
        arguments: [[], ["--json"]])
    func ownFile(options: [String]) throws {
        let folder = try TemporaryStore()
        let session = Session(.many, in: folder)
        session("set", "TabWidth", "2")
        let path = folder.folder + "/com.example.Large.plist"
        let before = try Data(contentsOf: URL(fileURLWithPath: path))
        let outcome = session.run(["export"] + options + [path])
        #expect(outcome.status == .usage)
        let sentence = "'\(path)' is the file of domain 'com.example.Large', so it cannot be the output"
        #expect(outcome.error == "editor settings: \(sentence)\n")
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
    }

    @Test("dates and data in JSON without tags, as the JSON Schema describes them, can be imported")
    func plainJSON() throws {
        let session = Session()
        let text = "2001-01-02T00:00:00Z"
        let json = #"{"LastOpened": "\#(text)", "TerminalState": "AH//", "CleanUps": ["\#(text)"]}"#
        #expect(session("import", "-", input: json) == .printed(""))
        let date = PropertyListValue.date(Date(timeIntervalSinceReferenceDate: 86_400))
        let expected: PropertyListDictionary = [
            "LastOpened": date, "TerminalState": .data(Data([0, 127, 255])), "CleanUps": [date],
        ]
        #expect(try session.contents == expected)
    }

    @Test("an import keeps keys that the document does not contain")
    func merging() throws {
        let session = Session(.many, ["TabWidth": 2, "Other": "x"])
        #expect(session("import", "-", input: #"{"FontName": "Serif"}"#) == .printed(""))
        #expect(try session.contents == ["TabWidth": 2, "Other": "x", "FontName": "Serif"])
    }
}
