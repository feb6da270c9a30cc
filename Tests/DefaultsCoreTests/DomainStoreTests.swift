import DefaultsCore
import DefaultsTesting
import Testing

/// Both stores of the library keep the contract of all stores.
struct DomainStoreTests {
    @Test("files", arguments: DomainStoreConformance.checks)
    func files(check: DomainStoreCheck) throws {
        try check.run(TemporaryStore())
    }

    @Test("memory", arguments: DomainStoreConformance.checks)
    func memory(check: DomainStoreCheck) throws {
        try check.run(InMemoryDomainStore())
    }
}
