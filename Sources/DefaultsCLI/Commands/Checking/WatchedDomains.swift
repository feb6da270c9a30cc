import DefaultsCore
import PropertyList
import ToolSupport

/// The domains that `watch` follows, with their last contents.
struct WatchedDomains {
    /// A domain of the command line, and the key in it whose value is watched.
    struct Selected {
        let argument: DomainArgument
        let key: KeyArgument?
    }

    /// The contents of a domain before and after a change, reduced to the watched keys.
    struct Change {
        let domain: Domain
        /// The domain as an operand.
        let operand: String
        let old: PropertyListDictionary
        let new: PropertyListDictionary
    }

    /// A domain that the operands name.
    private struct Target {
        let argument: DomainArgument
        /// The patterns of the keys, or none for all keys.
        var keys: [PropertyListPathGlob]
        let observation: DomainObservation
    }

    /// A source of changes.
    private enum Source {
        /// All domains.
        case all(DomainStatesReader, DomainObservation)
        /// The domains that the operands name.
        case targets([Target])
    }

    private let session: Session
    private var store: any DomainStore { session.store }
    private let source: Source
    /// The last contents of each domain that has had keys.
    private var contents: [Domain: PropertyListDictionary] = [:]
    /// The last errors, which are reported once.
    private var errors: [Domain: PreferencesError] = [:]
    private var obstacles: [PreferencesError] = []
    private var isPolling = false

    /// Begins to observe domains.
    ///
    /// - Parameters:
    ///   - selection: The domains and keys, or none for all domains.
    ///   - waiter: Notified of each change.
    init(_ selection: [Selected], in session: Session, reportingTo waiter: ChangeWaiter) throws(CommandError) {
        self.session = session
        let observe = { (domain: Domain?) throws(CommandError) -> DomainObservation in
            let observation = try CommandError.mapping(try session.store.observe(domain, onChange: waiter.note))
            guard let observation else { throw .notObservable }
            return observation
        }
        if selection.isEmpty {
            source = .all(DomainStatesReader(of: session.store, scope: session.scope), try observe(nil))
            return
        }
        var targets: [Target] = []
        for selected in selection {
            let key = selected.key.map { PropertyListPathGlob(exactly: $0.path) }
            let domain = selected.argument.domain
            if let index = targets.firstIndex(where: { $0.argument.domain == domain }) {
                let isWhole = targets[index].keys.isEmpty
                targets[index].keys = key.map { isWhole ? [] : targets[index].keys + [$0] } ?? []
            } else {
                let keys = key.map { [$0] } ?? []
                targets.append(
                    Target(argument: selected.argument, keys: keys, observation: try observe(domain)))
            }
        }
        source = .targets(targets)
    }

    /// Reads the domains.
    ///
    /// While another program is writing a file, its last contents remain. If a file cannot be read, its last contents
    /// remain too, and the error is reported on standard error.
    ///
    /// - Returns: The changes since the last call. The first call returns the present contents, as changes of empty
    ///   domains.
    mutating func changes() -> [Change] {
        switch source {
        case .all(let reader, let observation):
            let reading = reader.read(observation)
            report(observation.pollingReason)
            return reading.map { changes(in: $0) } ?? []
        case .targets(let targets):
            var changes: [Change] = []
            for target in targets {
                let state = state(of: target)
                report(target.observation.pollingReason)
                guard let state else { continue }
                changes += change(
                    of: target.argument.domain, to: state, keys: target.keys, operand: target.argument.operand)
            }
            return changes
        }
    }

    /// Returns the state of a domain, or `nil` if it has not changed or is being written.
    private func state(of target: Target) -> Result<DomainSnapshot, PreferencesError>? {
        let domain = target.argument.domain
        let state = target.observation.read { changed -> Result<DomainSnapshot, PreferencesError>? in
            if changed.isEmpty, errors[domain] == nil { return nil }
            return store.read(domain)
        }
        return state ?? nil
    }

    /// Reports once that the kernel cannot report changes.
    private mutating func report(_ reason: PreferencesError?) {
        guard let reason, !isPolling else { return }
        isPolling = true
        session.report(.watchedByPolling(reason))
    }

    private mutating func changes(in reading: DomainStatesReader.Reading) -> [Change] {
        for obstacle in reading.states.obstacles where !obstacles.contains(obstacle) {
            session.report(CommandError(obstacle: obstacle))
        }
        obstacles = reading.states.obstacles
        let domains = reading.changed.sorted { $0.spelling.precedesInUTF16($1.spelling) }
        return domains.flatMap { domain in
            let state = reading.states.domains[domain] ?? .success(DomainSnapshot())
            return change(of: domain, to: state, operand: domain.description)
        }
    }

    private mutating func change(
        of domain: Domain, to state: Result<DomainSnapshot, PreferencesError>, keys: [PropertyListPathGlob] = [],
        operand: String
    ) -> [Change] {
        switch state {
        case .failure(let error):
            if errors.updateValue(error, forKey: domain) != error { session.report(.preferences(error)) }
            return []
        case .success(let snapshot):
            errors[domain] = nil
            let old = contents[domain] ?? [:]
            contents[domain] = snapshot.contents
            let new = visible(old, snapshot.contents, keys)
            return old == new ? [] : [Change(domain: domain, operand: operand, old: old, new: new)]
        }
    }

    /// Returns the new contents, in which unwatched keys have their old values.
    private func visible(
        _ old: PropertyListDictionary, _ new: PropertyListDictionary, _ keys: [PropertyListPathGlob]
    ) -> PropertyListDictionary {
        let selected = PropertyListDifferenceFilter(only: keys).target(from: old, to: new)
        return session.keyFilter.target(from: old, to: selected)
    }
}
