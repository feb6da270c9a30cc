/// Reads the domains of a store. After the first read of an observation, only domains that may have changed are read.
package struct DomainStatesReader: Sendable {
    private typealias State = Result<DomainSnapshot, PreferencesError>

    private let store: any DomainStore
    private let scope: Domain.Scope
    /// The states of all domains read so far.
    package private(set) var states = Domain.States()
    /// The domains with a read error that can end without an event, such as too many open files.
    private var failed: Set<Domain> = []
    private var hasRead = false

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
    /// - Returns: The domains whose states have changed. The set can be empty for the first read. `nil` if a later read
    ///   finds no change, or if a file was written in place during the read. In the second case, the handler of the
    ///   observation is called.
    package mutating func read(_ observation: DomainObservation, of domain: Domain? = nil) -> Set<Domain>? {
        let repeated = domain.map { failed.intersection([$0]) } ?? failed
        let reading = observation.read { changed -> (states: [Domain: State], obstacles: [PreferencesError]?) in
            guard let domains = changed.domains(in: scope, observed: domain) else { return store.states(in: scope) }
            return (Dictionary(repeated.union(domains).map { ($0, store.read($0)) }) { $1 }, nil)
        }
        guard let reading else { return nil }
        var hasChanged = !hasRead
        hasRead = true
        var domains = Set(reading.states.keys)
        if let obstacles = reading.obstacles {
            // All domains were read, so the others no longer exist.
            domains.formUnion(states.domains.keys)
            if states.obstacles != obstacles { hasChanged = true }
            states.obstacles = obstacles
        }
        let changed = domains.filter { set(reading.states[$0], of: $0) }
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
    fileprivate func states(
        in scope: Domain.Scope
    ) -> (states: [Domain: Result<DomainSnapshot, PreferencesError>], obstacles: [PreferencesError]?) {
        do {
            let readings = try readEachDomain(scope)
            let states = Dictionary(zip(readings.domains, readings.snapshots)) { $1 }
            return (states, readings.obstacles)
        } catch {
            return ([:], [error])
        }
    }
}
