import DefaultsTesting
import Foundation
import TestSupport
import Testing

@testable import DefaultsCore
@testable import DefaultsPreferences
@testable import DefaultsState

/// The domains that a search for all domains covers.
struct DomainScopeTests {
    private static let names = [
        "NSGlobalDomain", "D", "vendor/app", "ByHost/.GlobalPreferences.h", "ByHost/D.h", "ByHost/a/b.h",
        "-currentHost NSGlobalDomain", "-currentHost D", "-currentHost a/b",
    ]

    private let scratch = Scratch()

    /// Sets a key in each domain of a store.
    private static func filled<Store: DomainStore>(_ store: Store) throws -> Store {
        for name in names { try store.apply(ChangeSet([.set("k", 1)]), to: Domain(spelling: name)) }
        return store
    }

    @Test("all stores list the same domains, and wrappers those of the store inside")
    func stores() throws {
        let files = try Self.filled(FileDomainStore(folders: DomainFolders(root: scratch.path)))
        let journal = Journal(path: scratch("journal"), folders: files.folders)
        let stores: [any DomainStore] = [
            files, JournalingDomainStore(files, journal: journal, command: []), RehearsalStore(files),
            try Self.filled(InMemoryDomainStore()), try Self.filled(TemporaryStore()),
        ]
        for store in stores {
            let found = try store.findAllDomains(.all)
            #expect(found.domains.map(\.spelling) == Self.names, "\(type(of: store))")
            #expect(found.obstacles.isEmpty)
            #expect(found.unsearchedFolder == nil)
        }
        #expect(try Set(files.contentsOfAllDomains().keys.map(\.spelling)) == Set(Self.names))
        let observation = try #require(files.observe(nil) {})
        var reader = DomainStatesReader(of: files)
        _ = reader.read(observation)
        #expect(Set(reader.states.domains.keys.map(\.spelling)) == Set(Self.names))
    }

    @Test("outside a root, only the folder for domains of hosts is searched with its subfolders")
    func subfolders() throws {
        let folders = DomainFolders(environment: .of(["XDG_CONFIG_HOME": scratch.path, "HOME": "/nowhere"]))
        let files = try Self.filled(FileDomainStore(folders: folders))
        let found = try files.findAllDomains(.all)
        #expect(found.domains.map(\.spelling) == Self.names.filter { $0 != "vendor/app" })
        #expect(found.unsearchedFolder == scratch.path)
        try FileManager.default.removeItem(atPath: scratch("vendor"))
        #expect(try files.findAllDomains(.all).unsearchedFolder == nil)
    }

    @Test(
        "the domains of one host are a part of all domains",
        arguments: [
            (.any, ["NSGlobalDomain", "D", "vendor/app"]),
            (.current, ["-currentHost NSGlobalDomain", "-currentHost D", "-currentHost a/b"]),
            (.named("h"), ["ByHost/.GlobalPreferences.h", "ByHost/D.h", "ByHost/a/b.h"]), (.named("other"), []),
        ] as [(Domain.Host, [String])])
    func hosts(host: Domain.Host, expected: [String]) throws {
        let files = try Self.filled(FileDomainStore(folders: DomainFolders(root: scratch.path)))
        let scope = Domain.Scope(host: host)
        #expect(try files.findAllDomains(scope).domains.map(\.spelling) == expected)
        #expect(try files.findAllDomains(.all).domains.filter(scope.contains).map(\.spelling) == expected)
    }

    @Test("a folder for domains of hosts that cannot be listed is an obstacle")
    func obstacle() throws {
        try scratch.write("{ k = v; }", to: "D.plist")
        try scratch.write("", to: "ByHost")
        let found = try FileDomainStore(folders: DomainFolders(root: scratch.path)).findAllDomains(.all)
        #expect(found.domains.map(\.spelling) == ["D"])
        #expect(found.obstacles == [PreferencesError(FileAccess.list(scratch("ByHost")).error(SystemError.notFolder))])
    }
}
