import DefaultsCore
import PropertyList

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
    private var settledVersion: DomainVersion? {
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
