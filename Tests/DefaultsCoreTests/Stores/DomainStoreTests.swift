import DefaultsCore
import DefaultsTesting
import Testing

/// Both stores of the library keep the contract of all stores.
struct DomainStoreTests {
    @Test("files", arguments: DomainStoreConformance.checks)
    func files(check: DomainStoreConformance.Check) throws {
        try check.run(TemporaryStore())
    }

    @Test("memory", arguments: DomainStoreConformance.checks)
    func memory(check: DomainStoreConformance.Check) throws {
        try check.run(InMemoryDomainStore())
    }
}
