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

extension SharedDomain {
    /// Looks up a name.
    ///
    /// - Parameter reportsFailures: Whether to throw the error of a domain that could not be read.
    func value(
        of name: ExactName, reportsFailures: Bool
    ) throws(PreferencesError) -> PropertyListValue? {
        reloadIfOutdated()
        if isEmpty.load(ordering: .acquiring) { return nil }
        while true {
            let (isLoaded, value) = try values.withLock { values throws(PreferencesError) in
                (values.isLoaded, values.isLoaded ? try values.find(name, reportsFailures: reportsFailures) : nil)
            }
            if isLoaded { return value }
            reload()
        }
    }

    /// The contents, including pending changes.
    ///
    /// - Throws: The error of a domain that could not be read.
    var contents: PropertyListDictionary {
        get throws(PreferencesError) {
            reloadIfOutdated()
            loadIfNeeded()
            return try values.withLock { values throws(PreferencesError) in
                if case .failed(let error) = values.layer { throw error }
                return values.effectiveContents
            }
        }
    }

    /// Reads the domain if it has not been read. A change since then is found when the domain is observed.
    func loadIfNeeded() {
        if !values.withLock({ $0.isLoaded }) { reload() }
    }

    /// Reads the domain.
    ///
    /// - Parameter saved: The number of the last change that is in the store by now.
    func reload(saved: UInt64 = 0) {
        read(saved: saved, keepsContentsOnFailure: false) { () throws(PreferencesError) in
            try store.snapshot(of: domain).contents
        }
    }

    /// Reads the domain again if this process has updated it since, through a store or another state.
    private func reloadIfOutdated() {
        guard let updates, updates.count > seenUpdates.load(ordering: .acquiring) else { return }
        reloadIfChanged()
    }

    /// Reads the domain, unless its version is that of when it was read.
    func reloadIfChanged() {
        let count = updates?.count
        let known = values.withLock { $0.isLoaded ? $0.domainVersion : nil }
        if let known, store.version(of: domain) == known {
            if let count { seenUpdates.store(count, ordering: .releasing) }
            return
        }
        reload()
    }

    /// Reads the domain and installs the result, unless another thread installs another one meanwhile: then again.
    ///
    /// - Parameters:
    ///   - saved: The number of the last change that is in the store by now.
    ///   - keepsContentsOnFailure: Whether the contents stay if the domain cannot be read.
    ///   - body: Reads the contents, or returns `nil` to install nothing.
    func read(
        saved: UInt64 = 0, keepsContentsOnFailure: Bool,
        _ body: () throws(PreferencesError) -> PropertyListDictionary?
    ) {
        var changed: (names: Set<ExactName>, listeners: [DomainValues.Listener])?
        repeat {
            let count = updates?.count
            let beginning = values.withLock { $0.installation }
            let version = settledVersion
            let layer: DomainValues.Layer
            do throws(PreferencesError) {
                guard let contents = try body() else { return }
                layer = .contents(contents)
            } catch {
                layer = .failed(error)
            }
            changed = values.withLock { values in
                if case .failed = layer, keepsContentsOnFailure, values.isLoaded { return ([], []) }
                // Otherwise another thread has installed contents that may be newer.
                guard values.installation == beginning else { return nil }
                let names = values.namesChanged { $0.install(layer, version, saved: saved) }
                if let count { seenUpdates.store(count, ordering: .releasing) }
                isEmpty.store(values.isEmpty, ordering: .releasing)
                return (names, values.currentListeners)
            }
        } while changed == nil
        if let changed { notifyLater(changed.listeners, of: changed.names) }
    }

    /// The version to remember, which must be determined before the domain is read, or `nil` if a later change could
    /// have the same version.
    private var settledVersion: Domain.Version? {
        guard let version = store.version(of: domain), version.isSettled else { return nil }
        return version
    }

    /// Notifies listeners of changes that the caller has not made. The caller may hold a lock that a listener takes.
    func notifyLater(_ listeners: [DomainValues.Listener], of names: Set<ExactName>) {
        guard !names.isEmpty, !listeners.isEmpty else { return }
        readingQueue.async { Self.notify(listeners, of: names) }
    }

    /// Notifies listeners of a change that the caller has made.
    static func notify(_ listeners: [DomainValues.Listener], of names: Set<ExactName>) {
        guard !names.isEmpty else { return }
        for listener in listeners {
            listener.willChange(names)
            listener.didChange(names)
        }
    }
}

/// The shared domains of this process.
struct SharedDomainRegistry {
    /// The identity of a domain, and the number of the state that is registered for it.
    struct Registration {
        fileprivate let identity: Identity
        fileprivate let number: UInt64
    }

    fileprivate struct Identity: Hashable {
        let store: StoreIdentity
        let domain: Domain
    }

    private struct Entry {
        let number: UInt64
        weak var state: SharedDomain?
    }

    private var entries: [Identity: Entry] = [:]
    /// The states that have changes that are not saved, by their numbers.
    private var unsaved: [UInt64: SharedDomain] = [:]
    private var lastNumber: UInt64 = 0

    private static let all = Mutex(Self())

    /// Returns the states of domains in a store. They read their domains again before the next lookup.
    static func states(of domains: [Domain], in store: any DomainStore) -> [SharedDomain] {
        guard let identity = store.identity else {
            return domains.map { SharedDomain($0, in: store, registration: nil) }
        }
        return domains.map { state(Identity(store: identity, domain: $0), in: store) }
    }

    private static func state(_ identity: Identity, in store: any DomainStore) -> SharedDomain {
        while true {
            let (number, present) = all.withLock { ($0.entries[identity]?.number, $0.entries[identity]?.state) }
            // The links to the files of the other store may have changed since.
            if let present, present.store.identity == identity.store {
                present.invalidate()
                return present
            }
            if let new = all.withLock({ $0.addState(identity, in: store, replacing: number) }) { return new }
        }
    }

    /// Adds a state, unless another thread has added one since the given number was read.
    private mutating func addState(
        _ identity: Identity, in store: any DomainStore, replacing number: UInt64?
    ) -> SharedDomain? {
        guard entries[identity]?.number == number else { return nil }
        lastNumber += 1
        let registration = Registration(identity: identity, number: lastNumber)
        let state = SharedDomain(identity.domain, in: store, registration: registration)
        entries[identity] = Entry(number: lastNumber, state: state)
        return state
    }

    /// Removes the registration of a state that ends.
    static func remove(_ registration: Registration) {
        all.withLock { registry in
            // A later state with another number stays registered.
            guard registry.entries[registration.identity]?.number == registration.number else { return }
            registry.entries[registration.identity] = nil
        }
    }

    /// Keeps a state alive while it has changes that are not saved.
    ///
    /// A store that ends with an instance is left out: if nobody uses it any longer, nobody can save to it.
    static func updateLifetime(of state: SharedDomain, _ registration: Registration) {
        if registration.identity.store.endsWithInstance { return }
        let dropped = all.withLock { registry in
            defer { registry.unsaved[registration.number] = state.hasUnsavedChanges ? state : nil }
            return registry.unsaved[registration.number]
        }
        withExtendedLifetime(dropped) {}
    }
}
