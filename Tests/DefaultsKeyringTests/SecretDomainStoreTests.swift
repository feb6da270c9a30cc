import DefaultsTesting
import Foundation
import TestSupport
import Testing

@testable import DefaultsCore
@testable import DefaultsPreferences
@testable import DefaultsKeyring

/// Tests of the store with a simulated keyring.
struct SecretDomainStoreTests {
    let scratch = Scratch()
    let service = FakeSecretService()
    let domain = Domain("com.example.App")

    private var store: SecretDomainStore { store(root: scratch.path) }

    private func store(root: String, patience: Duration = .zero) -> SecretDomainStore {
        SecretDomainStore(
            folders: DomainFolders(root: root), lockTimeout: .seconds(600), service: service, patience: patience)
    }

    private func set(_ key: String, _ value: PropertyListValue, in domain: Domain? = nil) throws {
        try store.apply(ChangeSet([.set(.key(key), value)]), to: domain ?? self.domain)
    }

    /// Returns a string with which the item of the domain has the given size in bytes.
    private func text(filling count: Int) throws -> String {
        let item = try SecretItem(domain, base: scratch.path)
        let length = try item.text(of: ["k": ""], limit: count).count
        // XML has a shorter element for an empty string.
        let filled = try item.text(of: ["k": "x"], limit: count).count
        #expect(filled <= length + 10)
        return String(repeating: "x", count: count - filled + 1)
    }

    @Test("the store meets the requirements of all stores", arguments: ConformanceCheck.domainStore)
    func conformance(check: ConformanceCheck<any DomainStore>) async throws {
        #expect(store.holdsSecrets)
        try await check.run(store)
    }

    @Test("data stores in the keyring meet the requirements of all data stores", arguments: ConformanceCheck.dataStore)
    func dataStores(check: ConformanceCheck<any DataStore>) async throws {
        try await check.run(DomainDataStore(domain, store: store))
    }

    @Test("a domain is one item with its property list, identifying attributes and a label")
    func item() throws {
        try set("token", "s3cret")
        let attributes: SecretAttributes = [
            "application": "defaults", "base": ExactName(scratch.path), "domain": "com.example.App", "host": "any",
        ]
        #expect(service.items.keys.map { $0 } == [attributes])
        #expect(service.labels == ["Preferences of com.example.App"])
        let bytes = try #require(service.items[attributes])
        let value = try PropertyListSerialization.propertyList(from: Data(bytes), format: nil)
        #expect(value as? [String: String] == ["token": "s3cret"])
    }

    @Test(
        "contents with control characters, or that XML cannot represent exactly, are stored as binary in base64",
        arguments: ["\0", "\u{1B}", "\u{FEFF}"])
    func controlCharacters(text: String) throws {
        try set("k", .string(text))
        let bytes = try #require(service.items.values.first)
        let data = try #require(Data(base64Encoded: Data(bytes)))
        #expect(try PropertyListSerialization.propertyList(from: data, format: nil) as? [String: String] == ["k": text])
        #expect(try store.contents(of: domain) == ["k": .string(text)])
    }

    @Test("a value cannot look like an attribute of an item, and is read as it was")
    func attributesInValues() throws {
        let texts = ["attribute.domain = Other", "a\nattribute.domain = Other\n", "\nattribute.base = /"]
        for (index, text) in texts.enumerated() {
            try set("k", .string(text))
            let bytes = try #require(service.items.values.first)
            let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
            #expect(!lines.contains { $0.hasPrefix("attribute.") })
            #expect((bytes.first == UInt8(ascii: "<")) == (index == 0))
            #expect(try store.contents(of: domain) == ["k": .string(text)])
        }
    }

    @Test("white space around the text is ignored", arguments: ["\n", " \n"])
    func whiteSpace(space: String) throws {
        try set("k", "v")
        let (attributes, text) = try #require(service.items.first)
        service.put(Array(space.utf8) + text + Array(space.utf8), with: attributes)
        #expect(try store.contents(of: domain) == ["k": "v"])
        let base64 = try PropertyListWriter.data(of: ["k": "\0"], as: .binary).base64EncodedString()
        service.put(Array((base64 + space).utf8), with: attributes)
        #expect(try store.contents(of: domain) == ["k": "\0"])
    }

