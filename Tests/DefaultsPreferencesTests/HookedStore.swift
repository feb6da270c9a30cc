import DefaultsCore
import Synchronization

/// A store of files that calls closures before it takes the lock for an update, and after it has published the update.
final class HookedStore: DomainStore {
    private struct Hooks {
        var beforeUpdate: @Sendable () -> Void = {}
        var afterUpdate: @Sendable () -> Void = {}
    }

    private let store: FileDomainStore
    private let hooks = Mutex(Hooks())

    init(_ store: FileDomainStore) {
        self.store = store
    }

    /// Replaces the hooks.
    func setHook(
        beforeUpdate: @escaping @Sendable () -> Void = {}, afterUpdate: @escaping @Sendable () -> Void = {}
    ) {
        hooks.withLock { $0 = Hooks(beforeUpdate: beforeUpdate, afterUpdate: afterUpdate) }
    }

    func snapshot(of domain: Domain) throws(PreferencesError) -> DomainSnapshot { try store.snapshot(of: domain) }

    func update<Result>(_ domains: [Domain], _ body: (inout DomainTransaction) throws -> Result) throws -> Result {
        let hooks = hooks.withLock { $0 }
        hooks.beforeUpdate()
        defer { hooks.afterUpdate() }
        return try store.update(domains, body)
    }

    func domains(on host: Domain.Host) throws(PreferencesError) -> [Domain] { try store.domains(on: host) }
}
