/// A store of domains, such as files, the keyring or memory.
///
/// Every store keeps the same contract, which the checks of `DefaultsTesting` verify. An update is atomic: it happens
/// completely or not at all. Updates from different threads are serialized. A store refuses values that it could not
/// return unchanged.
///
/// A store that forwards calls to another store returns that store as ``underlyingStore``. Its ``identity`` is the
/// identity of the other store with an added value, which distinguishes the two stores. Preferences, journals and
/// observations then work as with the other store.
public protocol DomainStore: Sendable {
    /// Returns the contents of a domain at this moment.
    ///
    /// The snapshot of a domain that does not exist is empty. A domain without keys does not exist.
    func snapshot(of domain: Domain) throws(PreferencesError) -> DomainSnapshot

    /// Returns the root of the property list that holds a domain, or `nil` if the domain does not exist.
    ///
    /// The root is a dictionary, except in a file that is given by its path. There it can have any type, and the file
    /// can be JSON. The default implementation returns the root from the underlying store or, without one, the contents
    /// of a snapshot.
    func root(of domain: Domain) throws(PreferencesError) -> DomainSnapshot.Entry?

    /// The store to which this store forwards calls, or `nil` if there is none. Both stores have the same domains with
    /// the same contents. Defaults to `nil`.
    ///
    /// The default implementations of other requirements, except ``identity`` and updates, call that store.
    var underlyingStore: (any DomainStore)? { get }

    /// Looks up the value of one key, or returns `nil` if the domain does not have the key.
    ///
    /// A store need not read the rest of the domain, so it may miss errors there. The default implementation takes a
    /// snapshot.
    ///
    /// ```swift
    /// let size = try store.entry(of: editor, key: "FontSize")?.value  // 14
    /// ```
    func entry(of domain: Domain, key: String) throws(PreferencesError) -> DomainSnapshot.Entry?

    /// Changes domains in one atomic update.
    ///
    /// If the body or the store throws an error, nothing has changed.
    ///
    /// ```swift
    /// try store.update([archive, editor]) { domains in
    ///     domains[archive]["Recent"] = domains[editor]["Recent"]
    ///     domains[editor]["Recent"] = nil
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - domains: The domains to change.
    ///   - body: Changes the contents in the transaction. It can be called again, with newer contents, if another
    ///     program changes the domains meanwhile. It should have no other effects.
    /// - Returns: The result of the body.
    /// - Throws: ``PreferencesError``, or the error of the body.
    func update<Result>(_ domains: [Domain], _ body: (inout DomainTransaction) throws -> Result) throws -> Result

    /// Changes a domain, and replaces it even if it cannot be read. Its old contents are then lost.
    ///
    /// If the domain cannot be read, the default implementation throws the error.
    ///
    /// - Parameters:
    ///   - domain: The domain to change.
    ///   - body: Changes the contents. Its second argument is the error that occurred when reading the domain, or `nil`
    ///     if there was none.
    /// - Returns: The result of the body.
    /// - Throws: ``PreferencesError``, or the error of the body. Nothing is then changed.
    func update<Result>(
        _ domain: Domain, evenIfUnreadable body: (inout PropertyListDictionary, PreferencesError?) throws -> Result
    ) throws -> Result

    /// Returns the identity of a domain. Two domains have the same identity if a change of one changes the other. The
    /// domains can be in different stores.
    ///
    /// By default, different instances of a class are different stores, and all values of a structure are one store. A
    /// store that changes domains of another store must return the identities of that store. Preferences then
    /// immediately see all changes that this process makes through the other store.
    ///
    /// - Throws: ``PreferencesError`` if the identity cannot be determined.
    func identity(of domain: Domain) throws(PreferencesError) -> StoreIdentity

    /// The identity of the store, or `nil` if no store can be recognized as equal to it. All `Preferences` of a domain
    /// share their values, including unsaved ones, if the identities of their stores are equal.
    ///
    /// Defaults to the identity of the instance for a class, or of the value for a structure that is `Hashable`.
    var identity: StoreIdentity? { get }

    /// Returns the version of a domain, or `nil` if the store cannot determine versions. An equal version later means
    /// that the domain has not changed; see ``Domain/Version``. Defaults to the version in the underlying store, or to
    /// `nil` without an underlying store.
    func version(of domain: Domain) -> Domain.Version?

    /// Returns the same as ``version(of:)``, but faster if an earlier version tells where the domain is. Defaults to
    /// ``version(of:)``.
    ///
    /// - Parameters:
    ///   - domain: The domain.
    ///   - earlier: An earlier version of the domain in this store, or `nil` if there is none.
    func version(of domain: Domain, after earlier: Domain.Version?) -> Domain.Version?

