import DefaultsCore
import Dispatch
import PropertyList
import Synchronization

/// The state of a domain in this process. All ``Preferences`` of the domain in the same store share it.
///
/// It lives as long as preferences use it, and as long as it has changes that are not saved.
final class SharedDomain: Sendable {
    let domain: Domain
    let store: any DomainStore
    /// The work of asynchronous functions, which may wait for a lock or a disk. A serial queue has a thread of its own.
    private let queue = DispatchQueue(label: "defaults.domain")
    /// The reading of changes by others, which waits for no lock.
    let readingQueue = DispatchQueue(label: "defaults.domain.reading")
    let values = Mutex(DomainValues())
    /// Whether the domain is known to have no values, so that a lookup can do without the lock.
    let isEmpty = Atomic(false)
    let watch = Mutex(DomainWatch())
    /// The updates of the domain by this process, or `nil` if its identity is unknown.
    let updates: DomainUpdates?
    /// The number of updates when the contents were read or saved. While a save is published, it includes that save.
    let seenUpdates = Atomic<UInt64>(0)
    private let registration: SharedDomainRegistry.Registration?

    init(_ domain: Domain, in store: any DomainStore, registration: SharedDomainRegistry.Registration?) {
        (self.domain, self.store, self.registration) = (domain, store, registration)
        updates = (try? store.identity(of: domain)).map(DomainUpdates.of)
    }

    deinit {
        if let registration { SharedDomainRegistry.remove(registration) }
    }

    /// Reads the domain again before the next lookup.
    func invalidate() {
        values.withLock { $0.isLoaded = false }
        isEmpty.store(false, ordering: .releasing)
    }

    /// Keeps the state alive while it has changes that are not saved.
    func updateLifetime() {
        if let registration { SharedDomainRegistry.updateLifetime(of: self, registration) }
    }

    /// Runs a body on the queue, so that no thread of the cooperative pool waits for a lock or a disk.
    func perform<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
        try await BlockingWork.run(on: queue, body)
    }
}
