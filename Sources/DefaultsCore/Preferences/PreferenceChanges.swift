import PropertyList
import Synchronization

/// Notifications about changed ``Preferences``.
enum PreferenceChanges {
    /// The values that may have changed.
    enum Scope: Hashable, Sendable {
        /// The values under these stored names.
        case named(Set<ExactName>)
        /// Any value, because a domain was read or saved.
        case anything
    }

    /// A closure that is called after a change, on the thread that made it, while no lock is held.
    typealias Handler = @Sendable (Scope) -> Void

    static func post(_ scope: @autoclosure () -> Scope, to observers: [UInt64: Handler]) {
        guard !observers.isEmpty else { return }
        let scope = scope()
        for handler in observers.values { handler(scope) }
    }
}

extension Preferences {
    /// Calls a handler after every change.
    ///
    /// - Returns: An identifier for ``removeObserver(_:)``.
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
