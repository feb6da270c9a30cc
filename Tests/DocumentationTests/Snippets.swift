// swift-format-ignore-file
// The code of the articles, line by line. The compiler checks it, and the tests run it.

import DefaultsCore
import DefaultsKeyring
import DefaultsMigration
import DefaultsObjects
import DefaultsPreferences
import DefaultsState
import DefaultsTesting
import Dispatch
import Foundation
import Observation
import PropertyList
import Synchronization
import Testing
import XCTest

extension PreferenceKey<Int> {
    static let fontSize = Self("FontSize", default: 12)
}

extension PreferenceKey<Int> {
    static let count = Self("Count", default: 0)
}

extension PreferenceKey<String> {
    static let token = Self("token", default: "")
}

extension PreferenceKey<Date> {
    static let firstLaunch = Self("FirstLaunch", computedDefault: { Date() })
}

extension PreferenceKey<String?> {
    static let lastAccount = Self("LastAccount")
}

enum Theme: String, Codable { case light, dark }

struct Window: Codable { var title: String; var frame: [Double] }

extension PreferenceKey<Theme> {
    static let theme = Self("Theme", default: .light)
}

extension PreferenceKey<Window?> {
    static let window = Self("Window")
}

enum UserAction: String, CaseIterable { case firstLogin, indicatorIndex }

extension PreferenceKey<Int> {
    static let indicatorIndex = Self(UserAction.indicatorIndex, default: 0)
}

extension PreferenceKey<Int> {
    static let textSize = Self("TextSize", default: 12)
}

extension PreferenceKey<Int> {
    static let volume = Self("Volume", default: 5, in: 0...11)
}

extension PreferenceKey<String> {
    static let nickname = Self("Nickname", default: "me", where: { !$0.isEmpty })
}

extension PreferenceKey<Int?> {
    static let width = Self("Width")
    static let height = Self("Height")
}

extension PreferenceKey<String?> {
    static let size = Self("Size")
}

extension PreferenceKey<String?> {
    static let darkMode = Self("DarkMode")
}

extension PreferenceKey<Bool> {
    static let isDark = Self("IsDark", default: false)
}

struct Account: Codable {
    var name: String?
    var theme = "light"
    var session = ""
    var address = Address()
}

struct Address: Codable { var city = ""; var zip = "" }

extension Account {
    /// Only compiled, because it is the user's.
    static let shared = Result { try StoredObject(in: Domain("com.example.Editor")) { Account() } }
}

struct Note: Codable, Identifiable { var id: Int; var text: String }

/// The code that the article about testing tests.
struct Editor {
    let preferences: Preferences
    func enlarge() { preferences[.fontSize] += 1 }
}

/// The suite of the article about testing.
@Suite struct EditorTests {
    let store: TemporaryStore
    let domain: Domain

    init() throws {
        store = try TemporaryStore()
        domain = try Domain("com.example.Editor")
    }

    @Test func savesSizeAndLaunch() throws {
        let preferences = Preferences(domain, store: store, arguments: .none)
        Editor(preferences: preferences).enlarge()
        preferences[.firstLaunch] = Date()
        try preferences.synchronize()

        try expectState([domain: ["FontSize": 13, "FirstLaunch": .any(.date)]], in: store)
    }

    @Test func enlarges() throws {
        let preferences = Preferences.inMemory(["FontSize": 20])
        Editor(preferences: preferences).enlarge()

        try expectContents(["FontSize": 21], of: preferences.contents)
    }

    @Test func goldenFile() throws {
        let document = #"{"com.example.Editor": {"FontSize": {"$any": "integer"}, "Title": {"$matches": "^a"}}}"#
        let goldenFile = store.folder + "/golden.json"
        try Data(document.utf8).write(to: URL(fileURLWithPath: goldenFile))
        try store.apply(ChangeSet([.set("FontSize", 13), .set("Title", "abc"), .set("LastUse", 1)]), to: domain)
        let golden = try StateExpectation(contentsOfFile: goldenFile)
        try expectState(golden, in: store, ignoring: ["Last*", "**.timestamp"])
        #expect(throws: StateMismatch.self) { try expectState(golden, in: store) }
    }

    @Test func passingCallsOn() {
        #expect(AuditedStore(base: store).identity == AuditedStore(base: store).identity)
        #expect(AuditedStore(base: store).identity != store.identity)
    }

    @Test func continues() throws {
        let preferences = Preferences.inMemory(["FontSize": 21])
        #expect(throws: Never.self) { try expectContents(["FontSize": 21], of: preferences.contents) }
    }

