import DefaultsTesting
import Foundation
import TestExtent
import TestSupport
import Testing

enum Name: String { case login, index }

/// The rows of the DataStore toolkit that concern stores. The tests of `DefaultsCore` have those about preferences.
@Suite(.waiting) struct DSTests {
    let home = Home()

    private func store(coding: DomainDataStore.Coding = .propertyList) throws -> DomainDataStore {
        DomainDataStore(Home.theDomain, store: home.store, coding: coding)
    }

    @Test("DS1: every store meets the requirements", arguments: ConformanceCheck.dataStore)
    func ds1(check: ConformanceCheck<any DataStore>) async throws {
        for coding in [DomainDataStore.Coding.propertyList, .json()] {
            let files = try TemporaryStore(lockTimeout: .seconds(600))
            try await check.run(DomainDataStore(Home.theDomain, store: files, coding: coding))
            try await check.run(DomainDataStore(Home.theDomain, store: InMemoryDomainStore(), coding: coding))
        }
        try await check.run(FakeDataStore())
    }

    @Test("DS2: a store over a domain uses its coding")
    func ds2() async throws {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .secondsSince1970
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .secondsSince1970
        let date = Date(timeIntervalSince1970: 1000)
        let json = try store(coding: .json(encoder: encoder, decoder: decoder))
        try await json.write(date, for: Name.login)
        #expect(try home.disk() == ["login": .data(Array("1000".utf8))])
        #expect(try await json.read(Date.self, for: Name.login) == date)
        try await store().write(Pet(name: "rex", legs: 4), for: Name.index)
        #expect(try home.disk()?["index"] == ["name": "rex", "legs": 4])
    }

    @Test("DS3: every user has a store, and does not see the values of others")
    func ds3() async throws {
        let suite = Home.theDomain
        for user in ["ann", "bob", nil] {
            let store = try DomainDataStore(suite.ofUser(user), store: home.store)
            #expect(try await store.read(String.self, for: Name.login) == nil)
            try await store.write(user ?? "nobody", for: Name.login)
        }
        #expect(try home.disk("com.example.Editor.user.ann") == ["login": "ann"])
        #expect(try home.disk() == ["login": "nobody"])
        #expect(throws: PreferencesError.self) { try DomainDataStore(suite.ofUser("../ann"), store: home.store) }
    }

    /// A feature that depends only on the protocol.
    private struct LoginCounter {
        let store: any DataStore

        func login() async throws -> Int {
            let count = (try await store.read(Int.self, for: UserAction.indicatorIndex) ?? 0) + 1
            try await store.write(count, for: UserAction.indicatorIndex)
            return count
        }
    }

    @Test("DS5: a feature works with a fake store")
    func ds5() async throws {
        let fake = FakeDataStore()
        #expect(try await LoginCounter(store: fake).login() == 1)
        #expect(try await LoginCounter(store: fake).login() == 2)
        struct Failure: Error {}
        fake.fail(with: Failure())
        await #expect(throws: Failure.self) { try await LoginCounter(store: fake).login() }
        let real = try store()
        #expect(try await LoginCounter(store: real).login() == 1)
        #expect(try home.disk() == ["indicatorIndex": 1])
        try await real.remove(UserAction.indicatorIndex)
        #expect(try home.disk() == nil)
    }

    @Test("DS6: a missing key is nil, and a value that cannot be decoded is an error")
    func ds6() async throws {
        try home.write(["index": "three"])
        #expect(try await store().read(String.self, for: Name.login) == nil)
        await #expect(
            throws: PreferenceValueError.wrongType(at: .init(["index"]), expected: "an integer", found: .string)
        ) {
            try await store().read(Int.self, for: Name.index)
        }
        await #expect(throws: PreferenceValueError.self) {
            try await store(coding: .json()).read(Int.self, for: Name.index)
        }
    }

    @Test("DS7: a stored value is read by the next launch")
    func ds7() async throws {
        try await store().write("ann", for: Name.login)
        try await store().write(4, for: Name.index)
        #expect(try home.probe("store", Home.domain) == "ann\n4")
    }

    @Test("DS8: JSON of another launch is read with any coding")
    func ds8() async throws {
        let window = Window(title: "t", frame: [1, 2.5], identifier: .max)
        try home.write(["login": Data(#""ann""#.utf8), "index": try JSONEncoder().encode(window)])
        for coding in [DomainDataStore.Coding.propertyList, .json()] {
            #expect(try await store(coding: coding).read(String.self, for: Name.login) == "ann")
            #expect(try await store(coding: coding).read(Window.self, for: Name.index) == window)
        }
        #expect(try home.preferences().value(for: PreferenceKey<Window?>("index")) == window)
        #expect(try home.preferences().value(for: PreferenceKey<String>("login", default: "")) == "ann")
        try await store().write(window, for: Name.index)
        #expect(try await store(coding: .json()).read(Window.self, for: Name.index) == window)
        #expect(try home.disk()?["index"] != nil)
    }
}
