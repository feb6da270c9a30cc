public import Observation
import PropertyList
import Synchronization

extension Preferences {
    /// Returns the values of a key as they change: the value at the start, then the latest value after each change.
    ///
    /// Changes by other tasks, other instances and other programs are reported alike. Each value that differs from the
    /// previous one is delivered once. A slow consumer gets the latest value. A key without a value has its default.
    /// The sequence ends when its task is cancelled.
    ///
    /// ```swift
    /// for await size in preferences.updates(of: .fontSize) {
    ///     editor.setFontSize(size)
    /// }
    /// ```
    ///
    /// A store that is not an ``ObservableDomainStore`` does not report changes of other programs. They are read by the
    /// next `synchronize()`.
    public func updates<Value: Codable>(of key: PreferenceKey<Value>) -> DomainChanges<Value> {
        DomainChanges { [self] in
            ChangeFeed(observe: observation) {
                self.observedValue(of: key)
            } failure: { _ in
                self.observedValue(of: key)
            }
        } transform: {
            $1.value
        }
    }

    /// Returns the names of the values that change, as they are stored. Changes by other tasks, other instances and
    /// other programs are reported alike.
    ///
    /// An element holds all names whose values differ from those at the time of the element before. The sequence ends
    /// when its task is cancelled.
    public func changes() -> DomainChanges<Set<String>> {
        DomainChanges { [self] in
            ChangeFeed(observe: observation) {
                self.allValues
            } failure: { _ in
                self.allValues
            }
        } transform: { old, new in
            old.map { Set(new.names(differingFrom: $0).map(\.text)) }
        }
    }

    private func observation(
        _ handler: @escaping @Sendable () -> Void
    ) throws(PreferencesError) -> DomainObservation {
        let number = state.withLock { $0.addObserver(handler) }
        startListening()
        return DomainObservation { [self] in
            state.withLock { $0.removeObserver(number) }
            stopListeningIfUnused()
        }
    }

    private func observedValue<Value: Codable>(of key: PreferenceKey<Value>) -> ObservedValue<Value> {
        let found = try? find(storedName(key.name), reportsFailures: false)
        guard let value: Value = try? found?.decoded(for: key.name) else {
            return ObservedValue(value: key.defaultValue, stored: nil)
        }
        return ObservedValue(value: value, stored: try? key.encoded(value))
    }

    /// The values under all stored names, by the precedence of the layers.
    private var allValues: PropertyListDictionary {
        var values = PropertyListDictionary(state.withLock { $0.registered }.map { ($0.key.text, $0.value) })
        for layer in layers.reversed() { values.merge(layer.contents) }
        values.merge(argumentValues)
        return values
    }
}

/// A value that is compared with others by its stored form.
private struct ObservedValue<Value: Sendable>: Equatable, Sendable {
    let value: Value
    /// The stored form, or `nil` for the default.
    let stored: PropertyListValue?

    static func == (left: Self, right: Self) -> Bool { left.stored == right.stored }
}

extension Preferences {
    /// Whether changes are followed.
    package var isObserved: Bool { state.withLock { $0.isListening } }

    /// Connects the preferences to their domains, and follows changes by others.
    private func startListening() {
        if isObserved { return }
        listening.withLock { watchings in
            guard watchings.isEmpty else { return }
            let listener = DomainValues.Listener { [weak self] names in
                self?.willChange(names)
            } didChange: { [weak self] names in
                self?.didChange(names)
            }
            for layer in layers { layer.values.withLock { $0.listeners[ObjectIdentifier(self)] = listener } }
            watchings = layers.map { $0.startWatching() }
            state.withLock { $0.isListening = true }
        }
    }

    /// Ends what ``startListening()`` began, unless somebody observes the preferences.
    private func stopListeningIfUnused() {
        listening.withLock { watchings in
            let isUsed = state.withLock { state in
                let isUsed = !state.observers.isEmpty || !state.trackedNames.isEmpty
                if !isUsed { state.isListening = false }
                return isUsed
            }
            if !isUsed { disconnect(&watchings) }
        }
    }

    /// Ends what ``startListening()`` began.
    func stopListening() {
        listening.withLock { disconnect(&$0) }
    }

    private func disconnect(_ watchings: inout [DomainState.Watching]) {
        guard !watchings.isEmpty else { return }
        for layer in layers { layer.values.withLock { $0.listeners[ObjectIdentifier(self)] = nil } }
        watchings = []
    }

    func willChange(_ names: Set<ExactName>) {
        for name in trackedNames(among: names) { registrar.willSet(self, keyPath: \.[tracked: name]) }
    }

    func didChange(_ names: Set<ExactName>) {
        for name in trackedNames(among: names) { registrar.didSet(self, keyPath: \.[tracked: name]) }
        for observer in state.withLock({ $0.currentObservers }) { observer() }
    }

    private func trackedNames(among names: Set<ExactName>) -> Set<ExactName> {
        state.withLock { $0.trackedNames.isEmpty ? [] : $0.trackedNames.intersection(names) }
    }
}

/// Reading a key tracks that key. From the first tracked read on, changes by other programs are followed until the
/// preferences are released.
extension Preferences: Observable {
    /// The identity of a stored name for the `Observation` framework.
    fileprivate subscript(tracked name: ExactName) -> Bool { false }

    fileprivate subscript(probe probe: TrackingProbe) -> Bool { false }

    /// Reports a read to the `Observation` framework, if it is tracking.
    func trackAccess(to name: ExactName) {
        // The key path of a name is expensive to create. A constant key path shows whether it is needed: the framework
        // hashes it when it records an access.
        TrackingProbe.wasHashed.isSet = false
        registrar.access(self, keyPath: TrackingProbe.keyPath)
        guard TrackingProbe.wasHashed.isSet else { return }
        registrar.access(self, keyPath: \.[tracked: name])
        state.withLock { _ = $0.trackedNames.insert(name) }
        startListening()
    }
}

/// A key path argument that notes that it is hashed, as it is when the `Observation` framework records an access.
private struct TrackingProbe: Hashable {
    static let wasHashed = ThreadFlag()
    static let keyPath: any KeyPath<Preferences, Bool> & Sendable = \.[probe: TrackingProbe()]

    func hash(into hasher: inout Hasher) {
        Self.wasHashed.isSet = true
    }
}