    @Test func failure() throws {
        try store.apply(ChangeSet([.set("FontSize", 14)]), to: domain)
        let error = #expect(throws: StateMismatch.self) { try expectState([domain: ["FontSize": 13]], in: store) }
        let file = DocumentationTests.article("Testing", of: "DefaultsTesting")
        let article = try String(contentsOf: file, encoding: .utf8)
        let description = try #require(error?.description)
        #expect(article.contains("```text\n\(description)\n```"))
    }
}

/// A part of a store that passes calls on to another one.
private struct AuditedStore {
    let base: any DomainStore

    var underlyingStore: (any DomainStore)? { base }
    var identity: StoreIdentity? { base.identity?.adding("audited") }
}

/// The same check in XCTest, which is only compiled: its tests do not run beside those of Swift Testing.
private func editorXCTest(_ preferences: Preferences) {
    XCTAssertNoThrow(try expectContents(["FontSize": 21], of: preferences.contents))
}

/// A part of a program that shows preferences.
final class Display: Sendable {
    private let shown = Mutex<[String]>([])

    func show(_ size: Int) { shown.withLock { $0.append("size \(size)") } }
    func show(_ size: Int, _ isDark: Bool) { shown.withLock { $0.append("size \(size), dark: \(isDark)") } }
    func reload(_ names: [String]) { shown.withLock { $0.append("names \(names)") } }

    /// Waits until a text has been shown.
    func wait(for text: String) async throws {
        while !shown.withLock({ $0.contains(text) }) { try await Task.sleep(for: .milliseconds(1)) }
    }
}

/// The snippets that do something, each on a new store.
struct Snippets {
    let temporary: TemporaryStore
    var store: FileDomainStore { FileDomainStore(folders: DomainFolders(root: temporary.folder)) }
    let domain: Domain

    init() throws {
        temporary = try TemporaryStore()
        domain = try Domain("com.example.Editor")
    }

    /// The snippet of the overview. It is only compiled, because it would change the user's preferences.
    func overview() throws {
        let preferences = Preferences(domain: "com.example.Editor")
        preferences[.fontSize] = 14
        try preferences.synchronize()
        try preferences.update { $0[.fontSize] += 1 }
    }

    /// The snippet of the overview of `DefaultsCore`. It is only compiled as well.
    func storeOverview() throws {
        let store = FileDomainStore()
        let editor = try Domain("com.example.Editor")
        try store.update([editor]) { $0[editor]["FontSize"] = 14 }
        print(try store.contents(of: editor))
    }

    @Test("the code about typed keys does what its article says")
    func typedKeys() throws {
        let preferences = Preferences.inMemory()
        preferences[.theme] = .dark
        try preferences.set(Window(title: "Notes", frame: [0, 0, 640, 480]), for: .window)
        let window = try preferences.value(for: .window)
        #expect(window?.frame == [0, 0, 640, 480] && preferences[.lastAccount] == nil)
        #expect(preferences[.firstLaunch] <= Date())

        preferences[.indicatorIndex] = 3
        preferences.reset(.indicatorIndex)
        preferences.resetAll(of: UserAction.self)
        #expect(preferences[.indicatorIndex] == 0)
    }

    @Test("the code about tests does what its article says")
    func testing() async throws {
        let preferences = Preferences.inMemory(["FontSize": 20])
        let editor = Editor(preferences: preferences)
        editor.enlarge()
        assert(preferences[.fontSize] == 21)
        #expect(preferences[.fontSize] == 21)

        func saves() throws {
            let temporary = try TemporaryStore()
            let onDisk = Preferences(domain: "com.example.Editor", store: temporary)
            onDisk[.fontSize] = 3
            try onDisk.synchronize()
            #expect(try temporary.contents(of: domain) == ["FontSize": 3])
        }
        try saves()

        let fake = FakeDataStore()
        try await fake.write(1, for: UserAction.indicatorIndex)
        let index = try await fake.read(Int.self, for: UserAction.indicatorIndex)
        assert(index == 1)
    }

    /// Only compiled, because it would change the user's preferences.
    func userDefaults() {
        let preferences = Preferences.standard
        preferences.register(["FontSize": 14])
        let size = preferences[.fontSize]
        preferences[.fontSize] = size + 1
        preferences.reset(.fontSize)
    }

