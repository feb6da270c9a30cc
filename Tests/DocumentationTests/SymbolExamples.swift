// swift-format-ignore-file
// The examples in the documentation of types and functions, line by line. The compiler checks them, and the tests run
// them. A comment in an example that states a result is checked after the example.

import DefaultsCore
import DefaultsKeyring
import DefaultsMigration
import DefaultsObjects
import DefaultsPreferences
import DefaultsState
import DefaultsTesting
import Foundation
import PropertyList
import SafeUserDefaults
import Synchronization
import Testing

extension PreferenceKey<Double?> {
    static let zoom = Self("Zoom", in: 0.25...4)
}

extension PreferenceKey<String> {
    static let author = Self("Author", default: "", where: { $0.count <= 80 })
}

extension Preferences {
    static let editor = Preferences(domain: "com.example.Editor")
}

private struct ServerError: CodedError {
    let code = Code.unavailable
    let description = "the server is not available"
}

extension ErrorCode where Failure == ServerError {
    static var unavailable: Self { Self() }
}

extension StoredObjectName { static let session: Self = "Session" }

/// A view that counts its calls.
private final class EditorView: Sendable {
    private let calls = Mutex(0)

    var isCalled: Bool { calls.withLock { $0 > 0 } }

    func layOut() { calls.withLock { $0 += 1 } }
    func setFontSize(_ size: Int) { layOut() }
    func show(_ size: Int, _ theme: Theme) { layOut() }
    func show(_ notes: [Note]) { layOut() }

    /// Runs a body that follows changes, and makes changes until the body has called the view.
    func follow(_ change: () throws -> Void, _ body: @escaping @Sendable () async throws -> Void) async throws {
        let task = Task { try await body() }
        while !isCalled {
            try change()
            try await Task.sleep(for: .milliseconds(5))
        }
        task.cancel()
        try await task.value
    }
}

private func show(_ text: String) {}
private func show(_ text: String, at position: PropertyListError.Position?) {}
private func show(_ value: PropertyListValue) {}
private func show(_ error: any Error) {}
private func show(_ number: Int) {}
private func log(_ text: String) {}
private func retryLater() {}
private func reloadSoon() {}

/// The examples of `Preferences` and its parts.
struct PreferencesExamples {
    let preferences = Preferences.inMemory()
    let store = InMemoryDomainStore()
    let editor: Domain
    let office: Domain

    init() throws {
        editor = try Domain("com.example.Editor")
        office = try Domain("com.example.Office")
    }

    /// Only compiled, because it would change the user's preferences.
    private func creation() throws {
        do {
            let preferences = Preferences(domain: "com.example.Editor")
            preferences[.fontSize] = 14                       // in memory at once, saved soon after
            try preferences.synchronize()                     // saves now, and reads what others have saved
            try preferences.update { $0[.fontSize] += 1 }     // one atomic read-modify-write
        }
        do {
            Preferences.editor[.fontSize] = 14
        }
        do {
            let secrets = Preferences(store: SecretDomainStore())  // this program's domain, in the keyring
            secrets[.token] = ""
        }
        do {
            Preferences.standard.register(["FontSize": 14])
            Preferences.standard[.fontSize] += 1
        }
        func saveToken(_ token: String) throws {
            let secrets = Preferences(domain: "com.example.Editor", store: SecretDomainStore())
            try secrets.update { $0[.token] = token }
        }
    }

    @Test("the preferences of several domains, and of the users of a service")
    func domains() throws {
        try store.apply(ChangeSet([.set("Theme", "dark")]), to: office)
        do {
            let preferences = Preferences(editor, suites: [office], store: store)
            let theme = preferences[.theme]  // of the editor, or else of the office, or else of the global domain
            preferences[.theme] = theme      // of the editor
            #expect(theme == .dark)
            try preferences.synchronize()
            #expect(try store.contents(of: editor) == ["Theme": "dark"])
        }
        let service = try Domain("com.example.Service")
        do {
            let preferences = try Preferences(suite: service, user: "ann", store: store)
            let domain = try preferences.domain  // com.example.Service.user.ann
            #expect("\(domain)" == "com.example.Service.user.ann")
        }
        try store.apply(ChangeSet([.set("FontSize", 30)]), to: .global)
        do {
            let list = Preferences.SearchList([office, editor])  // values of the office take precedence
            let preferences = Preferences(editor, searchList: list, store: store)
            #expect(preferences[.fontSize] == 12 && Preferences(editor, store: store)[.fontSize] == 30)
            try store.apply(ChangeSet([.set("Theme", "light")]), to: office)
            try preferences.synchronize()
            #expect(preferences[.theme] == .light && Preferences(editor, store: store)[.theme] == .dark)
        }
        do {
            let preferences = Preferences(editor, searchList: .only(editor), store: store)  // no global domain
            #expect(preferences[.fontSize] == 12)
        }
        do {
            let global = preferences.layer(.global)
            let hidesGlobalTheme = preferences.isSet(.theme) && global.isSet(.theme)
            #expect(!hidesGlobalTheme)
        }
    }

    @Test("a test sets values in memory")
    func inMemory() throws {
        let preferences = Preferences.inMemory(["FontSize": 20])
        let editor = Editor(preferences: preferences)
        editor.enlarge()
        #expect(preferences[.fontSize] == 21)
    }

