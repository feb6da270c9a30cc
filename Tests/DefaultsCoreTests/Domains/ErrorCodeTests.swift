import DefaultsState
import Testing

@testable import DefaultsPreferences

/// What users of the library can ask of an error.
struct ErrorCodeTests {
    @Test("an error has a code, and the path, error number and lock holder that it is about")
    func details() {
        let locked = PreferencesError(FileAccess.lock("/p").error(.lockTimedOut(.seconds(10), nil)))
        #expect(locked.code == .lockTimedOut)
        #expect(locked.path == "/p")
        #expect(locked.lockHolder == nil)
        let system = PreferencesError(FileAccess.read("/p").error(SystemError(13)))
        #expect(system.code == .system)
        #expect(system.path == "/p")
        #expect(system.errorNumber == 13)
        let partly = PreferencesError(FileAccess.write("").error(.partlyChanged(paths: ["/a", "/b"], SystemError(5))))
        #expect(partly.code == .partlyChanged)
        #expect(partly.path == "/a")
        #expect(partly.errorNumber == 5)
        let keyring = PreferencesError(.noKeyring(.locked))
        #expect(keyring.code == .noKeyring)
        #expect(keyring.path == nil)
        #expect(keyring.errorNumber == nil)
        #expect(PreferencesError(FileAccess.write("/p").error(.notWritable)).code == .notWritable)
        #expect(PreferencesError(FileAccess.write("/p").error(.ownerNotKept)).code == .notWritable)
        #expect("\(PreferencesError.Code.lockTimedOut)" == "lockTimedOut")
    }

    @Test("a store outside the package creates errors of any code, with a description of its own")
    func own() {
        let error = PreferencesError(.notWritable, path: "redis", description: "the server is read-only")
        #expect(error.code == .notWritable)
        #expect(error.path == "redis")
        #expect("\(error)" == "the server is read-only")
        #expect(error.errorNumber == nil)
        #expect(!error.isAboutContents)
    }

    @Test("a catch clause matches a code")
    func matching() throws {
        func code(of error: any Error) -> String {
            do {
                throw error
            } catch PreferencesError.Code.lockTimedOut {
                return "locked"
            } catch let error as PreferencesError where error.code == .notWritable {
                return "not writable"
            } catch PreferenceValueError.Code.invalidMigration {
                return "invalid migration"
            } catch PropertyListError.Code.empty {
                return "empty"
            } catch PreferencesError.Code.noValue {
                return "no value"
            } catch JournalError.Code.damaged {
                return "damaged"
            } catch {
                return "other"
            }
        }
        #expect(code(of: PreferencesError(FileAccess.lock("/p").error(.lockTimedOut(.seconds(1), nil)))) == "locked")
        #expect(code(of: PreferencesError(FileAccess.write("/p").error(.notWritable))) == "not writable")
        #expect(code(of: PreferenceValueError.registeredTwice("m")) == "invalid migration")
        #expect(code(of: PropertyListError(.empty)) == "empty")
        #expect(code(of: PreferencesError(.edit(.noKeys))) == "no value")
        #expect(code(of: JournalError(.damaged(path: "/j", line: 1))) == "damaged")
        #expect(code(of: PreferenceValueError.corrupt(at: "k", reason: "r")) == "other")
        #expect(code(of: CancellationError()) == "other")
    }

    @Test("an edit of a change set has an error with a code and the path")
    func edits() {
        var contents: PropertyListDictionary = ["text": "t", "list": [1]]
        func error(_ edit: ChangeSet.Edit) -> PreferencesError? {
            #expect(throws: PreferencesError.self) { try ChangeSet([edit]).apply(to: &contents) }
        }
        let missing = error(.require("a"))
        #expect(missing?.code == .noValue)
        #expect(missing?.valuePath == "a")
        let empty = error(.rename("a", to: "b"))
        #expect(empty?.code == .noValue)
        let text = error(.append([1], to: "text"))
        #expect(text?.code == .wrongType)
        #expect(text?.valuePath == "text")
        let inside = error(.set(PropertyListPath(["text", "a"]), 1))
        #expect(inside?.code == .invalidPath)
        #expect(inside?.valuePath == "text")
        let long = error(.set(PropertyListPath(Array(repeating: "a", count: 513)), 1))
        #expect(long?.code == .invalidPath)
        #expect(long?.valuePath == nil)
        #expect(error(.mergeInto("list", [:]))?.code == .wrongType)
        contents = [:]
        let none = error(.requireAnyKey)
        #expect(none?.code == .noValue)
        #expect(none?.valuePath == nil)
    }

    @Test("an entry of a batch has an error with its index, and a description that counts from 1")
    func batches() throws {
        var batch = ChangeBatch()
        batch.append(ChangeSet([.set("a", 1)]), to: .global)
        batch.append(ChangeSet([.require("b")]), to: .global)
        let error = #expect(throws: ChangeBatch.EntryError.self) { try InMemoryDomainStore().apply(batch) }
        #expect(error?.entry == 1)
        #expect(error?.error.code == .noValue)
        #expect(error.map { "\($0)" } == "change 2: there is no value at b")
    }

    @Test("a state document has an error with a code, and the position of invalid text")
    func stateDocuments() {
        func error(_ text: String) -> StateDocument.ReadingError? {
            #expect(throws: StateDocument.ReadingError.self) { try StateDocument(Array(text.utf8)) }
        }
        let invalid = error("{\"a\": }")
        #expect(invalid?.code == .unreadable)
        #expect(invalid?.propertyListError?.position == .line(1, column: 7))
        let relative = error("{\"./a\": {}}")
        #expect(relative?.code == .relativePath)
        #expect(relative?.propertyListError == nil)
    }

    @Test("errors of records and journals have codes and details")
    func records() {
        let owned = StateApplier.ApplyError(.owned(domain: "D", "a", by: "id"))
        #expect(owned.code == .owned)
        #expect(owned.identifier == "id")
        #expect(owned.path == "a")
        let same = StateApplier.ApplyError(.sameDomain("a", "a.plist"))
        #expect(same.code == .sameDomain)
        #expect(same.identifier == nil)
        #expect(same.path == nil)
        let file = JournalError(.file(PreferencesError(FileAccess.write("/j").error(.notWritable))))
        #expect(file.code == .file)
        #expect(file.path == "/j")
        #expect(file.entry == nil)
        let changed = JournalError(.changedSince(3, domain: "D", "a"))
        #expect(changed.code == .changedSince)
        #expect(changed.path == nil)
        #expect(changed.entry == 3)
    }

    @Test("the codes of a migration's errors differ")
    func migrations() throws {
        let domain = Domain("D")
        let errors: [PreferenceValueError] = [
            .migrationWithoutIdentifier, .damagedRecord("m", target: domain), .notReversible("m", target: domain),
            .updateFailed("u", target: domain, CancellationError()),
            .oldKeysNotRemoved("m", PreferencesError(FileAccess.write("/p").error(.notWritable))),
        ]
        #expect(Set(errors.map(\.code)).count == errors.count)
        #expect("\(errors[1].code)" == "unreadableRecord")
        #expect(errors.allSatisfy { $0.path == nil })
        #expect(PreferenceValueError.conflict(old: "a", new: "b", target: domain).path == "a")
        #expect(PreferenceValueError.place(PreferencesError(.edit(.noValue("c"))), target: domain).path == "c")
    }
}
