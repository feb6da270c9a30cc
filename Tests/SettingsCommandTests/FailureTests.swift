import DefaultsTesting
import Foundation
import TestStores
import Testing
import ToolSupport

@testable import SettingsCommand

/// Streams and stores that fail.
struct FailureTests {
    /// Arguments of each verb that prints something.
    private static let printing = [
        ["list"], ["list", "--json"], ["get", "FontSize"], ["get", "--json", "FontSize"], ["describe"],
        ["describe", "FontSize"], ["describe", "--json"], ["describe", "--json", "FontSize"], ["export", "-"],
        ["export", "--json", "-"], ["help"], ["help", "set"], ["completions", "bash"], ["completions", "zsh"],
        ["completions", "fish"], ["__complete", "zsh", ""],
    ]
    /// Arguments of each verb that reads values.
    private static let reading = [["list"], ["list", "--json"], ["get", "FontSize"], ["export", "-"]]
    /// Arguments of each verb that changes values.
    private static let changing = [
        ["set", "FontSize", "20"], ["set", "--stdin", "FontSize"], ["reset", "FontSize"], ["reset", "--all"],
        ["import", "-"],
    ]

    /// A schema without secrets.
    private static let schema = PreferenceSchema("com.example.Editor") {
        PreferenceSchema.Keys(.fontSize, .appearance)
    }

    private static func input(of words: [String]) -> [UInt8] {
        Array((words[0] == "import" ? #"{"FontSize": 20}"# : "20").utf8)
    }

    @Test("the table of arguments has all verbs")
    func table() {
        let words = Self.printing + Self.reading + Self.changing
        #expect(Set(words.map { $0[0] }).isSuperset(of: SettingsVerb.names))
    }

    @Test("output to a full disk is an error", arguments: printing)
    func fullDisk(words: [String]) {
        var session = Session(.editor, ["FontSize": 16])
        session.outputError = SystemError(ENOSPC)
        let message = "cannot write the output: \(SystemError(ENOSPC))"
        #expect(session.run(words) == .failure(.inputOutput, message))
    }

    @Test("output to a closed pipe is an error without a message", arguments: printing)
    func closedPipe(words: [String]) {
        var session = Session(.editor, ["FontSize": 16])
        session.outputError = SystemError(EPIPE)
        #expect(session.run(words) == Session.Outcome(status: .inputOutput))
    }

    @Test("a verb that changes values does not write to standard output", arguments: changing)
    func changingWithFullDisk(words: [String]) {
        var session = Session(.editor, ["FontSize": 16])
        session.outputError = SystemError(ENOSPC)
        #expect(session.run(words, input: Self.input(of: words)) == .printed(""))
    }

    @Test("a domain that cannot be read is an error, not a domain without values", arguments: reading + changing)
    func unreadable(words: [String]) {
        let error = PreferencesError(.system, description: "the cable is loose")
        let session = Session(Self.schema, in: HookedStore(failure: error))
        let outcome = session.run(words, input: Self.input(of: words))
        #expect(outcome == .failure(.inputOutput, "the cable is loose"))
    }

    @Test("an error of a store of an unknown kind is not shown if a key is secret", arguments: reading + changing)
    func unreadableWithSecrets(words: [String]) {
        let error = PreferencesError(.system, description: "the token 5ec4e7 is invalid")
        let session = Session(.editor, in: HookedStore(failure: error))
        let outcome = session.run(words, input: Self.input(of: words))
        #expect(outcome == .failure(.inputOutput, "the store failed; its error is not shown"))
    }

    @Test("an error does not propose an option that only defaults has")
    func foreignOptions() throws {
        let folder = try TemporaryStore()
        let store = FileDomainStore(folders: DomainFolders(root: folder.folder), sizeLimit: 10)
        try folder.update(Domain("com.example.Editor")) { contents, _ in contents["FontSize"] = 16 }
        for words in Self.reading + Self.changing {
            let outcome = Session(Self.schema, in: store).run(words, input: Self.input(of: words))
            #expect(outcome.status == .invalidData)
            #expect(outcome.error.contains("/com.example.Editor.plist"))
            #expect(!outcome.error.contains("--"), "\(outcome.error)")
        }
    }

    @Test("a key of a domain that cannot be read is described without a state")
    func descriptionOfUnreadable() {
        let error = PreferencesError(.system, description: "the cable is loose")
        let session = Session(Self.schema, in: HookedStore(failure: error))
        let outcome = session("describe", "FontSize")
        #expect(outcome.status == .success)
        #expect(outcome.output.hasSuffix("    Default: 12\n    State: unknown, because the domain cannot be read\n"))
    }

    @Test("a change that cannot be saved is an error and is not made", arguments: changing)
    func readOnly(words: [String]) throws {
        let domain = PreferenceSchema.editor.domain
        let store = HookedStore(
            InMemoryDomainStore([domain: ["FontSize": 16]]), failing: 1...,
            with: PreferencesError(.system, description: "the disk is read-only"))
        let session = Session(Self.schema, in: store)
        let outcome = session.run(words, input: Self.input(of: words))
        #expect(outcome == .failure(.inputOutput, "the disk is read-only"))
        #expect(session("get", "FontSize") == .printed("16\n"))
        #expect(!session.preferences.hasUnsavedChanges)
    }

    @Test("a domain whose file is damaged is reported with the file")
    func damagedFile() throws {
        let store = try TemporaryStore()
        let session = Session(.editor, in: store)
        #expect(session("set", "FontSize", "16") == .printed(""))
        let path = store.folder + "/com.example.Editor.plist"
        try #require(FileManager.default.fileExists(atPath: path))
        try Data("damaged".utf8).write(to: URL(fileURLWithPath: path))
        let outcome = Session(.editor, in: store)("get", "FontSize")
        #expect(outcome.status == .invalidData)
        #expect(outcome.error.contains(path))
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data("damaged".utf8))
    }
}