    @Test("values are read, set and removed")
    func values() throws {
        do {
            let size = preferences[.fontSize]  // 12, the default of the key
            preferences[.fontSize] = size + 2
            preferences[.lastAccount] = nil    // removes the value
            #expect(size == 12 && preferences[.fontSize] == 14)
        }
        preferences.reset(.fontSize)
        do {
            let size = preferences[.fontSize]                         // 12, the default of the key
            let stored = try preferences.storedValue(for: .fontSize)  // nil
            #expect(size == 12 && stored == nil)
        }
        let systemTheme = Theme.dark
        do {
            if !preferences.isSet(.theme) { preferences[.theme] = systemTheme }
            #expect(preferences[.theme] == .dark)
        }
        preferences[.textSize] = 20
        do {
            let title = preferences.isDefault(.textSize) ? "Text size (default)" : "Text size"
            #expect(title == "Text size")
        }
        do {
            try preferences.set(Window(title: "Notes", frame: [0, 0, 640, 480]), for: .window)
        }
        for (name, value) in try preferences.contents { print(name, value) }
        do {
            preferences.reset(.fontSize, .theme)  // both have their defaults again
            #expect(preferences[.theme] == .light)
        }
        preferences[.indicatorIndex] = 3
        do {
            preferences.resetAll(of: UserAction.self)
            #expect(!preferences.isSet(.indicatorIndex))
        }
        preferences[.fontSize] += 1
        try preferences.modify(.count) { $0 += 1 }
        do {
            try preferences.removeAll()
            try preferences.synchronize()  // the domain no longer exists
            #expect(try preferences.store.domains(on: .any).isEmpty)
        }
    }

    @Test("invalid values are errors of functions, and defaults elsewhere")
    func invalidValues() throws {
        do {
            let preferences = Preferences.inMemory(["Theme": "sepia"])
            let theme = preferences[.theme]  // .light, the default of the key
            #expect(theme == .light)
            #expect(throws: PreferenceValueError.self) {
                try preferences.value(for: .theme)  // throws an error, because there is no such theme
            }
        }
        do {
            preferences[.volume] = 12  // not set, because the key allows 0...11
            if let error = preferences.saveFailure { show(error) }  // 'Volume' cannot be 12: it is not in 0...11
            #expect("\(try #require(preferences.saveFailure))" == "'Volume' cannot be 12: it is not in 0...11")
        }
        do {
            try preferences.set(12, for: .volume)
        } catch let error as PreferenceValueError where error.code == .notAllowed {
            show("\(error)")
        }
    }

    @Test("registered defaults have precedence over the defaults of keys")
    func registeredDefaults() throws {
        do {
            try preferences.register(18, for: .fontSize)
            let size = preferences[.fontSize]  // 18, unless a value is stored
            #expect(size == 18)
        }
        do {
            preferences.register(["FontSize": 14, "Theme": "dark"])
            #expect(preferences[.theme] == .dark)
        }
        do {
            preferences.register(["FontSize": 14])
            preferences[.fontSize] = 20
            let factorySetting = preferences.registered[.fontSize]  // 14
            #expect(factorySetting == 14 && preferences[.fontSize] == 20)
        }
    }

    @Test("arguments have precedence over stored values")
    func arguments() throws {
        let arguments = Preferences.Arguments(["-FontSize", "20", "notes.txt"])
        let preferences = Preferences(editor, store: store, arguments: arguments)
        let size = preferences[.fontSize]  // 20
        #expect(size == 20)
        if preferences.arguments.isSet(.fontSize) { show("-FontSize overrides the saved font size") }
        #expect(preferences.arguments.isSet(.fontSize) && !preferences.arguments.isSet(.theme))
    }

    @Test("names are mapped")
    func mapping() throws {
        do {
            let lowercased = Preferences.KeyMapping { $0.lowercased() }
            let preferences = Preferences(editor, store: store, keyMapping: lowercased, saving: .explicit)
            preferences[.fontSize] = 14  // stored under "fontsize"
            #expect(try preferences.contents == ["fontsize": 14])
        }
        do {
            let preferences = Preferences(office, store: store, keyMapping: .prefix("Editor."), saving: .explicit)
            preferences[.fontSize] = 14  // stored under "Editor.FontSize"
            #expect(try preferences.contents == ["Editor.FontSize": 14])
        }
    }

    @Test("changes are saved, at the chosen time")
    func saving() async throws {
        do {
            let preferences = Preferences(editor, store: store, saving: .explicit)
            preferences[.fontSize] = 14
            preferences[.theme] = .dark
            #expect(try store.contents(of: editor).isEmpty)
            func save() throws {
                try preferences.synchronize()  // saves both together, and nothing was saved before
            }
            try save()
            #expect(try store.contents(of: editor) == ["FontSize": 14, "Theme": "dark"])
        }
        do {
            let preferences = Preferences(office, store: store, saving: .automatic(onError: { log("\($0)") }))
            #expect(preferences[.fontSize] == 12)
        }
        let preferences = Preferences(editor, store: store)
        func save() throws {
            preferences[.fontSize] = 16
            try preferences.synchronize()  // other programs read 16 now
        }
        try save()
        #expect(try store.contents(of: editor)["FontSize"] == 16)
        func saveChanges() throws {
            preferences[.fontSize] = 17
            if preferences.hasUnsavedChanges { try preferences.synchronize() }
        }
        try saveChanges()
        #expect(!preferences.hasUnsavedChanges)
        do {
            preferences[.fontSize] = 18
            try await preferences.async.synchronize()  // other tasks run meanwhile
            #expect(try store.contents(of: editor)["FontSize"] == 18)
        }
        try await preferences.async.update { $0[.fontSize] += 1 }
        do {
            try await preferences.async.synchronize()
        } catch PreferencesError.Code.lockTimedOut {
            retryLater()
        }
    }

    @Test("an update reads and changes values in one step")
    func updates() throws {
        preferences[.count] = 6
        do {
            let count = try preferences.update { editor in
                editor[.count] += 1  // no increment of another program is lost
                return editor[.count]
            }
            #expect(count == 7)
        }
        (preferences[.width], preferences[.height]) = (640, 480)
        do {
            try preferences.update { editor in
                (editor[.width], editor[.height]) = (editor[.height], editor[.width])
            }
            #expect(preferences[.width] == 480 && preferences[.height] == 640)
        }
        let volume = 11
        do {
            try preferences.update { editor in
                try editor.set(volume, for: .volume)  // an invalid volume is an error here, not at the end
                editor.reset(.width, .height)
            }
            #expect(preferences[.volume] == 11 && preferences[.width] == nil)
        }
        preferences[.lastAccount] = "ann"
        do {
            try preferences.update { editor in
                let account = editor[.lastAccount]
                editor.removeAll()
                editor[.lastAccount] = account
            }
            #expect(try preferences.contents == ["LastAccount": "ann"])
        }
        func title(in preferences: some Preferences.Readable) -> String {
            "Text, \(preferences[.fontSize]) pt"
        }

        let shown = title(in: preferences)
        let saved = try preferences.update { title(in: $0) }
        #expect(shown == "Text, 12 pt" && saved == shown)
        try preferences.synchronize()
        try preferences.update { $0[.fontSize] += 1 }
    }

    @Test("values are read and set by their stored names")
    func storedNames() throws {
        let imported: PropertyListDictionary = ["FontSize": 14, "Theme": "dark"]
        do {
            for (name, value) in imported { try preferences.set(value, named: name) }
        }
        do {
            let names = ["FontSize", "Theme", "Title"]
            let values = names.map { preferences.value(named: $0) }  // 14, "dark", nil
            #expect(values == [14, "dark", nil])
        }
        let profile: PropertyListDictionary = ["FontSize": 16]
        do {
            try preferences.replaceContents(with: profile)  // removes all keys that the profile does not have
            #expect(try preferences.contents == profile)
        }
    }

    @Test("changes are followed")
    func changes() async throws {
        let preferences = preferences
        func change() { preferences[.fontSize] += 1 }
        do {
            let editor = EditorView()
            try await editor.follow(change) {
                for await size in preferences.updates(of: .fontSize) {
                    editor.setFontSize(size)
                }
            }
        }
        do {
            let editor = EditorView()
            try await editor.follow(change) {
                for await (size, theme) in preferences.updates(of: .fontSize, .theme) {
                    editor.show(size, theme)
                }
            }
        }
        do {
            let editor = EditorView()
            try await editor.follow(change) {
                for await changed in preferences.changes() where changed.contains(.fontSize) {
                    editor.layOut()
                }
            }
        }
        do {
            let editor = EditorView()
            try await editor.follow(change) {
                for await _ in preferences.changes(of: .fontSize, .theme) {
                    editor.layOut()
                }
            }
        }
        do {
            let editor = EditorView()
            let observation = preferences.observe { editor.layOut() }
            preferences[.fontSize] = 18  // calls the handler
            observation.cancel()
            #expect(editor.isCalled)
        }
    }
}