    /// Whether the values are secrets. `Preferences` then look up values in their own domain alone, and never in the
    /// arguments of the program, which other users of the machine can see. Defaults to `false`.
    var holdsSecrets: Bool { get }

    /// Whether the store has domains of any user, which `Preferences` then include in their standard search list.
    /// Defaults to `false`.
    var hasAnyUserDomains: Bool { get }

    /// Returns the current user's domains on a host, without the global domain, in the order of their UTF-16 code
    /// units. Domains without keys are omitted.
    ///
    /// ```swift
    /// for domain in try store.domains(on: .any) { print(domain) }  // com.example.Archive, com.example.Editor
    /// ```
    func domains(on host: Domain.Host) throws(PreferencesError) -> [Domain]

    /// Returns the domains of ``domains(on:)``, and an error for each entry that could be a domain but cannot be used.
    ///
    /// The default implementation searches the underlying store. Without an underlying store, it returns no errors.
    func findDomains(on host: Domain.Host) throws(PreferencesError) -> Domain.SearchResult

    /// Returns all domains in a scope, including global domains. Domains without keys may be included, because the
    /// caller reads the domains.
    ///
    /// Without an underlying store, the default implementation returns the domains of the scope's host. If the scope
    /// has no host, it returns the domains of any host and of this host.
    func findAllDomains(_ scope: Domain.Scope) throws(PreferencesError) -> Domain.SearchResult

    /// Reads the domains in a scope. An error for one of them does not end the reading.
    ///
    /// If possible, a store reads all of them as they were at one moment. Without an underlying store, the default
    /// implementation reads one domain after the other.
    ///
    /// ```swift
    /// let found = try store.readAllDomains(.all)
    /// for (domain, snapshot) in zip(found.domains, found.snapshots) {
    ///     print(domain, try snapshot.get().contents)
    /// }
    /// ```
    ///
    /// - Throws: ``PreferencesError`` if the domains cannot be found, or if they keep changing until a timeout.
    func readAllDomains(_ scope: Domain.Scope) throws(PreferencesError) -> Domain.SearchResult

    /// Observes a domain, or all domains that ``findAllDomains(_:)`` can find, including changes by other programs.
    ///
    /// Each change after the call is reported. A report says that something may have changed; several changes can share
    /// one report. The default implementation returns `nil`.
    ///
    /// ```swift
    /// let observation = try store.observe(editor) { reloadSoon() }
    /// ```
    ///
    /// - Parameters:
    ///   - domain: The domain, or `nil` for all domains.
    ///   - handler: Called after a change. It must return soon. It is never called on a thread that is inside a call to
    ///     the store, so it may take a lock that is held during such calls. It may be called once more while the
    ///     observation is being cancelled.
    /// - Returns: The observation, which lasts until it is cancelled or released, or `nil` if the store does not report
    ///   changes.
    /// - Throws: ``PreferencesError`` if the domain cannot be observed. A store that could miss changes must throw, or
    ///   poll.
    func observe(
        _ domain: Domain?, onChange handler: @escaping @Sendable () -> Void
    ) throws(PreferencesError) -> DomainObservation?
}

extension DomainStore {
    /// Returns the contents of a domain at this moment.
    ///
    /// ```swift
    /// let size = try store.contents(of: editor)["FontSize"]  // 14
    /// ```
    ///
    /// - Throws: `PreferencesError.Code.unfaithful` if the domain contains something that a value cannot
    ///   represent, or another ``PreferencesError``.
    public func contents(of domain: Domain) throws(PreferencesError) -> PropertyListDictionary {
        try snapshot(of: domain).exactContents(of: domain)
    }

    /// Returns the contents of a domain, or the error that occurs when reading it.
    func read(_ domain: Domain) -> Result<DomainSnapshot, PreferencesError> {
        Result { () throws(PreferencesError) in try snapshot(of: domain) }
    }

    /// A view whose body can wait for a lock or a disk without blocking a thread of the cooperative pool, as in
    /// `try await store.async { try $0.contents(of: editor) }`.
    public var async: Asynchronous<any DomainStore> { Asynchronous(self) }

    /// Applies a change set to a domain, in one atomic update.
    ///
    /// ```swift
    /// try store.apply(ChangeSet([.set("FontSize", 14), .remove("Scratch")]), to: editor)
    /// ```
    ///
    /// - Throws: ``PreferencesError``, for example `PreferencesError.Code.noValue`.
    public func apply(_ changes: ChangeSet, to domain: Domain) throws {
        try update([domain]) { try changes.apply(to: &$0[domain]) }
    }
}
