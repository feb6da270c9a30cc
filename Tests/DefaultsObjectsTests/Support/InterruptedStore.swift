import DefaultsCore
import PropertyList
import Synchronization

/// A store that fails, or lets something happen, at a moment of an update.
final class InterruptedStore: DomainStore {
    struct Failure: Error {}

    let base = InMemoryDomainStore()
    private let afterUpdate = Mutex<(@Sendable () throws -> Void)?>(nil)
    private let isFull = Mutex(false)

    /// Makes the next updates fail after their bodies, or ends that.
    func fail(_ fails: Bool = true) {
        isFull.withLock { $0 = fails }
    }

    /// Runs a body once after the next update has changed the store, before the update returns.
    func afterNextUpdate(_ body: @escaping @Sendable () throws -> Void) {
        afterUpdate.withLock { $0 = body }
    }

    func snapshot(of domain: Domain) throws(PreferencesError) -> DomainSnapshot {
        try base.snapshot(of: domain)
    }

    func update<Result>(_ domains: [Domain], _ body: (inout DomainTransaction) throws -> Result) throws -> Result {
        let result = try base.update(domains) { transaction in
            let result = try body(&transaction)
            if isFull.withLock({ $0 }) { throw Failure() }
            return result
        }
        let interruption = afterUpdate.withLock { body in
            defer { body = nil }
            return body
        }
        try interruption?()
        return result
    }

    func domains(on host: Domain.Host) throws(PreferencesError) -> [Domain] {
        try base.domains(on: host)
    }

    func observe(
        _ domain: Domain?, onChange handler: @escaping @Sendable () -> Void
    ) throws(PreferencesError) -> DomainObservation? {
        base.observe(domain, onChange: handler)
    }
}