/// The examples of keys and of the property wrapper.
struct PreferenceKeyExamples {
    let preferences = Preferences.inMemory()

    private enum Wrapped {
        static let preferences = Preferences.inMemory()

        struct Editor {
            @Preference(.fontSize) var fontSize
            @Preference(.theme, in: preferences) var theme
        }

        struct FontPanel {
            @Preference(.fontSize, in: preferences) var size

            func restoreDefault() {
                $size.reset()
            }
        }
    }

    @Test("the property wrapper")
    func wrapper() async throws {
        let panel = Wrapped.FontPanel()
        panel.size = 14
        #expect(Wrapped.preferences[.fontSize] == 14)
        panel.restoreDefault()
        #expect(!Wrapped.preferences.isSet(.fontSize))
        #expect(Wrapped.Editor().theme == .light)
        let editor = EditorView()
        try await editor.follow({}) {
            for await size in panel.$size.updates() {
                editor.setFontSize(size)
            }
        }
    }

    @Test("keys with computed, missing and named defaults")
    func defaults() throws {
        do {
            try preferences.modify(.firstLaunch) { _ in }  // stores the date at the first launch, and then keeps it
            let first = preferences[.firstLaunch]
            try preferences.modify(.firstLaunch) { _ in }
            #expect(preferences[.firstLaunch] == first && preferences.isSet(.firstLaunch))
        }
        do {
            if let account = preferences[.lastAccount] { show(account) }
        }
        do {
            #expect(PreferenceKey<Int>.indicatorIndex.name == "indicatorIndex")
        }
        do {
            try preferences.set(Window(title: "Notes", frame: [0, 0, 640, 480]), for: .named(after: Window.self))
            let window = try preferences.value(for: .named(after: Window.self))
            #expect(window?.title == "Notes")
        }
    }

    @Test("keys with rules")
    func rules() throws {
        do {
            let preferences = Preferences.inMemory(["Volume": 100])
            let volume = preferences[.volume]  // 5, because 100 is not allowed
            #expect(volume == 5)
        }
        do {
            preferences[.zoom] = 2
            preferences[.zoom] = nil  // removes the value
            #expect(!preferences.isSet(.zoom))
        }
        do {
            #expect(throws: PreferenceValueError.self) {
                try preferences.set(String(repeating: "a", count: 81), for: .author)
            }
        }
        preferences[.fontSize] += 1
    }
}

/// The examples of domains and their stores.
struct DomainExamples {
    let temporary: TemporaryStore
    let store: any DomainStore
    let editor: Domain

    init() throws {
        temporary = try TemporaryStore()
        store = temporary
        editor = try Domain("com.example.Editor")
        try store.apply(ChangeSet([.set("FontSize", 14), .set("Recent", ["notes.txt"])]), to: editor)
    }

