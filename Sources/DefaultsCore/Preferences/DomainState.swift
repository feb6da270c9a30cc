import Dispatch
import PropertyList
import Synchronization

/// The state of a domain in this process. All ``Preferences`` of the domain in the same store share it.
///
/// It lives as long as preferences use it, and as long as it has changes that are not saved.
final class DomainState: Sendable {
    let domain: Domain
    let store: any DomainStore
    /// The work of asynchronous functions, which may wait for a lock or a disk. A serial queue has a thread of its own.
    private let queue = DispatchQueue(label: "defaults.domain")
    /// The reading of changes by others, which waits for no lock.
    private let readingQueue = DispatchQueue(label: "defaults.domain.reading")
    let values: Mutex<DomainValues>
    /// Whether the domain is known to have no values, so that a lookup can do without the lock.
    private let isEmpty = Atomic(false)
    let watch = Mutex(DomainWatch())
    private let key: Key?
    private let number: UInt64

    private init(_ domain: Domain, in store: any DomainStore, key: Key? = nil, number: UInt64 = 0) {
        (self.domain, self.store, self.key, self.number) = (domain, store, key, number)
        values = Mutex(DomainValues())
    }

    deinit {
        guard let key else { return }
        Self.all.withLock { registry in
            // Not the state that may have come after this one.
            if registry.entries[key]?.number == number { registry.entries[key] = nil }
        }
    }
}

extension DomainState {
    /// The identity of a state.
    private struct Key: Hashable {
        /// Stores of files are the same if they are equal, others if they are one instance of a class.
        enum Store: Hashable {
            case files(FileDomainStore)
            case instance(ObjectIdentifier)
        }

        let store: Store
        let domain: Domain

        init?(_ domain: Domain, in store: any DomainStore) {
            self.domain = domain
            if let files = store as? FileDomainStore {
                self.store = .files(files)
            } else if type(of: store) is AnyClass {
                self.store = .instance(ObjectIdentifier(store as AnyObject))
            } else {
                return nil
            }
        }
    }

    /// The states of this process.
    private struct Registry {
        struct Entry {
            let number: UInt64
            weak var state: DomainState?
            /// The state, while it has changes that are not saved.
            var unsaved: DomainState?
        }

        var entries: [Key: Entry] = [:]
        var lastNumber: UInt64 = 0
    }

    private static let all = Mutex(Registry())

    /// Returns the state of a domain in a store. It reads the domain again before the next lookup.
    static func of(_ domain: Domain, in store: any DomainStore) -> DomainState {
        guard let key = Key(domain, in: store) else { return DomainState(domain, in: store) }
        let (state, isNew) = all.withLock { registry in
            if let present = registry.entries[key]?.state { return (present, false) }
            registry.lastNumber += 1
            let state = DomainState(domain, in: store, key: key, number: registry.lastNumber)
            registry.entries[key] = Registry.Entry(number: registry.lastNumber, state: state)
            return (state, true)
        }
        if !isNew {
            state.values.withLock { $0.isLoaded = false }
            state.isEmpty.store(false, ordering: .releasing)
        }
        return state
    }

    /// Keeps the state alive while it has changes that are not saved.
    ///
    /// A store that is identified by its instance is left out: if nobody uses it any longer, nobody can save to it.
    private func updateLifetime() {
        guard let key, case .files = key.store else { return }
        let dropped = Self.all.withLock { registry in
            defer { registry.entries[key]?.unsaved = hasUnsavedChanges ? self : nil }
            return registry.entries[key]?.unsaved
        }
        withExtendedLifetime(dropped) {}
    }
}

extension DomainState {
    /// Looks up a name.
    ///
    /// - Parameter reportsFailures: Whether to throw the error of a domain that could not be read.
    func value(
        of name: ExactName, reportsFailures: Bool
    ) throws(PreferencesError) -> PropertyListValue? {
        if isEmpty.load(ordering: .acquiring) { return nil }
        while true {
            let (isLoaded, value) = try values.withLock { values throws(PreferencesError) in
                (values.isLoaded, values.isLoaded ? try values.find(name, reportsFailures: reportsFailures) : nil)
            }
            if isLoaded { return value }
            reload()
        }
    }