    @Test("contents up to the size limit are stored, and larger contents are an error")
    func limit() throws {
        let longest = try #require(
            (5500...6200).last { count in
                let contents: PropertyListDictionary = ["k": .string(String(repeating: "x", count: count))]
                let size = try? PropertyListWriter.data(of: .dictionary(contents), as: .binary).base64EncodedData()
                    .count
                return size.map { $0 <= 8192 } ?? false
            })
        let xmlLongest = try text(filling: 8192).count
        let limit = max(longest, xmlLongest)
        for count in [limit - 1, limit] {
            let value = PropertyListValue.string(String(repeating: "x", count: count))
            try set("k", value)
            #expect(try store.contents(of: domain)["k"] == value)
            #expect(service.items.values.allSatisfy { $0.count <= 8192 })
        }
        let before = service.items
        let error = #expect(throws: PreferencesError.self) {
            try set("k", .string(String(repeating: "x", count: limit + 1)))
        }
        guard case .tooLargeForKeyring("com.example.App in the keyring", let size, 8192) = error?.reason else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(size > 8192)
        #expect(service.items == before)
    }

    @Test("unchanged contents are not stored again")
    func unchanged() throws {
        try set("k", "v")
        try set("k", "v")
        #expect(service.storeCount == 1)
    }

    @Test(
        "if the keyring stores something else, the domain is restored",
        arguments: [
            (.keeps(20), PreferencesError(.notKept(domain: "com.example.App in the keyring", isRestored: true))),
            (.drops, PreferencesError(.notKept(domain: "com.example.App in the keyring", isRestored: true))),
            (.fails(.locked), PreferencesError(.noKeyring(.locked))),
        ] as [(FakeSecretService.Mischief, PreferencesError)], [true, false])
    func mischief(_ mischief: (FakeSecretService.Mischief, PreferencesError), wasThere: Bool) throws {
        if wasThere { try set("k", "old") }
        let before = service.items
        service.play(mischief.0)
        #expect(throws: mischief.1) { try set("k", "new") }
        #expect(service.items == before)
    }

    @Test("a stored secret counts as stored even if the keyring reports an error")
    func storedAndFailed() throws {
        service.play(.storesAndFails(.noAnswer))
        try set("k", "v")
        #expect(try store.contents(of: domain) == ["k": "v"])
    }

    @Test("a lost secret is an error")
    func loses() throws {
        try set("k", "old")
        service.play(.loses)
        #expect(throws: PreferencesError(.notKept(domain: "com.example.App in the keyring", isRestored: false))) {
            try set("k", "new")
        }
    }

    @Test(
        "if the keyring stops during a change, the outcome is unknown",
        arguments: [(true, true), (true, false), (false, false)])
    func stops(isStored: Bool, isAnswering: Bool) throws {
        try set("k", "old")
        service.play(.stops(stored: isStored, answering: isAnswering))
        #expect(throws: PreferencesError(.outcomeUnknown(domain: "com.example.App in the keyring", .noAnswer))) {
            try set("k", "new")
        }
        service.fail(with: nil)
        #expect(try store.contents(of: domain) == ["k": isStored ? "new" : "old"])
        try set("k", "newer")
    }

    @Test(
        "if the keyring answers again soon after it stopped during a change, the outcome is known",
        arguments: [KeyringProblem.noAnswer, .refused("gone")], [true, false])
    func pauses(problem: KeyringProblem, isStored: Bool) throws {
        try set("k", "old")
        service.play(.pauses(problem, stored: isStored, calls: 3))
        let store = store(root: scratch.path, patience: .seconds(600))
        let change = ChangeSet([.set(.key("k"), "new")])
        if isStored {
            try store.apply(change, to: domain)
        } else {
            #expect(throws: PreferencesError(.noKeyring(problem))) { try store.apply(change, to: domain) }
        }
        #expect(try store.contents(of: domain) == ["k": isStored ? "new" : "old"])
    }

    @Test(
        "a keyring that refused a change and is gone has not changed", arguments: [KeyringProblem.locked, .noService])
    func refusedAndGone(problem: KeyringProblem) throws {
        try set("k", "old")
        service.play(.breaks(problem))
        #expect(throws: PreferencesError(.noKeyring(problem))) { try set("k", "new") }
        service.fail(with: nil)
        #expect(try store.contents(of: domain) == ["k": "old"])
    }

    @Test("if an earlier domain cannot be restored, the error says so")
    func notPutBack() throws {
        let other = Domain("org.example.Other")
        service.play(.breaks(.locked), after: 1)
        #expect(throws: PreferencesError(.notKept(domain: "com.example.App in the keyring", isRestored: false))) {
            try store.update([domain, other]) { transaction in
                transaction[domain]["k"] = "new"
                transaction[other]["k"] = "new"
            }
        }
        service.fail(with: nil)
        #expect(try store.contents(of: domain) == ["k": "new"])
        #expect(try store.contents(of: other) == [:])
    }

    @Test("no domain changes if the last one cannot be stored")
    func severalDomains() throws {
        let other = Domain("org.example.Other")
        try set("k", "old")
        let before = service.items
        service.play(.drops, after: 1)
        #expect(throws: PreferencesError.self) {
            try store.update([domain, other]) { transaction in
                transaction[domain]["k"] = "new"
                transaction[other]["k"] = "new"
            }
        }
        #expect(service.items == before)
    }

    @Test(
        "an invalid item is an error that does not quote it, and stays",
        arguments: ["hunter2", "<hunter2>", "{ hunter2 = ; }", ""])
    func foreignItem(text: String) throws {
        try set("k", "v")
        let attributes = try #require(service.items.keys.first)
        service.put(Array(text.utf8), with: attributes)
        let error = #expect(throws: PreferencesError.self) { try store.contents(of: domain) }
        #expect(error?.description.contains("hunter2") == false)
        #expect(throws: PreferencesError.self) { try set("k", "v") }
        #expect(service.items[attributes] == Array(text.utf8))
    }

    @Test("each root has its own domains, whatever its spelling")
    func roots() throws {
        try set("k", "v")
        #expect(try store(root: scratch("other")).contents(of: domain).isEmpty)
        try FileManager.default.createSymbolicLink(atPath: scratch("link"), withDestinationPath: scratch.path)
        #expect(try store(root: scratch("link")).contents(of: domain) == ["k": "v"])
        let missing = store(root: scratch("link/a/b"))
        try missing.apply(ChangeSet([.set("k", 1)]), to: domain)
        #expect(try store(root: scratch("a/b")).contents(of: domain) == ["k": 1])
        #expect(try scratch.mode(of: "a/b") == 0o700)
    }

    @Test("paths and domains of any user are invalid in a keyring")
    func refusedDomains() throws {
        for domain in [Domain("./x"), Domain("/x/y"), try Domain("D", user: .any)] {
            #expect(throws: PreferencesError(.invalidName(domain.description, .fitsTheKeyring))) {
                try store.snapshot(of: domain)
            }
            #expect(throws: PreferencesError(.invalidName(domain.description, .fitsTheKeyring))) {
                try store.update([domain]) { $0[domain]["k"] = 1 }
            }
        }
    }

    @Test(
        "without a keyring, every access throws the same error and nothing is written",
        arguments: [
            KeyringProblem.toolMissing, .noSession, .noService, .locked, .notSetUp, .noAnswer, .refused("no"),
            .damagedFile(path: "/f"),
        ])
    func noKeyring(problem: KeyringProblem) throws {
        service.fail(with: problem)
        let store = store(root: scratch("missing/root"))
        #expect(throws: PreferencesError(.noKeyring(problem))) { try store.contents(of: domain) }
        #expect(throws: PreferencesError(.noKeyring(problem))) { try store.domains(on: .any) }
        #expect(throws: PreferencesError(.noKeyring(problem))) {
            try store.apply(ChangeSet([.set("k", 1)]), to: domain)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path) == [])
    }

    @Test("a failed change removes the folders that were created for its lock")
    func failureInNewFolder() throws {
        service.play(.fails(.locked))
        #expect(throws: PreferencesError(.noKeyring(.locked))) {
            try store(root: scratch("new/root")).apply(ChangeSet([.set("k", 1)]), to: domain)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path) == [])
    }

    @Test("SD13: preferences in the keyring have the same interface, and only the store differs")
    func sd13() throws {
        let token = PreferenceKey<String>("token", default: "none")
        let secrets = Preferences(domain: "com.example.App", store: store, saving: .explicit)
        secrets[token] = "s3cret"
        #expect(service.items.isEmpty)
        try secrets.synchronize()
        let others = Preferences(domain: "com.example.App", store: store, saving: .explicit)
        #expect(others[token] == "s3cret")
        try others.update { $0[token] += "!" }
        #expect(try store.contents(of: domain) == ["token": "s3cret!"])
        let arguments = Preferences.Arguments(["-token", "hunter2"])
        let unaffected = Preferences(domain: "com.example.App", store: store, arguments: arguments)
        #expect(unaffected[token] == "s3cret!")
        #expect(!unaffected.arguments.isSet(token))

        service.fail(with: .locked)
        #expect(throws: PreferencesError(.noKeyring(.locked))) { try others.update { $0[token] = "" } }
        #expect(Preferences(domain: "com.example.App", store: store)[token] == "none")
    }

    @Test("SD2: the shared user object has a variant in the keyring")
    func sd2() throws {
        struct User: Codable, Equatable { var name: String?; var token = "" }
        func user() throws -> StoredObject<User> {
            try StoredObject(
                named: .sdKeychainUserManager, in: domain, store: store
            ) { User() }
        }
        do {
            let object = try user()
            object.value = User(name: "ann", token: "s3cret")
            try object.save()
        }
        #expect(try store.contents(of: domain).keys == ["SD_KEY_CHAIN_USER_MANAGER"])
        let object = try user()
        #expect(object.value == User(name: "ann", token: "s3cret"))
        service.fail(with: .locked)
        #expect(throws: PreferencesError(.noKeyring(.locked))) { try object.reset() }
        #expect(object.token == "s3cret")
    }
}