    @Test("domains have names, paths, hosts and users")
    func names() throws {
        do {
            let editor = try Domain("com.example.Editor")
            let file = try Domain("./settings.plist")  // the file at this path
            let onThisHost = try Domain("com.example.Editor", host: .current)
            #expect(editor != onThisHost && file.name == .path("./settings.plist"))
        }
        do {
            try store.apply(ChangeSet([.set("Theme", "dark")]), to: .global)  // for all programs of the user
            #expect(Preferences(editor, store: store, arguments: .none)[.theme] == .dark)
        }
        let service = try Domain("com.example.Service")
        do {
            let ann = try service.ofUser("ann")  // com.example.Service.user.ann
            #expect("\(ann)" == "com.example.Service.user.ann")
        }
    }

    @Test("domains are files in folders")
    func files() throws {
        do {
            let folders = DomainFolders(root: "/srv/preferences")
            let path = folders.path(of: editor)  // /srv/preferences/com.example.Editor.plist
            #expect(path == "/srv/preferences/com.example.Editor.plist")
        }
        let root = temporary.folder
        do {
            let store = FileDomainStore(folders: DomainFolders(root: root), lockTimeout: .seconds(2))
            let contents = try store.contents(of: editor)
            #expect(contents["FontSize"] == 14)
        }
        let store = FileDomainStore(folders: DomainFolders(root: root))
        try Data("{".utf8).write(to: URL(fileURLWithPath: store.folders.path(of: editor)))
        do {
            try store.update(editor, evenIfUnreadable: { contents, error in
                if let error { log("replacing damaged preferences: \(error)") }
                contents["FontSize"] = 12
            })
            #expect(try store.contents(of: editor) == ["FontSize": 12])
        }
    }

    @Test("domains are read and changed")
    func contents() throws {
        do {
            let size = try store.contents(of: editor)["FontSize"]  // 14
            #expect(size == 14)
        }
        do {
            let size = try store.entry(of: editor, key: "FontSize")?.value  // 14
            #expect(size == 14)
        }
        let archive = try Domain("com.example.Archive")
        do {
            try store.update([archive, editor]) { domains in
                domains[archive]["Recent"] = domains[editor]["Recent"]
                domains[editor]["Recent"] = nil
            }
            #expect(try store.contents(of: archive) == ["Recent": ["notes.txt"]])
        }
        do {
            try store.apply(ChangeSet([.set("FontSize", 14), .remove("Scratch")]), to: editor)
            #expect(try store.contents(of: editor) == ["FontSize": 14])
        }
        do {
            let changes = ChangeSet([
                .set(PropertyListPath(["Window", "Width"]), 800), .append(["plan.txt"], to: "Recent"),
                .rename("FontSize", to: "TextSize"),
            ])
            try store.apply(changes, to: editor)
            try expectContents(
                ["TextSize": 14, "Recent": ["plan.txt"], "Window": ["Width": 800]], of: store.contents(of: editor))
        }
        do {
            var contents: PropertyListDictionary = ["FontSize": 12]
            try ChangeSet([.require("FontSize"), .set("Theme", "dark")]).apply(to: &contents)
            #expect(contents == ["FontSize": 12, "Theme": "dark"])
        }
        do {
            for domain in try store.domains(on: .any) { print(domain) }  // com.example.Archive, com.example.Editor
            #expect(try store.domains(on: .any) == [archive, editor])
        }
        do {
            let readings = try store.readAllDomains(.all)
            for (domain, snapshot) in zip(readings.found.domains, readings.snapshots) {
                print(domain, try snapshot.get().contents)
            }
            #expect(readings.snapshots.count == 2)
        }
    }

    @Test("a store in memory")
    func inMemory() throws {
        let store = InMemoryDomainStore([editor: ["FontSize": 14], .global: ["Theme": "dark"]])
        let preferences = Preferences(editor, store: store, arguments: .none)
        #expect(preferences[.theme] == .dark)
    }

    @Test("domains are observed")
    func observation() async throws {
        let (store, domain, view) = (store, editor, EditorView())
        func change() throws {
            try store.update([domain]) { $0[domain]["Count"] = .date(Date()) }
        }
        do {
            let task = Task {
                for await state in store.changes(of: domain) {
                    print(try state.get().contents)
                }
            }
            try change()
            task.cancel()
            try await task.value
        }
        do {
            try await view.follow(change) {
                for await states in store.changes() {
                    print(states.domains.keys)
                    view.layOut()
                }
            }
        }
        do {
            let observation = try store.observe(editor) { reloadSoon() }
            observation?.cancel()
        }
    }

    @Test("a store of one's own")
    func customStore() throws {
        struct AuditedStore: DomainStore {
            let base: any DomainStore

            var underlyingStore: (any DomainStore)? { base }
            var identity: StoreIdentity? { base.identity?.adding("audited") }

            func snapshot(of domain: Domain) throws(PreferencesError) -> DomainSnapshot {
                try base.snapshot(of: domain)
            }

            func domains(on host: Domain.Host) throws(PreferencesError) -> [Domain] { try base.domains(on: host) }

            func update<Result>(
                _ domains: [Domain], _ body: (inout DomainTransaction) throws -> Result
            ) throws -> Result {
                throw PreferencesError(.notWritable, path: "settings", description: "the server is read-only")
            }
        }
        let audited = AuditedStore(base: store)
        #expect(try audited.contents(of: editor)["FontSize"] == 14)
        let preferences = Preferences(editor, store: audited, saving: .explicit)
        preferences[.fontSize] = 16
        do {
            try preferences.synchronize()
        } catch let error as PreferencesError where error.code == .lockTimedOut {
            retryLater()
        } catch {
            show("\(error)")
        }
        #expect(preferences.hasUnsavedChanges)
        #expect(ServerError().code == .unavailable)
    }
}

