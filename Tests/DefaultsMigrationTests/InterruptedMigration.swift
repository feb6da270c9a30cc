import DefaultsCore
import DefaultsMigration

/// A store that fails between the stages of a migration: it changes nothing when the target has a record.
struct InterruptedMigration: DomainStore {
    struct Interruption: Error {}

    let base: InMemoryDomainStore
    let target: Domain

    func snapshot(of domain: Domain) throws(PreferencesError) -> DomainSnapshot { try base.snapshot(of: domain) }
    func update<Result>(_ domains: [Domain], _ body: (inout DomainTransaction) throws -> Result) throws -> Result {
        if try base.contents(of: target)[Migration.recordKey] != nil { throw Interruption() }
        return try base.update(domains, body)
    }
    func domains(on host: Domain.Host) throws(PreferencesError) -> [Domain] { try base.domains(on: host) }
}
