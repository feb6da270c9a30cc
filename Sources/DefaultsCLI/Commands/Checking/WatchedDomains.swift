import DefaultsCore
import DefaultsState
import ToolSupport

/// The domains that `watch` follows, and their last contents.
struct WatchedDomains {
    /// A domain of the command line and its watched key. If the key is `nil`, all keys are watched.
    typealias Selected = (argument: DomainArgument, key: KeyArgument?)

    /// The contents of a domain before and after a change. Keys that are not watched have their old values in `old` and
    /// `new`.
    struct Change {
        let domain: Domain
        /// The domain as an operand.
        let operand: String
        let old: PropertyListDictionary
        let new: PropertyListDictionary
    }

    /// A domain that the operands name, or all domains.
    private struct Target {
        /// The operand, or `nil` for all domains.
        let argument: DomainArgument?
        /// The patterns of the keys, or an empty array for all keys.
        var keys: [PropertyListPathGlob]
        let observation: DomainObservation
    }

    private let session: Session
    private var reader: DomainStatesReader
    private var targets: [Target] = []
    /// The last contents of each domain that has had keys.
    private var contents: [Domain: PropertyListDictionary] = [:]
    /// Whether it has been reported that the kernel cannot report changes.
    private var isPolling = false

    /// Begins to observe domains.
    ///
    /// - Parameters:
    ///   - selection: The domains and keys, or an empty array for all domains.
    ///   - waiter: Notified of each change.
    init(_ selection: [Selected], in session: Session, reportingTo waiter: ChangeWaiter) throws(CommandError) {
        self.session = session
        reader = DomainStatesReader(of: session.store, scope: session.scope)
        if selection.isEmpty { try add(nil, key: nil, reportingTo: waiter) }
        for selected in selection { try add(selected.argument, key: selected.key, reportingTo: waiter) }
    }

    private mutating func add(
        _ argument: DomainArgument?, key: KeyArgument?, reportingTo waiter: ChangeWaiter
    ) throws(CommandError) {
        let keys = key.map { [PropertyListPathGlob(exactly: $0.path)] } ?? []
        if let index = targets.firstIndex(where: { $0.argument?.domain == argument?.domain }) {
            let isWhole = keys.isEmpty || targets[index].keys.isEmpty
            targets[index].keys = isWhole ? [] : targets[index].keys + keys
            return
        }
        let observation = try CommandError.mapping(
            try session.store.observe(argument?.domain, onChange: waiter.note))
        guard let observation else { throw CommandError(.unavailable, "these domains report no changes") }
        targets.append(Target(argument: argument, keys: keys, observation: observation))
    }

    /// Reads the domains.
    ///
    /// If another program is writing a file, or if a file cannot be read, the domain keeps its last contents. The error
    /// of an unreadable file is reported on standard error.
    ///
    /// - Returns: The changes since the last call. The first call returns the present contents, as changes of empty
    ///   domains.
    mutating func changes() -> [Change] {
        var changes: [Change] = []
        for target in targets {
            let obstacles = reader.states.obstacles
            let changed = reader.read(target.observation, of: target.argument?.domain)
            if let reason = target.observation.pollingReason, !isPolling {
                isPolling = true
                session.report(CommandError(.success, "\(reason); looking at the files once a second"))
            }
            let states = reader.states
            for obstacle in states.obstacles where !obstacles.contains(obstacle) {
                session.report(CommandError(obstacle: obstacle))
            }
            changes += (changed ?? []).sorted { $0.spelling.precedesInUTF16($1.spelling) }.compactMap { domain in
                change(of: domain, to: states.domains[domain] ?? .success(DomainSnapshot()), in: target)
            }
        }
        return changes
    }

    /// Returns the change of a domain to a new state, or `nil` if no watched key has changed. If the domain cannot be
    /// read, reports the error and returns `nil`. The reader does not report the same state twice in a row, so each
    /// error is printed once.
    private mutating func change(
        of domain: Domain, to state: Result<DomainSnapshot, PreferencesError>, in target: Target
    ) -> Change? {
        switch state {
        case .failure(let error):
            session.report(.preferences(error))
            return nil
        case .success(let snapshot):
            let old = contents[domain] ?? [:]
            contents[domain] = snapshot.contents
            let selected = PropertyListDifferenceFilter(only: target.keys).target(from: old, to: snapshot.contents)
            let new = session.keyFilter.target(from: old, to: selected)
            if old == new { return nil }
            return Change(domain: domain, operand: target.argument?.operand ?? domain.description, old: old, new: new)
        }
    }
}