/// The examples of property lists.
struct PropertyListExamples {
    @Test("paths lead to values")
    func paths() throws {
        do {
            let root: PropertyListValue = ["Recent": ["notes.txt", "plan.txt"]]
            let recent = root["Recent"]
            let second = root[PropertyListPath(["Recent", "1"])]  // "plan.txt"
            #expect(recent == ["notes.txt", "plan.txt"] && second == "plan.txt")
        }
        do {
            let nested = PropertyListPath(parsing: "Window.Size.0")
            let flat = PropertyListPath(parsing: #"com\.example\.Editor.Port"#)  // com.example.Editor, then Port
            #expect(nested?.components.count == 3 && flat?.components == ["com.example.Editor", "Port"])
        }
        var contents: PropertyListDictionary = [:]
        do {
            try contents.set(640, at: PropertyListPath(["Window", "Width"]))  // creates "Window" if necessary
            #expect(contents == ["Window": ["Width": 640]])
        }
        contents["Recent"] = ["plan.txt"]
        do {
            try contents.insert("notes.txt", at: PropertyListPath(["Recent", "0"]))  // before all others
            #expect(contents["Recent"] == ["notes.txt", "plan.txt"])
        }
        do {
            try contents.remove(at: PropertyListPath(["Recent", "1"]))
            #expect(contents["Recent"] == ["notes.txt"])
        }
        do {
            let notes: PropertyListValue = [["text": "a", "draft": true], ["text": "b"]]
            let published = notes.removingField(at: "draft")  // [{"text": "a"}, {"text": "b"}]
            #expect(published == [["text": "a"], ["text": "b"]])
        }
    }

    @Test("values and dictionaries")
    func values() throws {
        do {
            let recent: PropertyListValue = ["notes.txt", "plan.txt"]
            if case .array(let files) = recent { show(files.count) }
            #expect(recent.type == .array)
        }
        let value: PropertyListValue = 14
        do {
            if case .integer(let number) = value, let size = number.exactly(as: Int.self) { show(size) }
        }
        do {
            let value: PropertyListValue = ["FontSize": 14, "Recent": ["notes.txt"]]
            print(value)  // {"FontSize":14,"Recent":["notes.txt"]}
            #expect("\(value)" == #"{"FontSize":14,"Recent":["notes.txt"]}"#)
        }
        do {
            var contents: PropertyListDictionary = ["FontSize": 14, "Theme": "dark"]
            contents["FontSize"] = nil
            let keys = contents.keys  // Theme
            #expect(keys == ["Theme"])
        }
        do {
            var contents: PropertyListDictionary = ["Theme": "dark", "Scratch": 1]
            contents.apply([("FontSize", 14), ("Scratch", nil)])  // sets one key and removes the other
            contents.merge(["Theme": "light"])  // all other keys keep their values
            #expect(contents == ["FontSize": 14, "Theme": "light"])
        }
    }

    @Test("an invalid property list is an error")
    func invalid() throws {
        let bytes = Array("<plist><dict>".utf8)
        do {
            show(try PropertyListReader.read(bytes).value)
        } catch {
            show("\(error)", at: error.position)  // the error is a `PropertyListError`
        }
    }

    @Test("property lists and JSON are read and written")
    func formats() throws {
        let temporary = try TemporaryStore()
        let url = URL(fileURLWithPath: temporary.folder + "/Info.plist")
        let bytes = Array("<plist><dict><key>CFBundleVersion</key><string>2</string></dict></plist>".utf8)
        try Data(bytes).write(to: url)
        do {
            let document = try PropertyListReader.read([UInt8](Data(contentsOf: url)))
            let version = document.value["CFBundleVersion"]
            #expect(version == "2")
        }
        do {
            let version = try PropertyListReader.value(forKey: "CFBundleVersion", in: bytes)?.value
            #expect(version == "2")
        }
        do {
            let value: PropertyListValue = ["CFBundleVersion": "3"]
            let format: PropertyListFormat = value.isExact(in: .xml) ? .xml : .binary
            try PropertyListWriter.data(of: value, as: format).write(to: url, options: .atomic)
            #expect(try PropertyListReader.read([UInt8](Data(contentsOf: url))).format == .xml)
        }
        do {
            let date = PropertyListValue.date(Date(timeIntervalSinceReferenceDate: 0.5))
            let isExact = date.isExact(in: .xml)  // false, because XML has only whole seconds
            #expect(!isExact)
        }
        do {
            let launch = PropertyListValue.date(Date(timeIntervalSince1970: 0))
            print(JSONWriter().text(of: launch))
            // {
            //   "$date": "1970-01-01T00:00:00Z"
            // }
            #expect(JSONWriter().text(of: launch) == "{\n  \"$date\": \"1970-01-01T00:00:00Z\"\n}")
        }
        do {
            let json = #"{"Launch": {"$date": "1970-01-01T00:00:00Z"}}"#
            let value = try JSONReader.read(Array(json.utf8))  // a dictionary with a date
            #expect(value["Launch"] == .date(Date(timeIntervalSince1970: 0)))
        }
        do {
            let value = JSONReader.recognizes(bytes)
                ? try JSONReader.read(bytes) : try PropertyListReader.read(bytes).value
            #expect(value["CFBundleVersion"] == "2")
        }
    }

    @Test("values of Swift types are encoded and decoded")
    func coding() throws {
        let window = Window(title: "Notes", frame: [0, 0, 640, 480])
        do {
            let value = try PropertyListValueEncoder().encode(Note(id: 1, text: "a"))  // {"id":1,"text":"a"}
            #expect("\(value)" == #"{"id":1,"text":"a"}"#)
        }
        do {
            let stored: PropertyListValue = ["title": "Untitled", "color": "red"]
            let value = try PropertyListValueEncoder().encodeIfPresent(window, over: stored)
            let color = value?["color"]  // "red", which the type does not have
            #expect(color == "red" && value?["title"] == "Notes")
        }
        let value: PropertyListValue = ["title": "Notes"]
        do {
            let value: PropertyListValue = ["title": "Notes", "frame": [0, 0, 640, 480]]
            let window = try PropertyListValueDecoder().decode(Window.self, from: value)
            #expect(window.title == "Notes")
        }
        do {
            var decoder = PropertyListValueDecoder()
            decoder.defaults = ["frame": [0, 0, 640, 480]]
            let window = try decoder.decode(Window.self, from: value)  // a value without a frame is accepted
            #expect(window.frame.count == 4)
        }
    }

    @Test("differences")
    func differences() throws {
        let before: PropertyListDictionary = ["FontSize": 12, "Window": ["Width": 640, "Height": 480]]
        let after: PropertyListDictionary = ["Theme": "dark", "Window": ["Width": 800, "Height": 480]]
        let paths = PropertyListDifference.between(before, after).map(\.path)  // FontSize, Theme, Window.Width
        #expect(paths.map(\.description) == ["FontSize", "Theme", "Window.Width"])
    }
}

/// The examples of stored objects, collections and data stores.
struct StoredObjectExamples {
    let store: TemporaryStore
    let domain: Domain

