/// An observation of domains. It ends when it is cancelled or released.
public final class DomainObservation: Sendable {
    /// Starts an observation, or returns `nil` if the store does not report changes.
    package typealias Start =
        @Sendable (_ onChange: @escaping @Sendable () -> Void) throws(PreferencesError) -> DomainObservation?

    private let onCancel: @Sendable () -> Void
    /// The watch on files, for a store that keeps files.
    private let watch: PathWatch?
    /// The folders to which the files belong, or `nil` for files of one domain.
    private let folders: DomainFolders?
    let reportsChanges: Bool
    /// The error that prevented the observation.
    let failure: PreferencesError?

    /// Creates the observation of a store that does not report changes, or that cannot be observed due to an error.
    init(silent failure: PreferencesError?) {
        (onCancel, watch, folders, reportsChanges, self.failure) = ({}, nil, nil, false, failure)
    }

    /// Creates an observation.
    ///
    /// - Parameter onCancel: A closure that ends the observation. It may be called more than once.
    public init(onCancel: @escaping @Sendable () -> Void) {
        self.onCancel = onCancel
        (watch, folders, reportsChanges, failure) = (nil, nil, true, nil)
    }

    /// Creates an observation of files, and begins to watch them.
    ///
    /// - Parameter folders: The folders of the files, or `nil` if all files belong to one domain.
    init(of watch: PathWatch, in folders: DomainFolders? = nil) {
        onCancel = watch.cancel
        (self.watch, self.folders, reportsChanges, failure) = (watch, folders, true, nil)
        watch.follow()
    }

    deinit {
        onCancel()
    }

    /// Ends the observation. A call of the handler may still be running.
    public func cancel() {
        onCancel()
    }

    /// The error that makes a file store poll for changes once a second, or `nil` if the system reports changes.
    public var pollingReason: PreferencesError? {
        watch?.pollingReason.map { PreferencesError($0) }
    }

    /// The number of writes in place that the system has reported so far, or `nil` if the system does not report all of
    /// them.
    package var writeCount: UInt64? { watch?.writeCount }

    /// Runs a body that reads the domains. Only one reader at a time may use an observation.
    ///
    /// - Returns: The result of the body, or `nil` if a file was written in place meanwhile. The body may then have
    ///   read a mixture of old and new contents, and the handler is called.
    package func read<Result>(_ body: () -> Result) -> Result? { read { (_: ChangedDomains) in body() } }

    /// Runs a body that reads the domains that may have changed since the last call that returned a result.
    func read<Result>(_ body: (ChangedDomains) -> Result) -> Result? {
        guard let watch else { return body(ChangedDomains(files: .all, folders: nil)) }
        return watch.read { body(ChangedDomains(files: $0, folders: folders)) }
    }
}