    /// Only compiled, because the keyring of the session is the user's.
    private func keyring(report: (String) -> Void) throws {
        let secrets = Preferences(domain: "com.example.Editor", store: SecretDomainStore())
        try secrets.update { $0[.token] = "s3cret" }

        do {
            try secrets.synchronize()
        } catch let error as PreferencesError where error.code == .noKeyring {
            report("\(error)")
        }
    }

    @Test("the code about secrets does what its article says")
    func secrets() throws {
        let keyring = InMemoryDomainStore()
        try store.apply(ChangeSet([.set("token", "s3cret")]), to: domain)
        let migration = try Migration("2026-secrets", from: domain, to: domain, steps: [.move("token", to: "token")])
        try Migrator(from: store, to: keyring).apply(migration)
        #expect(try store.contents(of: domain).isEmpty)
        #expect(try keyring.contents(of: domain)["token"] == "s3cret")
    }

    @Test("the code for those who come from a wrapper does what its articles say")
    func wrappers() async throws {
        let account = try await StoredObject.load(
            named: .sdUserManager, in: domain, store: store,
            ignoring: ["session", "address.zip"]
        ) { Account() }
        account.name = "ann"
        try await account.async.save()
        try await account.async.update { $0.theme = "dark" }
        func show(_ theme: String) { shown.append(theme) }
        var shown: [String] = []
        let others = try Domain("com.example.Editor")
        for await changed in account.updates() {
            show(changed.theme)
            if shown.count == 2 { break }
            let path = PropertyListPath([StoredObjectName.sdUserManager.rawValue, "theme"])
            try store.apply(ChangeSet([.set(path, "light")]), to: others)
        }
        #expect(shown == ["dark", "light"])
        try await account.async.reset()

        let settings = Preferences(
            domain: "com.example.Suite", store: store, keyMapping: Preferences.KeyMapping { "NSUserDefault" + $0 })
        settings.register(["FontSize": 14])
        settings.reset(.fontSize)
        #expect(settings[.fontSize] == 14)

        let suffixed = Preferences(
            domain: "com.example.App", store: store, keyMapping: Preferences.KeyMapping { $0 + "_xb_userDefaults_key" })
        suffixed[.fontSize] = 3
        // An automatic save after the removal of the folder would bring the folder back.
        try await suffixed.async.synchronize()

        let dataStore: any DataStore = try DomainDataStore(suite: domain, user: "ann", store: store)
        try await dataStore.write(4, for: UserAction.indicatorIndex)
        let index = try await dataStore.read(Int.self, for: UserAction.indicatorIndex)
        try await dataStore.remove(UserAction.indicatorIndex)
        #expect(index == 4)

        let notes = StoredCollection<Note>(UserAction.firstLogin, in: domain, store: store)
        try await notes.async.save(Note(id: 1, text: "a"), Note(id: 2, text: "b"))
        try await notes.async.update(1) { $0?.text = "A" }
        let count = try await notes.async.count()
        #expect(count == 2)
        try await notes.async.removeAll()

        func keepsObject() throws {
            let objects = Preferences(domain: "com.example.Objects", store: store)
            try objects.set(Account(name: "ann"), for: .named(after: Account.self))
            try objects.synchronize()
            let found = try objects.value(for: PreferenceKey.named(after: Account.self))
            #expect(found?.name == "ann")
        }
        try keepsObject()
    }

    @Test("the code for those who come from XBUserDefaults does what its article says")
    func transfer() throws {
        let app = try Domain("com.example.App")
        try store.apply(ChangeSet([.set("FontSize_xb_userDefaults_key", 3)]), to: app)
        var transfer = Migrator(store: store)
        try transfer.register("2026-no-suffix", in: app) {
            MigrationStep.move("FontSize_xb_userDefaults_key", to: .fontSize)
        }
        try transfer.apply()
        #expect(Preferences(app, store: store, arguments: .none)[.fontSize] == 3)
    }

    @Test("allowed values, and all values of a domain")
    func allowedValues() throws {
        let preferences = Preferences.inMemory(["WindowA": 1, "Other": 2])
        var reports: [String] = []
        func report(_ text: String) { reports.append(text) }
        do {
            try preferences.set(12, for: .volume)
        } catch let error as PreferenceValueError where error.code == .notAllowed {
            report("\(error)")
        }
        preferences[.nickname] = ""
        #expect(preferences[.nickname] == "me" && preferences.saveFailure != nil)
        for (name, value) in try preferences.contents where name.hasPrefix("Window") {
            report("\(name) = \(value)")
        }
        #expect(reports == ["'Volume' cannot be 12: it is not in 0...11", "WindowA = 1"])
        let isUnchanged = preferences.isDefault(.volume)
        try preferences.removeAll()
        #expect(try isUnchanged && preferences.contents.isEmpty)
        do {
            try Preferences(domain: "a//b").synchronize()
        } catch PreferencesError.Code.lockTimedOut {
            Issue.record("not locked")
        } catch {
            #expect((error as? PreferencesError)?.code == .invalidName)
        }
    }