    init() throws {
        store = try TemporaryStore()
        domain = try Domain("com.example.Editor")
    }

    /// Only compiled, because it would change the user's preferences.
    private func overview() throws {
        do {
            struct Account: Codable { var name: String?; var theme = "light"; var session = "" }

            let account = try StoredObject(in: domain, ignoring: ["session"]) { Account() }
            account.name = "sam"                       // in memory
            try account.save()                         // on disk, as values that `defaults read` shows
            try account.update { $0.theme = "dark" }   // one locked, atomic read-modify-write
        }
        do {
            struct Session: Codable { var token = "" }

            let session = try StoredObject(named: .session, in: domain) { Session() }
            try session.save()
        }
        let notes = StoredCollection<Note>("Notes", in: domain)
        try notes.remove(2)
    }

    @Test("objects are loaded, changed and removed")
    func objects() async throws {
        struct Account: Codable {
            enum CodingKeys: CodingKey { case name, address }

            var name: String?
            var theme = "light"
            var address = Address()
        }
        struct Address: Codable {
            enum CodingKeys: CodingKey { case city, zip }

            var city = ""
            var zip = ""
        }
        let fields: [StoredField] = [
            StoredField(Account.CodingKeys.address, Address.CodingKeys.zip)
        ]
        #expect(fields == ["address.zip"])
    }

    @Test("an object under a key")
    func account() async throws {
        func create() throws -> StoredObject<Account> {
            let account = try StoredObject(named: "Account", in: domain, store: store, ignoring: ["address.zip"]) {
                Account()
            }
            account.name = "ann"
            try account.save()
            return account
        }
        let account = try create()
        #expect(try store.contents(of: domain)[PropertyListPath(["Account", "name"])] == "ann")
        account.modify { account in
            account.name = "sam"
            account.theme = "dark"  // no other thread sees one without the other
        }
        #expect(account.name == "sam")
        func reload() throws {
            account.name = "sam"
            try account.reload()  // the name is the stored one again
        }
        try reload()
        #expect(account.name == "ann")
        try await account.async.update { $0.theme = "dark" }  // other tasks run meanwhile
        #expect(account.theme == "dark")
        func signOut() throws {
            try account.reset()      // when the user signs out
            let name = account.name  // nil, as in a new object
            #expect(name == nil)
        }
        try signOut()
        #expect(try account.name == nil && store.contents(of: domain).isEmpty)
    }

    @Test("an object that is a domain")
    func domainObject() throws {
        let account = try StoredObject(domain: domain, store: store) { Account() }
        account.name = "ann"
        try account.save()
        let name = try store.contents(of: domain)["name"]  // "ann"
        #expect(name == "ann")
    }

    @Test("an object that is loaded by a task")
    func loading() async throws {
        let editor = EditorView()
        let account = try await StoredObject.load(in: domain, store: store) { Account() }
        account.theme = "dark"
        try await account.async.save()
        let object = account
        try await editor.follow({}) {
            func show(_ account: Account) { editor.layOut() }
            for await account in object.updates() {
                show(account)
            }
        }
    }

    @Test("collections")
    func collections() async throws {
        let notes = StoredCollection<Note>("Notes", in: domain, store: store)
        func synchronous() throws {
            try notes.save(Note(id: 1, text: "a"), Note(id: 2, text: "b"))
            try notes.save(Note(id: 10, text: "c"))
            try notes.update(1) { $0?.text = "A" }
            do {
                try notes.update(3) { note in
                    note = note ?? Note(id: 3, text: "")  // adds a note if there is none
                    note?.text += "!"
                }
            }
            do {
                let text = try notes.element(1)?.text ?? "(deleted)"
                #expect(text == "A")
            }
            do {
                let sorted = try notes.all().sorted { $0.id < $1.id }  // 1, 2, 3, 10, not 1, 10, 2, 3
                #expect(try sorted.map(\.id) == [1, 2, 3, 10] && notes.all().map(\.id) == [1, 10, 2, 3])
                #expect(sorted.map(\.text) == ["A", "b", "!", "c"])
            }
            do {
                try notes.remove(1, 2)  // one change
                #expect(try notes.count() == 2)
            }
        }
        try synchronous()
        let list = EditorView()
        try await list.follow({}) {
            for await notes in notes.updates() {
                list.show(notes)
            }
        }
    }

