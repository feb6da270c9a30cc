import DefaultsMigration
import DefaultsState
import DefaultsTesting
import TestSupport
import Testing

@testable import DefaultsCore

/// Both stores of the library keep the contract of all stores.
struct DomainStoreTests {
    @Test("files keep the contract of every store", arguments: DomainStoreConformance.checks)
    func files(check: DomainStoreConformance.Check) throws {
        try check.run(TemporaryStore(lockTimeout: Self.timeLimit))
    }

    @Test("a store in memory keeps the contract of every store", arguments: DomainStoreConformance.checks)
    func memory(check: DomainStoreConformance.Check) throws {
        try check.run(InMemoryDomainStore())
    }

    @Test("files keep the contract in asynchronous functions", arguments: DomainStoreConformance.asynchronousChecks)
    func asynchronousFiles(check: DomainStoreConformance.AsynchronousCheck) async throws {
        try await check.run(TemporaryStore(lockTimeout: Self.timeLimit))
    }

    @Test(
        "a store in memory keeps the contract in asynchronous functions",
        arguments: DomainStoreConformance.asynchronousChecks)
    func asynchronousMemory(check: DomainStoreConformance.AsynchronousCheck) async throws {
        try await check.run(InMemoryDomainStore())
    }

    /// A journal over a store, which is removed with its folder.
    private func recording(_ store: any DomainStore, in scratch: Scratch) -> JournalingDomainStore {
        JournalingDomainStore(store, journal: Journal(path: scratch("journal")), command: ["test"])
    }

    @Test("a journal over files keeps the contract of every store", arguments: DomainStoreConformance.checks)
    func journal(check: DomainStoreConformance.Check) throws {
        let scratch = Scratch()
        try check.run(recording(TemporaryStore(lockTimeout: Self.timeLimit), in: scratch))
    }

    @Test(
        "a journal over files keeps the contract in asynchronous functions",
        arguments: DomainStoreConformance.asynchronousChecks)
    func asynchronousJournal(check: DomainStoreConformance.AsynchronousCheck) async throws {
        let scratch = Scratch()
        try await check.run(recording(TemporaryStore(lockTimeout: Self.timeLimit), in: scratch))
    }

    @Test("a journal reports changes as its files do", arguments: DomainStoreConformance.observationChecks)
    func observedJournal(check: DomainStoreConformance.AsynchronousCheck) async throws {
        let scratch = Scratch()
        try await check.run(recording(InMemoryDomainStore(), in: scratch), timeLimit: Self.timeLimit)
    }

    @Test("a rehearsal over files keeps the contract of every store", arguments: DomainStoreConformance.checks)
    func rehearsal(check: DomainStoreConformance.Check) throws {
        try check.run(RehearsalStore(TemporaryStore(lockTimeout: Self.timeLimit)))
    }

    @Test(
        "a rehearsal over files keeps the contract in asynchronous functions",
        arguments: DomainStoreConformance.asynchronousChecks)
    func asynchronousRehearsal(check: DomainStoreConformance.AsynchronousCheck) async throws {
        try await check.run(RehearsalStore(TemporaryStore(lockTimeout: Self.timeLimit)))
    }

    @Test(
        "files of any user keep the contract in asynchronous functions",
        arguments: DomainStoreConformance.asynchronousChecks)
    func anyUser(check: DomainStoreConformance.AsynchronousCheck) async throws {
        let scratch = Scratch()
        let folders = DomainFolders(user: scratch("own"), anyUser: scratch("any"), home: scratch("home"))
        try await check.run(FileDomainStore(folders: folders, lockTimeout: Self.timeLimit))
    }

    /// The limit of waits for locks and reports, which only ends what hangs. Tests that wait for other processes can
    /// hold all threads of the cooperative pool for minutes.
    private static let timeLimit = Duration.seconds(3600)

    @Test("files report changes as every store does", arguments: DomainStoreConformance.observationChecks)
    func observedFiles(check: DomainStoreConformance.AsynchronousCheck) async throws {
        let store = try TemporaryStore(lockTimeout: Self.timeLimit)
        let other = FileDomainStore(folders: DomainFolders(root: store.folder), lockTimeout: .seconds(3601))
        try await check.run(store, other: other, timeLimit: Self.timeLimit)
    }

    @Test("a store in memory reports changes as every store does", arguments: DomainStoreConformance.observationChecks)
    func observedMemory(check: DomainStoreConformance.AsynchronousCheck) async throws {
        try await check.run(InMemoryDomainStore(), timeLimit: Self.timeLimit)
    }
}
