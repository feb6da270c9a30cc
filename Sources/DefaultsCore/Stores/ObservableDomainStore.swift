/// A store that reports changes of its domains, including changes by other programs.
public protocol ObservableDomainStore: DomainStore {
    /// Observes a domain, or all domains that ``DomainStore/findAllDomains(_:)`` can find.
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
    /// - Throws: ``PreferencesError`` if the domain cannot be observed. A store that could miss changes must throw, or
    ///   poll.
    func observe(
        _ domain: Domain?, onChange handler: @escaping @Sendable () -> Void
    ) throws(PreferencesError) -> DomainObservation
}