    struct NewerPreferences: Error {}

    @Test("the code about renamed keys does what its article says")
    func renaming() throws {
        let app = try Domain("com.example.App")
        let old: PropertyListDictionary = ["FontSize": 14, "DarkMode": "YES", "Scratch": 1]
        try store.apply(ChangeSet([.merge(old)]), to: app)
        try store.apply(ChangeSet([.set("Width", 640)]), to: domain)

        var migrator = Migrator(store: store)
        try migrator.register("2026-names", in: app) {
            MigrationStep.move(.fontSize, to: .textSize)
            MigrationStep.delete("Scratch")
        }
        try migrator.apply()
        try migrator.register("2027-types", in: app) {
            MigrationStep.move(.darkMode, to: .isDark, converting: .lossless)
        }
        try migrator.register("2028-domain", in: app, from: domain) {
            MigrationStep.move("Width", to: PropertyListPath(["Window", "Size", "Width"]), as: .integer)
        }
        let reports = try migrator.apply()
        #expect(reports.map(\.status) == [.alreadyApplied, .applied, .applied])
        try migrator.register("2029-size", in: app) {
            MigrationStep.combine(.width, .height, to: .size, named: "size") { width, height in
                "\(width ?? 640)x\(height ?? 480)"
            }
        }
        try migrator.apply(upTo: "2029-size")
        var contents = try store.contents(of: app)
        contents[Migration.recordKey] = nil
        #expect(contents == ["TextSize": 14, "IsDark": true, "Window": ["Size": ["Width": 640]]])

        let stored: PropertyListDictionary = [
            "Documents": [["fontSize": 12], ["fontSize": 14], [:]], "Notes": ["1": ["draft": true, "text": "a"]],
            "XB_Zoom": 2,
        ]
        try store.apply(ChangeSet([.merge(stored)]), to: app)
        try migrator.register("2030-documents", in: app) {
            MigrationStep.move(matching: ["Documents", .any, "fontSize"], to: ["Documents", .any, "textSize"])
            MigrationStep.delete(matching: ["Notes", .any, "draft"])
        }
        if let prefixed = PropertyListPathGlob(parsing: "XB_*") {
            try migrator.register("2030-prefix", in: app) { MigrationStep.move(matching: prefixed, to: [.any]) }
        }
        try migrator.apply()
        #expect(try store.contents(of: app)["Documents"] == [["textSize": 12], ["textSize": 14], [:]])
        #expect(try store.contents(of: app)["Notes"] == ["1": ["text": "a"]])
        #expect(try store.contents(of: app)["Zoom"] == 2)

        try migrator.register("2031-points", in: app) {
            MigrationStep.update(named: "pixels to points") { values in
                values.new[.textSize] = values.old[.textSize] * 3 / 4
                if values.old["Zoom"] == 2 { values.new[PropertyListPath(["Window", "IsZoomed"])] = true }
                values.new["Zoom"] = nil
            }
        }
        try migrator.apply()
        #expect(try store.contents(of: app)["TextSize"] == 10 && store.contents(of: app)["Zoom"] == nil)
        try migrator.rollBack("2031-points", in: app)
        #expect(try store.contents(of: app)["TextSize"] == 14 && store.contents(of: app)["Zoom"] == 2)

        let isOutdated = try Migrator(store: store).hasBeenSuperseded(in: app)
        if try migrator.hasBeenSuperseded(in: app) {
            throw NewerPreferences()
        }
        #expect(isOutdated)

        let preview = try migrator.previewRollBack("2026-names", in: app)
        let undone = try migrator.rollBack("2026-names", in: app)
        #expect(preview.changes.count == 1 && undone?.status == .rolledBack)
        #expect(try store.contents(of: app)["FontSize"] == 14 && store.contents(of: app)["Scratch"] == 1)
    }

