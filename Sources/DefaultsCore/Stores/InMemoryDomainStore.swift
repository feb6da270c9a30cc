public import PropertyList
import Synchronization

/// Domains in memory, for tests and for programs that shall leave nothing behind.
///
/// It refuses what a file would not give back, so that a test with it means what it would mean with files.
public final class InMemoryDomainStore: DomainStore {
    /// The contents by path: two names of one file are one domain here as well.
    private let files: Mutex<[ExactName: PropertyListDictionary]>
    /// Held by the update that is under way, while readers go on.
    private let turn = Mutex(())
    /// The threads that are updating or wait to: one of them would wait for itself.
    private let updatingThreads = Mutex<Set<UInt>>([])
    private let folders = DomainFolders(
        root: "/", environment: ProcessEnvironment(variable: { _ in nil }, accountHome: { "/home" }))

    /// A store of the given domains, by default of none.
    public init(_ domains: [Domain: PropertyListDictionary] = [:]) {
        let folders = folders
        files = Mutex(
            Dictionary(domains.map { (ExactName(folders.path(of: $0.key)), $0.value) }, uniquingKeysWith: { $1 }))
    }

    /// What a domain holds now.
    public func snapshot(of domain: Domain) throws(PreferencesError) -> DomainSnapshot {
        let path = ExactName(folders.path(of: domain))
        return DomainSnapshot(contents: files.withLock { $0[path] ?? [:] })
    }

    /// Returns the identity of a domain of this store: two names of one file are one domain.
    public func identity(of domain: Domain) -> DomainIdentity {
        DomainIdentity("\(ObjectIdentifier(self))", folders.path(of: domain))
    }

    /// Changes domains together; other threads wait meanwhile.
    public func update<Result>(_ domains: [Domain], _ body: (inout DomainTransaction) throws -> Result) throws -> Result
    {
        let paths = Set(domains.map { ExactName(folders.path(of: $0)) }).sorted()
        let indices = domains.map { paths.firstIndex(of: ExactName(folders.path(of: $0))) ?? 0 }
        let thread = SystemThread.current
        guard updatingThreads.withLock({ $0.insert(thread).inserted }) else {
            throw PreferencesError.nestedUpdate(path: paths.first?.text ?? "")
        }
        defer { _ = updatingThreads.withLock { $0.remove(thread) } }
        return try turn.withLock { _ in
            let old = files.withLock { files in paths.map { files[$0] ?? [:] } }
            var transaction = DomainTransaction(domains: domains, indices: indices, contents: old)
            let result = try body(&transaction)
            for (path, contents) in zip(paths, transaction.contents) {
                try Self.validate(contents, path: path.text)
            }
            files.withLock { files in
                for (path, contents) in zip(paths, transaction.contents) {
                    files[path] = contents.isEmpty ? nil : contents
                }
            }
            return result
        }
    }

    /// The domains on a host that have keys, the global one left out, in the order of their UTF-16 code units.
    public func domains(on host: Domain.Host) throws(PreferencesError) -> [Domain] {
        let byHost = folders.folder(user: .current, host: .current).appendingComponent("")
        // The subfolder with the domains of hosts is not one of names, as in a file store.
        let paths = files.withLock { $0.keys.map(\.text) }.filter { host != .any || !$0.hasScalarPrefix(byHost) }
        return folders.domains(on: host, ofPaths: paths)
    }

    private static func validate(_ contents: PropertyListDictionary, path: String) throws(PreferencesError) {
        do {
            try PropertyListWriter.validate(.dictionary(contents))
        } catch {
            throw .unstorable(path: path, error)
        }
    }
}
