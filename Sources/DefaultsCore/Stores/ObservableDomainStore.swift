/// A store that reports changes of its domains, including changes by other programs.
public protocol ObservableDomainStore: DomainStore {
    /// Observes a domain, or all domains that ``DomainStore/domains(on:)`` can find for any host and for the current
    /// one, and the global ones of these hosts.
    ///
    /// Each change after the call is reported. A report says that something may have changed; several changes can share
    /// one report.
    ///
    /// - Parameters:
    ///   - domain: The domain, or `nil` for all domains.
    ///   - handler: Called after a change. It must return soon. It is never called on a thread that is inside a call to
    ///     the store, so it may take a lock that is held during such calls. It may be called once more while the
    ///     observation is being cancelled.
    /// - Returns: The observation, which lasts until it is cancelled or released.
    /// - Throws: ``PreferencesError`` if the location of the domain cannot be watched.
    func observe(
        _ domain: Domain?, onChange handler: @escaping @Sendable () -> Void
    ) throws(PreferencesError) -> DomainObservation
}

/// An observation of domains. It ends when it is cancelled or released.
public final class DomainObservation: Sendable {
    private let onCancel: @Sendable () -> Void
    /// The watch on files, for a store that keeps files.
    private let watch: PathWatch?

    /// Creates an observation.
    ///
    /// - Parameter onCancel: A closure that ends the observation. It may be called more than once.
    public init(onCancel: @escaping @Sendable () -> Void) {
        self.onCancel = onCancel
        watch = nil
    }

    /// Creates an observation of files, and begins to watch them.
    init(of watch: PathWatch) throws(PreferencesError) {
        onCancel = watch.cancel
        self.watch = watch
        try PreferencesError.mapping(try watch.follow())
    }

    deinit {
        onCancel()
    }

    /// Ends the observation. A call of the handler may still be running.
    public func cancel() {
        onCancel()
    }

    /// Runs a body that reads the domains.
    ///
    /// - Returns: The result of the body; `nil` if a file was written in place meanwhile, so that the body may have
    ///   read a part of the old contents and a part of the new ones. The handler is called in that case.
    /// - Throws: ``PreferencesError`` if the locations of the domains can no longer be watched.
    func read<Result>(_ body: () -> Result) throws(PreferencesError) -> Result? {
        guard let watch else { return body() }
        try PreferencesError.mapping(try watch.follow())
        let writes = watch.countWrites()
        let result = body()
        return watch.countWrites() == writes ? result : nil
    }
}