    @Test("the code that changes domains does what its article says")
    func changingDomains() throws {
        let editor = try Domain("com.example.Editor")

        /// Moves a file to the front of the recent files, of which ten are kept.
        func remember(_ file: String, in store: some DomainStore) throws {
            try store.update([editor]) { domains in
                var recent: [PropertyListValue] = [.string(file)]
                if case .array(let older) = domains[editor]["Recent"] { recent += older }
                domains[editor]["Recent"] = .array(Array(recent.prefix(10)))
            }
        }

        let width = PropertyListPath(["Window", "Width"])
        let changes = ChangeSet([.set("FontSize", 14), .set(width, 800), .append(["notes.txt"], to: "Recent")])
        try store.apply(changes, to: editor)
        try remember("plan.txt", in: store)
        let contents = try store.contents(of: editor)
        assert(contents[width] == 800)
        #expect(contents == ["FontSize": 14, "Recent": ["plan.txt", "notes.txt"], "Window": ["Width": 800]])
    }

    @Test("the code that observes changes does what its article says")
    func observing() async throws {
        let preferences = Preferences(domain, store: store, arguments: .none, saving: .explicit)
        let editor = Display()
        let store = store
        let domain = domain
        let tasks = [
            Task {
                for await size in preferences.updates(of: .fontSize) {
                    editor.show(size)
                }
            },
            Task {
                for await (size, isDark) in preferences.updates(of: .fontSize, .isDark) {
                    editor.show(size, isDark)
                }
            },
            Task {
                for await changed in preferences.changes() {
                    editor.reload(changed.names)
                    if changed.contains(.fontSize) { editor.show(preferences[.fontSize]) }
                }
            },
            Task {
                for await state in store.changes(of: domain) {
                    let contents = try state.get().contents
                    editor.reload(Array(contents.keys))
                }
            },
        ]
        try await editor.wait(for: "size 12")
        withObservationTracking {
            editor.show(preferences[.fontSize])
        } onChange: {
            Task { editor.reload(["FontSize"]) }
        }
        preferences[.fontSize] = 13
        try await editor.wait(for: "size 13")
        try await editor.wait(for: "size 13, dark: false")
        try await editor.wait(for: "names [\"FontSize\"]")
        try preferences.modify(.count) { $0 += 1 }
        try await preferences.async.update { $0[.count] += 1 }
        #expect(preferences[.count] == 2)
        try await editor.wait(for: "names [\"Count\", \"FontSize\"]")
        for task in tasks { task.cancel() }
        for task in tasks { try await task.value }
    }

    /// The end of a service, which the tests of `EndOfProcessTests` run in a process of its own.
    private func endOfService(_ preferences: Preferences) async throws {
        let termination = DispatchSource.makeSignalSource(signal: SIGTERM)
        termination.setEventHandler { @Sendable in exit(0) }
        termination.resume()
        try await preferences.async.synchronize()
    }

    @Test("the code that keeps a default does what its article says")
    func keptDefault() throws {
        let preferences = Preferences(domain, store: store, arguments: .none, saving: .explicit)
        try preferences.modify(.firstLaunch) { _ in }
        let first = preferences[.firstLaunch]
        #expect(preferences.isSet(.firstLaunch) && preferences[.firstLaunch] == first)
        try preferences.modify(.firstLaunch) { _ in }
        #expect(preferences[.firstLaunch] == first)
    }

    @Test("many changes, and the way back")
    func manyChanges() throws {
        let editor = try Domain("com.example.Editor")
        let files = store
        let path = temporary.folder + "/journal"

        var batch = ChangeBatch()
        batch.append(ChangeSet([.set("Theme", "dark")]), to: editor)
        batch.append(ChangeSet([.rename("Theme", to: "Appearance")]), to: editor)
        try store.apply(batch)
        #expect(try store.contents(of: editor) == ["Appearance": "dark"])

        let document = StateDocument([editor: ["Appearance": "light", "Tabs": 4]])
        let applier = StateApplier(store: files)
        try applier.apply(document, identifier: "defaults")
        #expect(try store.contents(of: editor) == ["Appearance": "light", "Tabs": 4])
        try applier.remove("defaults")
        #expect(try store.contents(of: editor) == ["Appearance": "dark"])

        let journal = Journal(path: path, folders: files.folders)
        let recording = JournalingDomainStore(files, journal: journal, command: ["set up"])
        try recording.update([editor]) { $0[editor]["Appearance"] = "black" }
        try journal.undo(in: recording)
        #expect(try store.contents(of: editor) == ["Appearance": "dark"])
        #expect(try journal.entries().map(\.number) == [1, 2])
    }
}