    @Test("data stores")
    func dataStores() async throws {
        do {
            let dataStore: any DataStore = DomainDataStore(domain, store: store)
            try await dataStore.write(4, for: UserAction.indicatorIndex)
            #expect(try store.contents(of: domain) == ["indicatorIndex": 4])
        }
        do {
            let dataStore = try DomainDataStore(suite: domain, user: "ann", store: store)
            let index = try await dataStore.read(Int.self, for: UserAction.indicatorIndex)  // the value of this user
            #expect(index == nil)
        }
        do {
            let dataStore = DomainDataStore(domain, store: store, coding: .json())
            try await dataStore.write(Note(id: 1, text: "a"), for: UserAction.firstLogin)  // data with JSON
            #expect(try store.contents(of: domain)["firstLogin"]?.type == .data)
        }
        enum UserAction: String { case firstLogin, indicatorIndex }

        let store: any DataStore = FakeDataStore()
        try await store.write(Date.now, for: UserAction.firstLogin)
        let index = try await store.read(Int.self, for: UserAction.indicatorIndex) ?? 0
        #expect(index == 0)
    }
}

/// The examples of `SafeUserDefaults`.
struct SafeUserDefaultsExamples {
    let store: TemporaryStore
    let domain: Domain

    init() throws {
        store = try TemporaryStore()
        domain = try Domain("com.example.Editor")
    }

    /// Only compiled, because it would change the user's preferences.
    private func user() throws {
        do {
            let defaults = SafeUserDefaults.standard
            defaults.set(defaults.integer(forKey: "Runs") + 1, forKey: "Runs")
        }
        do {
            let shared = SafeUserDefaults(suiteName: "com.example.Office")
            let author = shared?.string(forKey: "Author")
            show(author ?? "")
        }
        do {
            SafeUserDefaults.errorHandler = { error in log("\(error)") }
        }
    }

    @Test("defaults of a test")
    func values() throws {
        do {
            let store = try TemporaryStore()
            let defaults = SafeUserDefaults(domain: domain, store: store)
            defaults?.set(14, forKey: "FontSize")
            defaults?.synchronize()
            try expectState([domain: ["FontSize": 14]], in: store)
        }
        let defaults = try #require(SafeUserDefaults(domain: domain, store: store))
        do {
            var recent = defaults.stringArray(forKey: "Recent") ?? []
            recent.append("notes.txt")
            defaults.set(recent, forKey: "Recent")
            #expect(defaults.stringArray(forKey: "Recent") == ["notes.txt"])
        }
        do {
            defaults.set(14, forKey: "FontSize")
            defaults.synchronize()  // saves now, not within half a second
            #expect(try store.contents(of: domain) == ["FontSize": 14, "Recent": ["notes.txt"]])
        }
        do {
            defaults.register(defaults: ["TabWidth": 4])
            let width = defaults.integer(forKey: "TabWidth")  // 4, unless a value is stored
            #expect(width == 4)
        }
        try store.apply(ChangeSet([.set("Author", "Ann")]), to: Domain("com.example.Office"))
        do {
            defaults.addSuite(named: "com.example.Office")
            let author = defaults.string(forKey: "Author")  // of the domain, or else of the suite
            #expect(author == "Ann")
        }
        do {
            defaults.setPersistentDomain(["FontSize": 14], forName: "com.example.Editor")  // removes all other values
            #expect(try store.contents(of: domain) == ["FontSize": 14])
        }
    }
}

extension DomainStoreConformance.AsynchronousCheck {
    /// Runs the check with a limit that only ends what hangs. Other tests can hold all threads of tasks for minutes.
    fileprivate func run(_ store: InMemoryDomainStore) async throws {
        try await run(store, timeLimit: .seconds(3600))
    }
}

/// The examples of helpers for tests.
struct TestingExamples {
    typealias MyStore = InMemoryDomainStore

    @Test(arguments: DomainStoreConformance.checks)
    func conforms(check: DomainStoreConformance.Check) throws {
        try check.run(MyStore())
    }

    @Test(arguments: DomainStoreConformance.asynchronousChecks)
    func conforms(check: DomainStoreConformance.AsynchronousCheck) async throws {
        try await check.run(MyStore())
    }

    @Test(arguments: DomainStoreConformance.observationChecks)
    func observes(check: DomainStoreConformance.AsynchronousCheck) async throws {
        try await check.run(MyStore())
    }

    struct DataStores {
        typealias MyStore = FakeDataStore

        @Test(arguments: DataStoreConformance.checks)
        func conforms(check: DataStoreConformance.Check) async throws {
            try await check.run(MyStore())
        }
    }

    @Test("a temporary store")
    func temporaryStore() throws {
        let domain = try Domain("com.example.Editor")
        let process = Process()
        let store = try TemporaryStore()
        let preferences = Preferences(domain, store: store, arguments: .none)
        preferences[.fontSize] = 14
        try preferences.synchronize()
        try expectState([domain: ["FontSize": 14]], in: store)
        process.environment = ProcessInfo.processInfo.environment.merging(["XDG_CONFIG_HOME": store.folder]) { $1 }
        #expect(process.environment?["XDG_CONFIG_HOME"] == store.folder)
        let goldenFile = store.folder + "/golden.json"
        try Data(#"{"com.example.Editor": {"FontSize": {"$any": "integer"}}}"#.utf8)
            .write(to: URL(fileURLWithPath: goldenFile))
        do {
            let golden = try StateExpectation(contentsOfFile: goldenFile)
            try expectState(golden, in: store, ignoring: ["Last*", "**.timestamp"])
        }
        let editor = domain
        try store.apply(ChangeSet([.set("LastLaunch", .date(Date()))]), to: editor)
        try expectState([editor: ["FontSize": 14, "LastLaunch": .any(.date)]], in: store)
        try preferences.replaceContents(with: ["FontSize": 21])
        try expectContents(["FontSize": 21], of: preferences.contents)
    }

    @Test("a fake data store")
    func fakeDataStore() async throws {
        let fake = FakeDataStore()
        try await fake.write(1, for: UserAction.indicatorIndex)
        fake.fail(with: PreferencesError(.system, description: "no space left on device"))
        await #expect(throws: PreferencesError.self) { try await fake.write(2, for: UserAction.indicatorIndex) }
    }
}

/// The examples of batches, journals, state documents and migrations.
struct StateExamples {
    let temporary: TemporaryStore
    let store: FileDomainStore
    let editor: Domain

