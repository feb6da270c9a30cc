import Synchronization

/// Reads the domains of a store. After the first read of an observation, only domains that may have changed are read.
package final class DomainStatesReader: Sendable {
    /// The result of a read.
    package struct Reading: Sendable {
        package let states: Domain.States
        /// The domains whose states differ from those of the previous reading.
        package let changed: Set<Domain>
    }

    private let store: any DomainStore
    private let scope: Domain.Scope
    private let known = Mutex(KnownStates())

    /// Creates a reader that has read nothing.
    ///
    /// - Parameters:
    ///   - store: The store of the domains.
    ///   - scope: The domains. Defaults to all domains.
    package init(of store: any DomainStore, scope: Domain.Scope = .all) {
        (self.store, self.scope) = (store, scope)
    }

    /// Reads the domains that may have changed.
    ///
    /// - Parameters:
    ///   - observation: The observation. No other reader may use it.
    ///   - domain: The observed domain. Defaults to all domains in the scope.
    /// - Returns: The states of all domains read so far. `nil` if no state has changed since the last call, or if a
    ///   file was written in place during the read. In the second case, the handler of the observation is called.
    package func read(_ observation: DomainObservation, of domain: Domain? = nil) -> Reading? {
        known.withLock { known in
            let update = observation.read { changed in
                if let domains = changed.domains(in: scope, observed: domain) {
                    KnownStates.Update.some(known.failed(domain).union(domains).map { ($0, store.read($0)) })
                } else {
                    KnownStates.Update.all(store.states(in: scope))
                }
            }
            guard let update, let changed = known.apply(update) else { return nil }
            return Reading(states: known.states, changed: changed)
        }
    }
}

/// The states of the domains at the last read.
private struct KnownStates {
    typealias State = Result<DomainSnapshot, PreferencesError>

    enum Update {
        case all(Domain.States)
        case some([(Domain, State)])
    }

    private(set) var states = Domain.States()
    /// The domains with a read error that can end without an event, such as too many open files.
    private var failed: Set<Domain> = []
    private var isEmpty = true

    /// Returns the failed domains, which are read again without an event. If a domain is given, the result contains no
    /// other domain.
    func failed(_ domain: Domain?) -> Set<Domain> {
        domain.map { failed.intersection([$0]) } ?? failed
    }

    /// Replaces states.
    ///
    /// - Returns: The domains whose states have changed. The set can be empty for the first update. `nil` if a later
    ///   update changes nothing.
    mutating func apply(_ update: Update) -> Set<Domain>? {
        var changed: Set<Domain> = []
        var hasChanged = isEmpty
        isEmpty = false
        switch update {
        case .all(let new):
            for domain in Set(states.domains.keys).union(new.domains.keys) {
                if set(new.domains[domain], of: domain) { changed.insert(domain) }
            }
            if states.obstacles != new.obstacles { hasChanged = true }
            states.obstacles = new.obstacles
        case .some(let new):
            for (domain, state) in new where set(state, of: domain) { changed.insert(domain) }
        }
        return hasChanged || !changed.isEmpty ? changed : nil
    }

    /// Sets the state of a domain, or removes it if the domain has no keys and its file nothing else. Returns whether
    /// the state has changed.
    private mutating func set(_ state: State?, of domain: Domain) -> Bool {
        let isMissing =
            if case .success(let snapshot)? = state { snapshot.contents.isEmpty && snapshot.isExact } else { false }
        let state = isMissing ? nil : state
        if case .failure(let error)? = state, !error.isAboutContents {
            failed.insert(domain)
        } else {
            failed.remove(domain)
        }
        if states.domains[domain] == state { return false }
        states.domains[domain] = state
        return true
    }
}

extension DomainStore {
    /// Reads the domains in a scope.
    fileprivate func states(in scope: Domain.Scope) -> Domain.States {
        var states = Domain.States()
        do {
            let readings = try readEachDomain(scope)
            states.obstacles = readings.obstacles
            for (domain, state) in zip(readings.domains, readings.snapshots) { states.domains[domain] = state }
        } catch {
            states.obstacles = [error]
        }
        return states
    }
}
