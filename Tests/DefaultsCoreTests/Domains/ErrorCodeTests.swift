import Testing

@testable import DefaultsCore
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
            } catch {
                return "other"
            }
        }
        #expect(code(of: PreferencesError(FileAccess.lock("/p").error(.lockTimedOut(.seconds(1), nil)))) == "locked")
        #expect(code(of: PreferencesError(FileAccess.write("/p").error(.notWritable))) == "not writable")
        #expect(code(of: PreferenceValueError.registeredTwice("m")) == "invalid migration")
        #expect(code(of: PropertyListError(.empty)) == "empty")
        #expect(code(of: PreferencesError(.edit(.noKeys))) == "no value")
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