    init() throws {
        temporary = try TemporaryStore()
        store = FileDomainStore(folders: DomainFolders(root: temporary.folder))
        editor = try Domain("com.example.Editor")
    }

    @Test("a batch changes several domains")
    func batches() throws {
        let archive = try Domain("com.example.Archive")
        var batch = ChangeBatch()
        batch.append(ChangeSet([.set("Theme", "dark")]), to: editor)
        batch.append(ChangeSet([.remove("Theme")]), to: archive)
        try store.apply(batch)  // one update of both domains
        #expect(try store.contents(of: editor) == ["Theme": "dark"])
    }

    @Test("a journal records changes, which are undone")
    func journal() throws {
        let path = temporary.folder + "/journal"
        do {
            let journal = Journal(path: path, folders: store.folders)
            let recording = JournalingDomainStore(store, journal: journal, command: ["set up"])
            try recording.apply(ChangeSet([.set("Theme", "dark")]), to: editor)
        }
        let journal = Journal(path: path, folders: store.folders)
        let recording = JournalingDomainStore(store, journal: journal, command: ["undo"])
        do {
            for entry in try journal.entries() { print(entry.number, entry.date, entry.command) }
            #expect(try journal.entries().map(\.command) == [["set up"]])
        }
        do {
            try journal.undo(in: recording)         // takes the last change back
            #expect(try store.contents(of: editor).isEmpty)
            try journal.undo(.redo, in: recording)  // makes it again
            #expect(try store.contents(of: editor) == ["Theme": "dark"])
        }
    }

    @Test("a state document is applied and removed")
    func documents() throws {
        do {
            let json = #"{"com.example.Editor": {"Tabs": 4, "Scratch": {"$absent": true}}}"#
            let document = try StateDocument(Array(json.utf8))
            try StateApplier(store: store).apply(document)
            #expect(try store.contents(of: editor) == ["Tabs": 4])
        }
        do {
            let document = StateDocument([editor: ["Appearance": "light", "Tabs": 8]])
            let applier = StateApplier(store: store)
            try applier.apply(document, identifier: "defaults")
            #expect(try store.contents(of: editor) == ["Appearance": "light", "Tabs": 8])
            try applier.remove("defaults")  // restores the earlier values
            #expect(try store.contents(of: editor) == ["Tabs": 4])
            for change in try applier.rehearsal.apply(document) where change.old != change.new {
                print(change.domain, "would change")
            }
            #expect(try store.contents(of: editor) == ["Tabs": 4])
        }
        func runTool() {}
        do {
            let before = try StateExpectation(contentsOf: store)
            runTool()
            try expectState(before, in: store)  // the tool has changed nothing
        }
        do {
            let expected: ExpectedValue = ["Window": .containing(["Width": 640]), "Scratch": .absent]
            try expectContents(expected, of: ["Window": ["Width": 640, "Height": 480]])
        }
        do {
            let expected: ExpectedValue = ["FontSize": 14, "LastLaunch": .any(.date), "Version": .matching("^1[.]")]
            try expectContents(expected, of: ["FontSize": 14, "LastLaunch": .date(Date()), "Version": "1.2"])
        }
    }

    /// Only compiled, because it would change the user's preferences.
    private func migratorOverview() throws {
        var migrator = Migrator(store: FileDomainStore())
        try migrator.register("2026-rename", in: editor) {
            MigrationStep.move(.fontSize, to: .textSize)
            MigrationStep.move("width", to: PropertyListPath(["Window", "Width"]), as: .real, converting: .lossless)
            MigrationStep.delete("Scratch")
        }
        try migrator.apply()
        try migrator.register("2027-rename", in: editor) {
            MigrationStep.move(.fontSize, to: .textSize)
            MigrationStep.copy("Theme", to: PropertyListPath(["Look", "Theme"]), as: .string)
        }
        try migrator.register("2028-size", in: editor) {
            MigrationStep.combine(.width, .height, to: .size, named: "size") { width, height in
                "\(width ?? 640)x\(height ?? 480)"
            }
        }
    }

    @Test("migrations are performed, previewed and rolled back")
    func migrations() throws {
        try store.apply(ChangeSet([.set("size", 14)]), to: editor)
        let migration = try Migration("2026-names", to: editor, steps: [.move("size", to: "FontSize")])
        var migrator = Migrator(store: store)
        do {
            for change in try migrator.preview(migration).changes {
                print(change.domain, change.new)
            }
            #expect(try store.contents(of: editor) == ["size": 14])
        }
        try migrator.register(migration)
        do {
            let reports = try migrator.apply()
            let isUpgraded = reports.contains { $0.status == .applied }
            #expect(isUpgraded)
        }
        do {
            let identifiers = try migrator.appliedIdentifiers(in: editor)  // 2026-names
            #expect(identifiers == ["2026-names"])
        }
        do {
            try migrator.rollBack("2026-names", in: editor)  // the values have their old names again
            #expect(try store.contents(of: editor) == ["size": 14])
        }
    }

    @Test("a migration moves secrets into a keyring")
    func secrets() throws {
        let keyring = InMemoryDomainStore()
        try store.apply(ChangeSet([.set("token", "s3cret")]), to: editor)
        let migration = try Migration("2026-secrets", to: editor, steps: [.move("token", to: "token")])
        try Migrator(from: store, to: keyring).apply(migration)
        #expect(try store.contents(of: editor).isEmpty && keyring.contents(of: editor)["token"] == "s3cret")
    }
}
