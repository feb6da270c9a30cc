import PropertyList

/// The state of one instance of ``Preferences``, which one lock protects.
struct PreferencesState {
    var registered: [ExactName: PropertyListValue] = [:]
    /// The handlers of observers.
    private(set) var observers: [UInt64: @Sendable () -> Void] = [:]
    private var lastObserver: UInt64 = 0
    /// The names that were read while the `Observation` framework was tracking.
    var trackedNames: Set<ExactName> = []
    /// Whether all values were read while the `Observation` framework was tracking.
    var tracksContents = false
    /// Whether the preferences follow the changes of their domains.
    var isListening = false

    var currentObservers: [@Sendable () -> Void] { observers.isEmpty ? [] : Array(observers.values) }

    mutating func addObserver(_ handler: @escaping @Sendable () -> Void) -> UInt64 {
        lastObserver += 1
        observers[lastObserver] = handler
        return lastObserver
    }

    /// Removes an observer.
    ///
    /// - Returns: The handler. The caller releases it without a lock: objects that it has captured may end with it, and
    ///   use the preferences.
    mutating func removeObserver(_ number: UInt64) -> (@Sendable () -> Void)? {
        observers.removeValue(forKey: number)
    }
}
