// The examples of domains, stores and property lists.

import DefaultsTesting
import Foundation
import Testing

private struct ServerError: CodedError {
    let code = Code.unavailable
    let description = "the server is not available"
}

#code("extension ErrorCode where")

/// The examples of domains and their stores.
struct DomainExamples {
    let temporary: TemporaryStore
    let store: any DomainStore
    let editor: Domain

    init() throws {
        temporary = try TemporaryStore()
        store = temporary
        editor = Domain("com.example.Editor")
        try store.apply(ChangeSet([.set("FontSize", 14), .set("Recent", ["notes.txt"])]), to: editor)
    }

    @Test("domains have names, paths, hosts and users")
    func names() throws {
        let name = "settings"
        #example("let file = try Domain") {
            #expect(editor != onThisHost); #expect(file.name == .path("./settings.plist"))
        }
        #example("let editor: Domain") {
            #expect(try store.contents(of: Domain("com.example.Office")) == ["Theme": "dark"])
        }
        #example("try store.apply(ChangeSet([.set(\"Theme\", \"dark\")]), to: .global") {
            #expect(Preferences(domain: editor, store: store, arguments: .none)[.theme] == .dark)
        }
        let service = Domain("com.example.Service")
        #example("let ann = try service.ofUser") { #expect("\(ann)" == "com.example.Service.user.ann") }
    }

    @Test("domains are files in folders")
    func files() throws {
        #example("let folders = DomainFolders") { #expect(path == "/srv/preferences/com.example.Editor.plist") }
        let root = temporary.folder
        #example("let store = FileDomainStore(folders") { #expect(contents["FontSize"] == 14) }
        let store = FileDomainStore(folders: DomainFolders(root: root))
        try Data("{".utf8).write(to: URL(fileURLWithPath: store.folders.path(of: editor)))
        #example("try store.update(editor, evenIfUnreadable") {
            #expect(try store.contents(of: editor) == ["FontSize": 12])
        }
    }

    /// Only compiled, because it would change the user's preferences.
    private func overview() throws { #code("let store = FileDomainStore()") }

    @Test("domains are read and changed")
    func contents() throws {
        #example("let size = try store.contents")
        #example("let size = try store.entry")
        let archive = Domain("com.example.Archive")
        #example("try store.update([archive") {
            #expect(try store.contents(of: archive) == ["Recent": ["notes.txt"]])
        }
        #example("try store.apply(ChangeSet([.set", in: "DomainStore.swift") {
            #expect(try store.contents(of: editor) == ["FontSize": 14])
        }
        #example(".set(PropertyListPath([") {
            try expectContents(
                ["TextSize": 14, "Recent": ["plan.txt"], "Window": ["Width": 800]], of: store.contents(of: editor))
        }
        #example("try ChangeSet([.require") { #expect(contents == ["FontSize": 12, "Theme": "dark"]) }
        #example("for domain in try store.domains") { #expect(try store.domains(on: .any) == [archive, editor]) }
        #example("let found = try store") { #expect(found.snapshots.count == 2) }
    }

    @Test("the code that changes domains does what its article says")
    func changingDomains() throws {
        let store = InMemoryDomainStore()
        #code("/// Moves a file to the front")
        #code("let width = PropertyListPath")
        #expect(contents == ["FontSize": 14, "Recent": ["plan.txt", "notes.txt"], "Window": ["Width": 800]])
    }

    @Test("a store in memory")
    func inMemory() throws {
        #code("let store = InMemoryDomainStore")
        #expect(preferences[.theme] == .dark)
    }

    @Test("domains are observed")
    func observation() async throws {
        let (store, domain) = (store, editor)
        let task = Task { #code("print(try state.get().contents") }
        let all = Task { #code("print(states.domains.keys") }
        try store.update([domain]) { $0[domain]["Count"] = 1 }
        task.cancel()
        all.cancel()
        try await task.value
        await all.value
        #example("let sizes = store.changes") {
            var iterator = sizes.makeAsyncIterator()
            #expect(await iterator.next() == 14)
        }
        #example("let observation = try store.observe") { observation?.cancel() }
    }

    @Test("a store of one's own")
    func customStore() throws {
        struct AuditedStore: DomainStore {
            let base: any DomainStore

            #code("var underlyingStore")

            func snapshot(of domain: Domain) throws(PreferencesError) -> DomainSnapshot {
                try base.snapshot(of: domain)
            }

            func domains(on host: Domain.Host) throws(PreferencesError) -> [Domain] { try base.domains(on: host) }

            func update<Result>(
                _ domains: [Domain], _ body: (inout DomainTransaction) throws -> Result
            ) throws -> Result {
                #code("throw PreferencesError(.notWritable")
            }
        }
        let audited = AuditedStore(base: store)
        #expect(audited.identity == AuditedStore(base: store).identity)
        #expect(audited.identity != store.identity)
        #expect(try audited.contents(of: editor)["FontSize"] == 14)
        let preferences = Preferences(domain: editor, store: audited, saving: .explicit)
        preferences[.fontSize] = 16
        #code("} catch let error as PreferencesError where error.code == .lockTimedOut")
        #expect(preferences.hasUnsavedChanges)
        #expect(ServerError().code == .unavailable)
    }
}

