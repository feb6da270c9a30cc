import DefaultsCore
import DefaultsTesting
import Testing

/// Both stores of the library keep the contract of all stores.
struct DomainStoreTests {
    @Test("files", arguments: DomainStoreConformance.checks)
    func files(check: DomainStoreCheck) throws {
        let temporary = try TemporaryStore()
        try withExtendedLifetime(temporary) { try check.run(temporary.store) }
    }

    @Test("memory", arguments: DomainStoreConformance.checks)
    func memory(check: DomainStoreCheck) throws {
        try check.run(InMemoryDomainStore())
    }
}