    /// The contents, including pending changes. A domain that cannot be read has only these.
    var contents: PropertyListDictionary {
        if isEmpty.load(ordering: .acquiring) { return [:] }
        loadIfNeeded()
        return values.withLock { $0.effectiveContents }
    }

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

    private func read(
        saved: UInt64 = 0, keepsContentsOnFailure: Bool,
        _ body: () throws(PreferencesError) -> PropertyListDictionary?
    ) {
        var changed: (names: Set<ExactName>, listeners: [DomainValues.Listener])?
        repeat {
            let beginning = values.withLock { $0.installation }
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
                let names = values.namesChanged { $0.install(layer, saved: saved) }
                isEmpty.store(values.isEmpty, ordering: .releasing)
                return (names, values.currentListeners)
            }
        } while changed == nil
        if let changed { notifyLater(changed.listeners, of: changed.names) }
    }

    /// Notifies listeners of changes that the caller has not made. The caller may hold a lock that a listener takes.
    private func notifyLater(_ listeners: [DomainValues.Listener], of names: Set<ExactName>) {
        guard !names.isEmpty, !listeners.isEmpty else { return }
        readingQueue.async { Self.notify(listeners, of: names) }
    }

    private static func notify(_ listeners: [DomainValues.Listener], of names: Set<ExactName>) {
        guard !names.isEmpty else { return }
        for listener in listeners {
            listener.willChange(names)
            listener.didChange(names)
        }
    }
}

extension DomainState {
    /// Changes values in memory.
    ///
    /// - Parameters:
    ///   - names: The names that may be changed.
    ///   - body: Changes the values, and returns whether it has.
    func change(_ names: [ExactName], _ body: (inout DomainValues) -> Bool) -> Bool {
        let listeners = values.withLock { $0.currentListeners }
        let namesForListeners = listeners.isEmpty ? [] : Set(names)
        for listener in listeners { listener.willChange(namesForListeners) }
        let (hasChanged, isFirst) = values.withLock { values in
            let wasSaved = values.pending.isEmpty
            let hasChanged = body(&values)
            if wasSaved { isEmpty.store(false, ordering: .releasing) }
            return (hasChanged, wasSaved)
        }
        if hasChanged, isFirst { updateLifetime() }
        for listener in listeners { listener.didChange(namesForListeners) }
        return hasChanged
    }

    var failedSaveCount: Int { values.withLock { $0.failedSaveCount } }

    /// Whether there are changes that are not saved.
    var hasUnsavedChanges: Bool { values.withLock { !$0.pending.isEmpty } }

    /// Saves the pending changes.
    ///
    /// - Returns: Whether there were any.
    @discardableResult
    func save() throws -> Bool {
        guard hasUnsavedChanges else { return false }
        // The pending changes are known. Only changes by others are new.
        let (_, names, listeners) = try performUpdate { _ in }
        notifyLater(listeners, of: names)
        return true
    }

    /// Changes the contents in one atomic and durable step, together with the pending changes.
    func update<Result>(_ body: (inout PropertyListDictionary) throws -> Result) throws -> Result {
        let (result, names, listeners) = try performUpdate(body)
        Self.notify(listeners, of: names)
        return result
    }

    /// Updates the domain, and returns the names that have changed and their listeners.
    private func performUpdate<Result>(
        _ body: (inout PropertyListDictionary) throws -> Result
    ) throws -> (result: Result, names: Set<ExactName>, listeners: [DomainValues.Listener]) {
        var save: DomainValues.Save?
        let result = try store.update([domain]) { transaction in
            var beginning = values.withLock { $0.beginSave(of: &transaction[domain]) }
            let result = try Nesting.run { try body(&transaction[domain]) }
            beginning.contents = transaction[domain]
            save = beginning
            return result
        }
        let (names, listeners) = save.map(install) ?? ([], [])
        return (result, names, listeners)
    }

    /// Installs saved contents. If other contents were installed during the save, they may be older or newer, so the
    /// domain is read again.
    private func install(_ save: DomainValues.Save) -> (Set<ExactName>, [DomainValues.Listener]) {
        let (isInstalled, names, listeners) = values.withLock { values in
            values.saveFailure = nil
            values.failedSaveCount = 0
            guard values.installation == save.installation else {
                return (false, Set<ExactName>(), [DomainValues.Listener]())
            }
            let names = values.namesChanged { $0.install(.contents(save.contents), saved: save.lastChange) }
            if values.pending.isEmpty { values.errorHandlers = [:] }
            isEmpty.store(values.isEmpty, ordering: .releasing)
            return (true, names, values.currentListeners)
        }
        defer { updateLifetime() }
        if !isInstalled { reload(saved: save.lastChange) }
        return (names, listeners)
    }

