import Dispatch
import Synchronization

/// The state of a domain in this process. All ``Preferences`` of the domain in the same store share it.
///
/// The object lives while preferences use it or an automatic save of it is scheduled. If the store is not identified by
/// an instance of a class, later preferences can save the changes. The object then also keeps itself alive until its
/// changes are saved.
final class SharedDomain: Sendable {
    let domain: Domain
    let store: any DomainStore
    /// The queue of the bodies of ``Preferences/async``, which may wait for a lock or a disk. A serial queue has a
    /// thread of its own.
    let queue = DispatchQueue(label: "defaults.domain")
    private let readingQueue = Mutex<DispatchQueue?>(nil)
    /// The queue that calls listeners after changes by others. They may call functions of the program.
    private let reporting = DispatchQueue(label: "defaults.domain.reports")
    let values = Mutex(DomainValues())
    /// The changes of the store that are not read yet.
    let storeChanges = ChangeSignal()
    /// Pending while the observation of the store is going to be retried.
    let retry = ChangeSignal()
    /// Whether the domain is known to have no values, so that a lookup can do without the lock.
    let isEmpty = Atomic(false)
    /// The updates of the domain by this process, or `nil` if the identity of the domain is unknown.
    let updates: DomainUpdates?
    /// The number of updates when the contents were read or saved. While a save is published, the number already
    /// includes that save.
    let seenUpdates = Atomic<UInt64>(0)
    /// Whether unsaved changes keep the object alive when no preferences use it.
    let keepsItself: Bool
    private let registration: SharedDomainRegistry.Registration

    init(
        _ domain: Domain, in store: any DomainStore, keepsItself: Bool, registration: SharedDomainRegistry.Registration
    ) {
        (self.domain, self.store, self.keepsItself, self.registration) = (domain, store, keepsItself, registration)
        updates = (try? store.identity(of: domain)).map(DomainUpdates.of)
    }

    deinit {
        SharedDomainRegistry.removeEnded(registration)
    }

    /// The queue that reads changes by others.
    var reading: DispatchQueue {
        if let present = readingQueue.withLock({ $0 }) { return present }
        let new = store.readingQueue(of: domain)
        return readingQueue.withLock { queue in
            let queueInUse = queue ?? new
            queue = queueInUse
            return queueInUse
        }
    }

    /// Marks the contents as not read, so that the next lookup reads the domain again.
    func invalidate() {
        values.withLock { $0.isLoaded = false }
        isEmpty.store(false, ordering: .releasing)
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

    /// Reads the domain if it has not been read. Does not check for later changes.
    func loadIfNeeded() {
        if !values.withLock({ $0.isLoaded }) { reload() }
    }

    /// Reads the domain.
    ///
    /// - Parameter saved: The number of the last change that is already saved.
    func reload(saved: UInt64 = 0) {
        read(saved: saved, keepsContentsOnFailure: false) { () throws(PreferencesError) in
            try store.snapshot(of: domain).contents
        }
    }

    /// Reads the domain again if this process has updated it since the last read, through a store or another shared
    /// domain.
    func reloadIfOutdated() {
        if isOutdated { reloadIfChanged() }
    }

    private var isOutdated: Bool {
        updates.map { $0.count > seenUpdates.load(ordering: .acquiring) } ?? false
    }

    /// Whether a lookup needs no file now.
    var isInMemory: Bool { !isOutdated && values.withLock { $0.isLoaded } }

    /// Reads the domain, unless its file is that of the last save, or has the version that it had when it was read.
    func reloadIfChanged() {
        let count = updates?.count
        if let version = currentVersion,
            values.withLock({ $0.isLoaded && $0.domainVersion == version }) || isAsSaved(version)
        {
            if let count { seenUpdates.store(count, ordering: .releasing) }
            return
        }
        reload()
    }

    private var currentVersion: Domain.Version? {
        store.version(of: domain, after: values.withLock { $0.domainVersion ?? $0.savedFile?.version })
    }

    /// Reads the domain and installs the result. If another thread installs contents meanwhile, the domain is read
    /// again.
    ///
    /// - Parameters:
    ///   - saved: The number of the last change that is already saved.
    ///   - keepsContentsOnFailure: Whether a failed read leaves the contents unchanged.
    ///   - body: Reads the contents, or returns `nil` to install nothing.
    func read(
        saved: UInt64 = 0, keepsContentsOnFailure: Bool,
        _ body: () throws(PreferencesError) -> PropertyListDictionary?
    ) {
        var installed: DomainValues.Installed?
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
            installed = values.withLock { values in
                if case .failed = layer, keepsContentsOnFailure, values.isLoaded { return DomainValues.Installed() }
                // Otherwise another thread has installed contents that may be newer.
                guard values.installation == beginning else { return nil }
                defer { isEmpty.store(values.isEmpty, ordering: .releasing) }
                if let count { seenUpdates.store(count, ordering: .releasing) }
                return values.install(layer, version, saved: saved)
            }
        } while installed == nil
        withExtendedLifetime(installed) {}
        if let installed { notifyLater(installed) }
    }

    /// The current version of the domain, or `nil` if a later change could have the same version. Must be determined
    /// before the domain is read.
    private var settledVersion: Domain.Version? {
        guard let version = store.version(of: domain), version.isSettled else { return nil }
        return version
    }

    /// Notifies listeners of changes that the caller has not made. Uses another thread, because the caller may hold a
    /// lock that a listener takes. Changes during a report are reported together after it.
    func notifyLater(_ installed: DomainValues.Installed) {
        guard !installed.names.isEmpty, !installed.listeners.isEmpty else { return }
        let isScheduled = values.withLock { $0.noteUnreported(installed.names) }
        if !isScheduled { reporting.async { self.values.withLock { $0.takeUnreported() }.notify() } }
    }
}
