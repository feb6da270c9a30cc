import DefaultsState
import DefaultsTesting
import TestSupport
import Testing

@testable import DefaultsCore

/// The stores of the library keep the contract of all stores.
struct DomainStoreTests {
    enum Store: CaseIterable {
        case files, filesOfAnyUser, memory, journal, rehearsal

        /// The stores whose reports are checked.
        static let observed = [files, memory, journal]

        /// Returns a new store whose files are removed with a folder, and another instance with the same domains.
        func make(in scratch: Scratch) throws -> (any DomainStore, other: (any DomainStore)?) {
            let files = try TemporaryStore(lockTimeout: DomainStoreTests.timeLimit)
            switch self {
            case .files:
                let folders = DomainFolders(root: files.folder)
                return (files, FileDomainStore(folders: folders, lockTimeout: .seconds(3601)))
            case .filesOfAnyUser:
                let folders = DomainFolders(user: scratch("own"), anyUser: scratch("any"), home: scratch("home"))
                return (FileDomainStore(folders: folders, lockTimeout: DomainStoreTests.timeLimit), nil)
            case .memory: return (InMemoryDomainStore(), nil)
            case .journal:
                return (JournalingDomainStore(files, journal: Journal(path: scratch("journal")), command: []), nil)
            case .rehearsal: return (RehearsalStore(files), nil)
            }
        }
    }

    /// The limit of waits for locks and reports, which only ends what hangs. Tests that wait for other processes can
    /// hold all threads of the cooperative pool for minutes.
    private static let timeLimit = Duration.seconds(3600)

    @Test("a journal records the changes of every store", arguments: Store.allCases)
    func journal(store: Store) throws {
        let scratch = Scratch()
        let store = try store.make(in: scratch).0
        let domain = Domain("com.example.Editor")
        let journal = Journal(path: scratch("entries"))
        try JournalingDomainStore(store, journal: journal, command: []).apply(ChangeSet([.set("a", 1)]), to: domain)
        #expect(try journal.reading().entries.flatMap(\.changes).map(\.new) == [1])
        #expect(try store.contents(of: domain) == ["a": 1])
    }

    @Test("stores keep the contract of every store", arguments: Store.allCases, ConformanceCheck.domainStore)
    func contract(store: Store, check: ConformanceCheck<any DomainStore>) async throws {
        let scratch = Scratch()
        try await check.run(store.make(in: scratch).0)
    }

    @Test("stores report changes", arguments: Store.observed, ConformanceCheck.observation)
    func observation(store: Store, check: ConformanceCheck<any DomainStore>) async throws {
        let scratch = Scratch()
        let (store, other) = try store.make(in: scratch)
        try await check.run(store, other: other, timeLimit: Self.timeLimit)
    }
}