    /// Saves the pending changes, and records an error.
    ///
    /// - Returns: Whether the save succeeded.
    func saveAutomatically() -> Bool {
        values.withLock { $0.isSaveScheduled = false }
        do {
            try save()
            return true
        } catch {
            let handlers = values.withLock { values in
                values.saveFailure = error
                values.failedSaveCount += 1
                values.isSaveScheduled = true  // by the retry
                return Array(values.errorHandlers.values)
            }
            for handler in handlers { handler(error) }
            return false
        }
    }
}

extension DomainState {
    /// Runs a body on the queue, so that no thread of the cooperative pool waits for a lock or a disk.
    func perform<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
        try await BlockingWork.run(on: queue, body)
    }
}

/// The observation of a domain's store, for as long as somebody needs it.
struct DomainWatch {
    fileprivate var users: Set<UInt64> = []
    fileprivate var lastUser: UInt64 = 0
    fileprivate var observation: DomainObservation?
}

extension DomainState {
    /// A wish to see changes made by others, which ends when it is released.
    final class Watching: Sendable {
        private let state: DomainState
        private let number: UInt64

        fileprivate init(_ state: DomainState, number: UInt64) {
            (self.state, self.number) = (state, number)
        }

        deinit {
            state.endWatching(number)
        }
    }

    /// Begins to follow changes made by others, if the store reports them. It may wait for a disk.
    func startWatching() -> Watching {
        let (number, isFirst) = watch.withLock { watch in
            watch.lastUser += 1
            watch.users.insert(watch.lastUser)
            return (watch.lastUser, watch.users.count == 1)
        }
        let watching = Watching(self, number: number)
        guard isFirst, let store = store as? any ObservableDomainStore else { return watching }
        let observation = try? store.observe(domain) { [weak self] in self?.noteStoreChange() }
        let unused = watch.withLock { watch -> DomainObservation? in
            if watch.users.isEmpty { return observation }
            defer { watch.observation = observation }
            return watch.observation
        }
        unused?.cancel()
        // The store may have changed between the last reading and now.
        noteStoreChange()
        return watching
    }

    private func endWatching(_ number: UInt64) {
        let ended = watch.withLock { watch -> DomainObservation? in
            watch.users.remove(number)
            guard watch.users.isEmpty else { return nil }
            defer { watch.observation = nil }
            return watch.observation
        }
        ended?.cancel()
    }

    private func noteStoreChange() {
        let mustRead = values.withLock { values in
            defer { values.isReadScheduled = true }
            return !values.isReadScheduled
        }
        if mustRead { readingQueue.async { self.readChange() } }
    }

    /// Reads what others have changed. A file that is torn or unreadable is not a state: the values stay.
    private func readChange() {
        values.withLock { $0.isReadScheduled = false }
        guard let observation = watch.withLock({ $0.observation }) else { return }
        read(keepsContentsOnFailure: true) { () throws(PreferencesError) in
            let snapshot: Result<DomainSnapshot, PreferencesError>? = try observation.read {
                do throws(PreferencesError) {
                    return .success(try store.snapshot(of: domain))
                } catch {
                    return .failure(error)
                }
            }
            return try snapshot?.get().contents
        }
    }
}

/// The updates that run on each thread, to refuse others inside them.
enum Nesting {
    private static let threads = Mutex<Set<UInt>>([])

    fileprivate static func run<Result>(_ body: () throws -> Result) rethrows -> Result {
        let thread = SystemThread.current
        threads.withLock { _ = $0.insert(thread) }
        defer { threads.withLock { _ = $0.remove(thread) } }
        return try body()
    }

    /// Throws an error inside the body of an update.
    static func refuse(_ domain: Domain) throws(PreferencesError) {
        if threads.withLock({ $0.contains(SystemThread.current) }) { throw .nestedUpdate(path: "\(domain)") }
    }
}
