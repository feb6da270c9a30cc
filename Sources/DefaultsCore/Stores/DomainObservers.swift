import Dispatch
import Synchronization

/// The observers of a store that reports only its own changes.
final class DomainObservers: Sendable {
    private struct Observer {
        /// The path of the domain, or `nil` for an observer of all domains.
        let path: ExactName?
        let handler: @Sendable () -> Void
    }

    private let queue = DispatchQueue(label: "defaults.observers")
    private let observers = Mutex<(next: UInt64, all: [UInt64: Observer])>((0, [:]))

    /// Adds an observer of a domain, or of all domains.
    func observe(_ path: ExactName?, handler: @escaping @Sendable () -> Void) -> DomainObservation {
        let number = observers.withLock { observers in
            observers.next += 1
            observers.all[observers.next] = Observer(path: path, handler: handler)
            return observers.next
        }
        return DomainObservation { [weak self] in
            // Extending the lifetime releases the handler outside the lock, even in optimized code.
            let removed = self?.observers.withLock { $0.all.removeValue(forKey: number) }
            withExtendedLifetime(removed) {}
        }
    }

    /// Reports a change of domains to their observers, on another thread. The caller may hold locks that they take.
    func announce(_ paths: [ExactName]) {
        let paths = Set(paths)
        let handlers = observers.withLock { observers in
            observers.all.values.filter { $0.path.map(paths.contains) ?? true }.map(\.handler)
        }
        guard !handlers.isEmpty else { return }
        queue.async { for handler in handlers { handler() } }
    }

    var count: Int { observers.withLock { $0.all.count } }
}
