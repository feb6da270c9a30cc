import DefaultsPreferences
import DefaultsState
import TestStores
import Testing
import ToolSupport

@testable import DefaultsCLI
@testable import DefaultsCore

/// Migrations that end between their stages.
struct MigrationFailureTests {
    private let from = Domain("From")
    private let to = Domain("To")

    @Test(
        "whatever prevents the removal of old values, the message says that the new values are set",
        arguments: [
            (
                JournalError.file(PreferencesError(FileAccess.write("/j").error(.notWritable))),
                "journal: cannot write '/j': the file is not writable", .permission
            ),
            (
                PreferencesError(FileAccess.write("/f").error(.notWritable)),
                "cannot write '/f': the file is not writable", .permission
            ),
            (OtherError(), "OtherError()", .inputOutput),
        ] as [(any Error, String, ToolSupport.ExitStatus)])
    func secondStage(error: any Error, sentence: String, status: ToolSupport.ExitStatus) throws {
        let tool = Tool([from: ["a": 1]])
        let words = ["migrate", "--id", "m", "From", "To", "b=a"]
        let outcome = tool.run(words, store: HookedStore(tool.store, failing: 2..., with: error))
        #expect(outcome.status == status)
        #expect(
            outcome.error == "defaults: Migration m has copied all values, but could not remove the old ones; "
                + "run it again: \(sentence)\n")
        #expect(try tool.contents("From") == ["a": 1])
        #expect(try tool.contents("To")["b"] == 1)
        #expect(tool.run(words).status == .success)
        #expect(try tool.contents("From").isEmpty)
        #expect(try tool.contents("To")["b"] == 1)
    }

    @Test("an interrupted migration whose record is damaged changes nothing, and the message says so")
    func damagedRecord() throws {
        let tool = Tool([from: ["a": 1], to: ["DefaultsMigrations": ["m": ["State": "copied"]]]])
        let outcome = tool("migrate", "--id", "m", "From", "To", "b=a")
        #expect(outcome.status == .invalidData)
        #expect(
            outcome.error == "defaults: The record of migration m in domain To is damaged; "
                + "leaving defaults unchanged\n")
        #expect(try tool.contents("From") == ["a": 1])
    }

    @Test("a record that cannot be read does not hide the others from the list")
    func listing() throws {
        let tool = Tool([to: ["a": 1]])
        #expect(tool("migrate", "--id", "one", "To", "To", "b=a").status == .success)
        #expect(tool("write", "To", "DefaultsMigrations", "-dict-add", "two", "broken").status == .success)
        let outcome = tool("migrate", "--status", "To")
        #expect(outcome.status == .invalidData)
        #expect(outcome.output.hasPrefix("one: done, "))
        #expect(outcome.error == "defaults: The record of migration two in domain To is damaged\n")
    }
}

private struct OtherError: Error {}
