import Synchronization

/// A store of domains in memory, for tests and for programs that leave nothing on disk.
///
/// It refuses the values that a file store refuses, so that a test has the same result with both stores.
public final class InMemoryDomainStore: DomainStore {
    /// The contents by path, so that two names of one file are one domain, as in a file store.
    private let files: Mutex<[ExactName: PropertyListDictionary]>
    /// A lock that is held during an update. Reading does not take it.
    private let turn = Mutex(())
    private let observers = DomainObservers()
    private let folders = DomainFolders(
        root: "/", environment: ProcessEnvironment(variable: { _ in nil }, accountHome: { "/home" }))

    /// Creates a store with domains. Defaults to an empty store.
    ///
    /// ```swift
    /// let store = InMemoryDomainStore([editor: ["FontSize": 14], .global: ["Theme": "dark"]])
    /// let preferences = Preferences(domain: editor, store: store, arguments: .none)
    /// ```
    public init(_ domains: [Domain: PropertyListDictionary] = [:]) {
        let folders = folders
        files = Mutex(
            Dictionary(domains.map { (ExactName(folders.path(of: $0.key)), $0.value) }, uniquingKeysWith: { $1 }))
    }

    /// Returns the contents of a domain at this moment.
    public func snapshot(of domain: Domain) throws(PreferencesError) -> DomainSnapshot {
        let path = ExactName(folders.path(of: domain))
        return DomainSnapshot(contents: files.withLock { $0[path] ?? [:] })
    }

    /// Returns the identity of a domain. Two names of one file have the same identity.
    public func identity(of domain: Domain) -> StoreIdentity {
        StoreIdentity(ofInstance: self).adding(folders.path(of: domain))
    }

    /// Changes domains in one atomic update. Updates on other threads wait meanwhile.
    ///
    /// - Throws: `PreferencesError.Code.nestedUpdate` inside another update on the same thread,
    ///   `PreferencesError.Code.unstorable` for contents that a file could not hold, or the error of the body.
    public func update<Result>(_ domains: [Domain], _ body: (inout DomainTransaction) throws -> Result) throws -> Result
    {
        let names = domains.map { ExactName(folders.path(of: $0)) }
        let paths = Set(names).sorted()
        let positions = Dictionary(uniqueKeysWithValues: paths.enumerated().map { ($1, $0) })
        let indices = names.map { positions[$0] ?? 0 }
        let access = FileAccess.lock(paths.first?.text ?? "")
        let mark = try PreferencesError.mapping(try UpdateMark(.store(ObjectIdentifier(self)), for: access))
        defer { withExtendedLifetime(mark) {} }
        return try turn.withLock { _ in
            let old = files.withLock { files in paths.map { files[$0] ?? [:] } }
            var transaction = DomainTransaction(domains: domains, indices: indices, contents: old)
            let result = try body(&transaction)
            for (path, contents) in zip(paths, transaction.contents) {
                try contents.requireStorable(at: path.text)
            }
            if transaction.contents != old { try transaction.willPublish() }
            files.withLock { files in
                for (path, contents) in zip(paths, transaction.contents) {
                    files[path] = contents.isEmpty ? nil : contents
                }
            }
            transaction.didPublish(in: self)
            observers.announce(zip(paths, zip(old, transaction.contents)).filter { $1.0 != $1.1 }.map(\.0))
            return result
        }
    }

    /// Observes a domain, or all domains. The handler is called on a thread of the library.
    public func observe(
        _ domain: Domain?, onChange handler: @escaping @Sendable () -> Void
    ) -> DomainObservation? {
        observers.observe(domain.map { ExactName(folders.path(of: $0)) }, handler: handler)
    }

    /// Returns the domains on a host, without the global domain, in the order of their UTF-16 code units. Domains
    /// without keys are omitted.
    public func domains(on host: Domain.Host) throws(PreferencesError) -> [Domain] {
        let byHost = folders.folder(user: .current, host: .current).appendingComponent("")
        // As in a file store, the folder of domains with a host contains no other domains.
        let paths = files.withLock { $0.keys.map(\.text) }.filter { host != .any || !$0.hasScalarPrefix(byHost) }
        return folders.domains(on: host, ofPaths: paths)
    }

    /// Returns all domains in a scope that have keys, including global domains.
    public func findAllDomains(_ scope: Domain.Scope) throws(PreferencesError) -> Domain.SearchResult {
        Domain.SearchResult(domains: folders.domains(in: scope, ofPaths: files.withLock { $0.keys.map(\.text) }))
    }
}
