// The examples of stored objects, collections and data stores.

import DefaultsTesting
import Foundation
import Testing

#code("struct Account", in: "ComingFromSDUserDefaults.md")
#code("struct Note", in: "ComingFromDataStore.md")

extension Account {
    /// Only compiled, because it is the user's.
    #code("static let shared = Result")
}

struct StoredObjectExamples {
    let store: TemporaryStore
    let domain: Domain

    init() throws {
        store = try TemporaryStore()
        domain = Domain("com.example.Editor")
    }

    /// Only compiled, because it would change the user's preferences.
    private func overview() throws {
        struct Session: Codable { var token = "" }
        #example("let account = try StoredObject(in: domain, ignoring")
        #example("extension StoredObjectName") { try session.save() }
        #example("let notes = StoredCollection<Note>", in: "StoredCollection.swift")
    }

    @Test("fields have the names of coding keys")
    func fields() {
        struct Account: Codable {
            enum CodingKeys: CodingKey { case address }

            var address = Address()
        }
        struct Address: Codable {
            enum CodingKeys: CodingKey { case zip }

            var zip = ""
        }
        func zip() -> StoredField { #code("StoredField(Account.CodingKeys") }
        #expect(zip() == "address.zip")
    }

    @Test("an object under a key")
    func account() async throws {
        func create() throws -> StoredObject<Account> {
            #code("let account = try StoredObject(named: ", in: "StoredObject.swift")
            return account
        }
        let account = try create()
        #expect(try store.contents(of: domain)[PropertyListPath(["Account", "name"])] == "ann")
        #code("account.modify { account in")
        #expect(account.name == "sam")
        func reload() throws { #code("try account.reload") }
        try reload()
        #expect(account.name == "ann")
        #code("try await account.async { try $0.update", in: "StoredObject.swift")
        #expect(account.theme == "dark")
        func signOut() throws { #code("try account.reset") }
        try signOut()
        #expect(account.name == nil)
        #expect(try store.contents(of: domain).isEmpty)
    }

    @Test("an object that is loaded by a task")
    func loading() async throws {
        #code("let account = try await store.async { try StoredObject")
        let object = account
        try await Display.follow({}) { editor in
            func show(_ account: Account) { editor.show(account) }
            #code("for await account in object.updates")
        }
    }

    @Test("an object that others change")
    func changedObject() async throws {
        #example("struct Account", in: "ComingFromSDUserDefaults.md") { #expect(account.name == nil) }
        #code("let account = try await store.async {", in: "WholeObjects.md")
        let display = Display()
        let task = Task {
            func show(_ theme: String) { display.show(theme) }
            #code("for await changed in account.updates")
        }
        try await display.wait(for: "dark")
        let path = PropertyListPath([StoredObjectName.sdUserManager.rawValue, "theme"])
        try store.apply(ChangeSet([.set(path, "light")]), to: domain)
        try await display.wait(for: "light")
        task.cancel()
        await task.value
    }

    @Test("objects as values of preferences")
    func values() throws {
        #code("let objects = Preferences(domain")
        #expect(found?.name == "ann")
    }

    @Test("collections")
    func collections() async throws {
        let notes = StoredCollection<Note>("Notes", in: domain, store: store)
        func synchronous() throws {
            try notes.save(Note(id: 1, text: "a"), Note(id: 2, text: "b"))
            try notes.save(Note(id: 10, text: "c"))
            try notes.update(1) { $0?.text = "A" }
            #example("try notes.update(3")
            #example("let text = try notes.element") { #expect(text == "A") }
            #example("let sorted = try notes.all") {
                #expect(sorted.map(\.id) == [1, 2, 3, 10])
                #expect(try notes.all().map(\.id) == [1, 10, 2, 3])
                #expect(sorted.map(\.text) == ["A", "b", "!", "c"])
            }
            #example("try notes.remove(1") { #expect(try notes.count() == 2) }
        }
        try synchronous()
        try await Display.follow({}) { list in #code("for await notes in notes.updates") }
        #example("struct Note", in: "ComingFromDataStore.md") { #expect(count == 2) }
    }

    @Test("data stores")
    func dataStores() async throws {
        #example("let dataStore: any DataStore = DomainDataStore") {
            #expect(try store.contents(of: domain) == ["indicatorIndex": 4])
        }
        #example("let dataStore = DomainDataStore(domain") {
            #expect(try store.contents(of: domain)["firstLogin"]?.type == .data)
        }
        #example("let dataStore: any DataStore = try") { #expect(index == 4) }
    }

    @Test("a fake data store")
    func fakeDataStore() async throws {
        #example("let index = try await fake.read") { #expect(index == 1) }
        #code("let fake = FakeDataStore()", in: "FakeDataStore.swift")
        #code("fake.fail(with: PreferencesError")
        let store: any DataStore = FakeDataStore()
        #example("try await store.write(Date.now") { #expect(index == 0) }
    }
}
