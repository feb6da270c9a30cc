import PropertyList
import Synchronization

/// Where changes of ``Preferences`` are told: the seam for observing them.
enum PreferenceChanges {
    /// What may have changed.
    enum Change: Hashable, Sendable {
        /// The values under these stored names.
        case named(Set<ExactName>)
        /// Any value: a domain was read or saved.
        case anything
    }

    /// Called after a change, on the thread that made it, with no lock held.
    typealias Handler = @Sendable (Change) -> Void

    static func post(_ change: @autoclosure () -> Change, to observers: [UInt64: Handler]) {
        guard !observers.isEmpty else { return }
        let change = change()
        for handler in observers.values {
            handler(change)
        }
    }
}

extension Preferences {
    /// Calls a handler after every change, until the identifier that is given back is used to end that.
    func addObserver(_ handler: @escaping PreferenceChanges.Handler) -> UInt64 {
        state.withLock { state in
            let identifier = (state.observers.keys.max() ?? 0) + 1
            state.observers[identifier] = handler
            return identifier
        }
    }

    func removeObserver(_ identifier: UInt64) {
        state.withLock { $0.observers[identifier] = nil }
    }
}
