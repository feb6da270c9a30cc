public import Observation

extension Preferences {
    /// Whether the preferences follow changes of their domains. Used by tests.
    var isObserved: Bool { listening.withLock { $0 } }

    /// Connects the preferences to their domains, and follows changes by others.
    func startListening() {
        listening.withLock { isListening in
            guard !isListening else { return }
            isListening = true
            for (index, layer) in layers.enumerated() {
                let isWritten = index == targetIndex
                let listener = DomainValues.Listener { [weak self] names in
                    self?.willChange(names, inWrittenDomain: isWritten)
                } didChange: { [weak self] names in
                    self?.didChange(names, inWrittenDomain: isWritten)
                }
                layer.addListener(listener, of: ObjectIdentifier(self))
            }
        }
    }

    /// Stops listening, unless an observer or the `Observation` framework needs reports of changes.
    func stopListeningIfUnused() {
        listening.withLock { isListening in
            if !state.withLock({ $0.isObserved }) { disconnect(&isListening) }
        }
    }

    /// Disconnects the preferences from their domains, and stops following changes by others.
    func stopListening() {
        listening.withLock { disconnect(&$0) }
    }

    private func disconnect(_ isListening: inout Bool) {
        guard isListening else { return }
        isListening = false
        for layer in layers { layer.removeListener(of: ObjectIdentifier(self)) }
    }

    /// Reports to the `Observation` framework that tracked values are about to change. The parameters are those of
    /// ``PreferencesState/tracked(_:inWrittenDomain:)``.
    func willChange(_ names: Set<ExactName>, inWrittenDomain isWritten: Bool) {
        let tracked = state.withLock { $0.tracked(names, inWrittenDomain: isWritten) }
        for name in tracked.names { registrar.willSet(self, keyPath: \.[tracked: name]) }
        if tracked.contents { registrar.willSet(self, keyPath: \.trackedContents) }
    }

    /// Reports to the `Observation` framework and to observers that values have changed.
    func didChange(_ names: Set<ExactName>, inWrittenDomain isWritten: Bool) {
        let (tracked, observers) = state.withLock {
            ($0.tracked(names, inWrittenDomain: isWritten), $0.currentObservers)
        }
        for name in tracked.names { registrar.didSet(self, keyPath: \.[tracked: name]) }
        if tracked.contents { registrar.didSet(self, keyPath: \.trackedContents) }
        for observer in observers { observer() }
    }
}

/// Reading a key tracks that key, and reading ``contents`` tracks all values of the written domain. After the first
/// tracked read, the preferences follow changes by other programs until they are released.
extension Preferences: Observable {
    /// The identity of a stored name for the `Observation` framework.
    fileprivate subscript(tracked name: ExactName) -> Bool { false }

    /// The identity of ``contents`` for the `Observation` framework, which needs a property that does not throw.
    fileprivate var trackedContents: Bool { false }

    fileprivate subscript(probe probe: TrackingProbe) -> Bool { false }

    /// Whether the `Observation` framework tracks reads on this thread.
    private var isTracking: Bool {
        // The framework hashes a key path when it records an access. Hashing a constant key path costs little.
        TrackingProbe.wasHashed.isSet = false
        registrar.access(self, keyPath: TrackingProbe.keyPath)
        return TrackingProbe.wasHashed.isSet
    }

    /// Reports to the `Observation` framework, if it is tracking, that all values are read.
    func trackAccessToContents() {
        guard isTracking else { return }
        registrar.access(self, keyPath: \.trackedContents)
        state.withLock { $0.tracksContents = true }
        startListening()
    }

    /// Reports a read to the `Observation` framework, if it is tracking.
    func trackAccess(to name: ExactName) {
        // The key path of a name is expensive to create.
        guard isTracking else { return }
        registrar.access(self, keyPath: \.[tracked: name])
        state.withLock { _ = $0.trackedNames.insert(name) }
        startListening()
    }
}

/// A key path argument that records that it is hashed. The `Observation` framework hashes it to record an access.
private struct TrackingProbe: Hashable {
    static let wasHashed = ThreadFlag()
    static let keyPath: any KeyPath<Preferences, Bool> & Sendable = \.[probe: TrackingProbe()]

    func hash(into hasher: inout Hasher) {
        Self.wasHashed.isSet = true
    }
}
