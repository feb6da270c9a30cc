import DefaultsTesting
import Foundation
import TestExtent
import TestSupport
import Testing

@testable import DefaultsCore
@testable import DefaultsKeyring

/// Tests with the keyring of a session that `Scripts/checks/keyring` creates.
@Suite(.serialized, Keyring.condition)
struct KeyringStoreTests {
    let scratch = Scratch()
    let store: SecretDomainStore
    let domain = Domain("com.example.App")

    init() {
        // Slow machines need more time than the default.
        store = SecretDomainStore(
            folders: DomainFolders(root: scratch.path), lockTimeout: .seconds(600),
            service: SecretTool(timeout: .seconds(600)))
    }

    @Test("the store meets the requirements of all stores", arguments: ConformanceCheck.domainStore)
    func conformance(check: ConformanceCheck<any DomainStore>) async throws {
        try await check.run(store)
    }

    @Test("data stores in the keyring meet the requirements of all data stores", arguments: ConformanceCheck.dataStore)
    func dataStores(check: ConformanceCheck<any DataStore>) async throws {
        try await check.run(DomainDataStore(domain, store: store))
    }

    @Test(
        "names of domains and hosts are preserved",
        arguments: [
            "é", "e\u{301}", "a b", "😀", "-x", "--label=x", "a/b", "a = b", "tab\there", "\u{1B}[0m",
            "attribute.x = y",
        ])
    func names(name: String) throws {
        let domain = try Domain(literally: name)
        try store.apply(ChangeSet([.set("k", 1)]), to: domain)
        #expect(try store.domains(on: .any) == [domain])
        #expect(try store.contents(of: domain) == ["k": 1])
        let hosted = try Domain("D", host: .named("host of " + name.replacingOccurrences(of: "/", with: "")))
        try store.apply(ChangeSet([.set("k", 2)]), to: hosted)
        #expect(try store.domains(on: hosted.host) == [hosted])
        #expect(try store.domains(on: .any) == [domain])
    }

    @Test("a domain that exceeds the size limit is an error, and is unchanged")
    func limit() throws {
        func set(_ count: Int) throws {
            let data = Data((0..<count).map { UInt8(truncatingIfNeeded: $0) })
            try store.apply(ChangeSet([.set("k", .data(data))]), to: domain)
        }
        var longest: (count: Int, contents: PropertyListDictionary)?
        for count in 6080...6110 {
            do {
                try set(count)
                longest = (count, try store.contents(of: domain))
                #expect(longest?.contents["k"] == .data(Data((0..<count).map { UInt8(truncatingIfNeeded: $0) })))
            } catch PreferencesError.Code.unstorable {
                #expect(count > 6080)
            }
        }
        #expect(longest.map { $0.count < 6110 } == true)
        #expect(try store.contents(of: domain) == longest?.contents)
    }
}
