package import DefaultsCore
import Synchronization

/// A store that forwards calls to another store, records them, and calls closures before and after them.
@dynamicMemberLookup
package final class HookedStore: DomainStore {
    package struct Hooks: Sendable {
        /// An error that every call throws.
        package var failure: PreferencesError?
        /// Errors that the snapshots of domains throw.
        package var failures: [Domain: PreferencesError] = [:]
        /// Returns a snapshot in place of that of the other store, or `nil`.
        package var onSnapshot: @Sendable (Domain) throws(PreferencesError) -> DomainSnapshot? = { _ in nil }
        /// Called before an update with its number, when no lock is held.
        package var beforeUpdate: @Sendable (Int) throws -> Void = { _ in }
        /// Called after the body of an update, in the transaction.
        package var inUpdate: @Sendable (inout DomainTransaction) throws -> Void = { _ in }
        /// Called once, after the next update that succeeds, when no lock is held.
        package var afterUpdate: (@Sendable () throws -> Void)?
        /// Observes a domain in place of the other store.
        package var onObserve: (@Sendable (Domain?, @escaping Handler) throws(PreferencesError) -> DomainObservation?)?
        /// The domains whose snapshots were taken outside updates.
        package var reads: [Domain] = []
        /// The number of updates, including those that failed.
        package var updates = 0
        /// The number of observations of the other store.
        package var observations = 0
    }

    package typealias Handler = @Sendable () -> Void

    package let base: any DomainStore
    package let underlyingStore: (any DomainStore)?
    package let holdsSecrets: Bool
    private let hooks: Mutex<Hooks>

    /// - Parameters:
    ///   - base: The store to which calls are forwarded.
    ///   - isTransparent: Whether the other store is the underlying store, which then receives calls without hooks.
    ///   - setUp: Sets hooks.
    package init(
        _ base: any DomainStore = InMemoryDomainStore(), isTransparent: Bool = false, holdsSecrets: Bool = false,
        setUp: (inout Hooks) -> Void = { _ in }
    ) {
        (self.base, self.holdsSecrets) = (base, holdsSecrets)
        underlyingStore = isTransparent ? base : nil
        var hooks = Hooks()
        setUp(&hooks)
        self.hooks = Mutex(hooks)
    }

    /// Creates a store that throws an error in every call.
    package convenience init(failure: PreferencesError) {
        self.init { $0.failure = failure }
    }

    /// Creates a store that throws an error in the updates of a range, of which the first one has the number 1.
    package convenience init(
        _ base: any DomainStore, failing numbers: some RangeExpression<Int> & Sendable, with error: any Error
    ) {
        self.init(base) { $0.beforeUpdate = { if numbers.contains($0) { throw error } } }
    }

    package subscript<Value: Sendable>(dynamicMember path: any WritableKeyPath<Hooks, Value> & Sendable) -> Value {
        get { hooks.withLock { $0[keyPath: path] } }
        set { hooks.withLock { $0[keyPath: path] = newValue } }
    }

    package func snapshot(of domain: Domain) throws(PreferencesError) -> DomainSnapshot {
        let hooks = hooks.withLock { hooks in
            hooks.reads.append(domain)
            return hooks
        }
        if let failure = hooks.failure ?? hooks.failures[domain] { throw failure }
        if let snapshot = try hooks.onSnapshot(domain) { return snapshot }
        return try base.snapshot(of: domain)
    }

    package func update<Result>(
        _ domains: [Domain], _ body: (inout DomainTransaction) throws -> Result
    ) throws -> Result {
        let hooks = hooks.withLock { hooks in
            hooks.updates += 1
            return hooks
        }
        if let failure = hooks.failure { throw failure }
        try hooks.beforeUpdate(hooks.updates)
        let result = try base.update(domains) { transaction in
            let result = try body(&transaction)
            try hooks.inUpdate(&transaction)
            return result
        }
        try self.hooks.withLock { $0.afterUpdate.take() }?()
        return result
    }

    package func domains(on host: Domain.Host) throws(PreferencesError) -> [Domain] {
        if let failure = self.failure { throw failure }
        return try base.domains(on: host)
    }

    package func findDomains(on host: Domain.Host) throws(PreferencesError) -> Domain.SearchResult {
        if let failure = self.failure { throw failure }
        return try base.findDomains(on: host)
    }

    package func findAllDomains(_ scope: Domain.Scope) throws(PreferencesError) -> Domain.SearchResult {
        if let failure = self.failure { throw failure }
        return try base.findAllDomains(scope)
    }

    package func identity(of domain: Domain) throws(PreferencesError) -> StoreIdentity {
        try base.identity(of: domain)
    }

    package func observe(
        _ domain: Domain?, onChange handler: @escaping Handler
    ) throws(PreferencesError) -> DomainObservation? {
        if let observe = self.onObserve { return try observe(domain, handler) }
        let observation = try base.observe(domain, onChange: handler)
        hooks.withLock { $0.observations += 1 }
        return observation
    }
}