/// The examples of property lists.
struct PropertyListExamples {
    @Test("paths lead to values")
    func paths() throws {
        #example("let root: PropertyListValue") { #expect(recent == ["notes.txt", "plan.txt"]) }
        #example("let nested = PropertyListPath(parsing") {
            #expect(nested?.components.count == 3)
            #expect(flat?.components == ["com.example.Editor", "Port"])
        }
        var contents: PropertyListDictionary = [:]
        #example("try contents.set(640") { #expect(contents == ["Window": ["Width": 640]]) }
        contents["Recent"] = ["plan.txt"]
        #example("try contents.insert(") { #expect(contents["Recent"] == ["notes.txt", "plan.txt"]) }
        #example("try contents.remove(at") { #expect(contents["Recent"] == ["notes.txt"]) }
        #example("let published = notes") { #expect(published == [["text": "a"], ["text": "b"]]) }
    }

    @Test("values and dictionaries")
    func values() throws {
        #example("let recent: PropertyListValue") { #expect(recent.type == .array) }
        let value: PropertyListValue = 14
        #example("if case .integer(let number) = value")
        #example("print(value)  // ") { #expect("\(value)" == #"{"FontSize":14,"Recent":["notes.txt"]}"#) }
        #example("let keys = contents.keys") { #expect(keys == ["Theme"]) }
        var contents: PropertyListDictionary = ["Theme": "dark", "Scratch": 1]
        #code("contents.apply([(")
        #code("contents.merge([")
        #expect(contents == ["FontSize": 14, "Theme": "light"])
    }

    @Test("an invalid property list is an error")
    func invalid() throws {
        let bytes = Array("<plist><dict>".utf8)
        #code("show(try PropertyListReader.read")
    }

    @Test("property lists and JSON are read and written")
    func formats() throws {
        let temporary = try TemporaryStore()
        let url = URL(fileURLWithPath: temporary.folder + "/Info.plist")
        let bytes = Array("<plist><dict><key>CFBundleVersion</key><string>2</string></dict></plist>".utf8)
        try Data(bytes).write(to: url)
        #example("let document = try PropertyListReader") { #expect(version == "2") }
        #example("let version = try PropertyListReader") { #expect(version == "2") }
        #example("try PropertyListWriter.data(of: value, as: .xml)") {
            #expect(try PropertyListReader.read([UInt8](Data(contentsOf: url))).value["CFBundleVersion"] == "3")
        }
        #example("let isExact = date.isExact")
        #example("print(JSONWriter().text(of: launch") {
            #expect(JSONWriter().text(of: launch) == "{\n  \"$date\": \"1970-01-01T00:00:00Z\"\n}")
        }
        #example("let value = try JSONReader") { #expect(value["Launch"] == .date(Date(timeIntervalSince1970: 0))) }
        #example("let value = JSONReader.recognizes") { #expect(value["CFBundleVersion"] == "2") }
    }

    @Test("values of Swift types are encoded and decoded")
    func coding() throws {
        let window = Window(title: "Notes", frame: [0, 0, 640, 480])
        #example("let value = try PropertyListValueEncoder().encode(Note") {
            #expect("\(value)" == #"{"id":1,"text":"a"}"#)
        }
        #example("let stored: PropertyListValue = ") { #expect(value?["title"] == "Notes") }
        let value: PropertyListValue = ["title": "Notes"]
        #example("let window = try PropertyListValueDecoder") { #expect(window.title == "Notes") }
        #example("var decoder = PropertyListValueDecoder") { #expect(window.frame.count == 4) }
    }

    @Test("differences")
    func differences() throws {
        #code("let before: PropertyListDictionary")
        #expect(paths.map(\.description) == ["FontSize", "Theme", "Window.Width"])
    }
}
