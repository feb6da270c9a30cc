import DefaultsCore

/// The folder of the records of identifiers. Each record is a domain in it.
struct RecordFolder: Sendable {
    private let folder: String
    /// The folders of the domains. Records below a root may not name domains by paths.
    private let folders: DomainFolders
    /// Returns the names of the records' files if the folder is not in the file system.
    private let fileNames: (@Sendable () -> [String])?

    /// A record that cannot be used, and the reason: a ``StateApplier/ApplyError`` or a `PreferencesError`.
    typealias Unusable = (identifier: String, path: String, error: any Error)

    /// Creates the folder in the user's state folder, or in `.defaults` below a root.
    init(_ folders: DomainFolders) {
        // A root can be a relative path, which would be parsed as the name of a domain.
        self.init(folder: FilePaths.absolute(folders.state).appendingComponent("applied"), folders: folders)
    }

    /// Creates a folder of records. If the folder is not in the file system, a function lists its files.
    init(folder: String, folders: DomainFolders, fileNames: (@Sendable () -> [String])? = nil) {
        (self.folder, self.folders, self.fileNames) = (folder, folders, fileNames)
    }

    /// Creates the folder and its parent folders if they are missing. Ignores errors, because writing a record reports
    /// them again.
    ///
    /// - Returns: The folders that were created. The caller removes them again if they remain empty.
    func makeFolder() -> NewFolders {
        var folders = NewFolders()
        if fileNames == nil { try? folders.make(folder, mode: 0o700, for: .write(folder)) }
        return folders
    }

    /// Returns the domain of the record of an identifier.
    func domain(of identifier: String) throws -> Domain {
        guard AppliedRecord.isIdentifier(identifier) else {
            throw StateApplier.ApplyError.invalidIdentifier(identifier)
        }
        return try Domain(folder.appendingComponent(identifier + ".plist"))
    }

    /// Returns the identifiers for which there are files, in order.
    func identifiers() throws(PreferencesError) -> [String] {
        do throws(FileError) {
            let names = if let fileNames { fileNames() } else { try Folder.names(inPath: folder) }
            return names.filter { $0.hasScalarSuffix(".plist") }.map { $0.droppingScalarSuffix(".plist") }
                .filter(AppliedRecord.isIdentifier).sorted { $0.precedesInUTF16($1) }
        } catch {
            if error.isMissing { return [] }
            throw PreferencesError(error)
        }
    }

    /// Returns the record of an identifier in an update, or `nil` if there is none.
    ///
    /// - Throws: ``StateApplier/ApplyError`` if the record cannot be used.
    func record(of identifier: String, in transaction: DomainTransaction) throws -> AppliedRecord? {
        let domain = try domain(of: identifier)
        return try record(of: identifier, transaction[domain], isPrivate: transaction.isPrivate(domain))
    }

    /// Reads the record of an identifier without a lock, or returns `nil` if there is none.
    ///
    /// - Throws: ``StateApplier/ApplyError`` if the record cannot be used, or `PreferencesError`.
    func record(of identifier: String, in store: any DomainStore) throws -> AppliedRecord? {
        let domain = try domain(of: identifier)
        let snapshot = try store.snapshot(of: domain)
        return try record(of: identifier, snapshot.exactContents(of: domain), isPrivate: snapshot.isPrivate)
    }

    private func record(
        of identifier: String, _ contents: PropertyListDictionary, isPrivate: Bool
    ) throws(StateApplier.ApplyError) -> AppliedRecord? {
        guard isPrivate else { throw .recordNotPrivate(identifier: identifier) }
        if contents.isEmpty { return nil }
        let record: AppliedRecord
        do {
            record = try AppliedRecord(contents, identifier: identifier)
        } catch {
            throw error == .newer ? .newerRecord(identifier: identifier) : .damagedRecord(identifier: identifier)
        }
        for case .path(let path) in record.domains.map(\.domain.name) where folders.isRoot {
            throw .pathBelowRoot(identifier: identifier, path: path)
        }
        return record
    }

    /// Returns the paths and dictionaries that other identifiers own, by the file of their domain. A run of another
    /// identifier claims paths only while it locks their domain, so the result is current for locked domains.
    ///
    /// - Returns: The claims, and the unusable records. These are left out, so that they do not block the run.
    /// - Throws: `PreferencesError` if a record cannot be read because of a temporary error.
    func claims(
        besides identifier: String?, in store: any DomainStore
    ) throws -> ([StoreIdentity: ApplyPlan.Claims], unusable: [Unusable]) {
        var claims: [StoreIdentity: ApplyPlan.Claims] = [:]
        var unusable: [Unusable] = []
        for other in try identifiers() where other != identifier {
            do {
                for domain in try record(of: other, in: store)?.domains ?? [] {
                    let file = try store.identity(of: domain.domain)
                    claims[file, default: ApplyPlan.Claims()].paths += domain.paths.map { ($0.path, other) }
                    claims[file, default: ApplyPlan.Claims()].dictionaries += domain.dictionaries
                }
            } catch  where error is StateApplier.ApplyError || (error as? PreferencesError)?.isLasting == true {
                unusable.append((other, try domain(of: other).description, error))
            }
        }
        return (claims, unusable)
    }

    /// Returns the domain that the record of an identifier contains for a domain.
    ///
    /// - Throws: ``StateApplier/ApplyError`` for a path below a root, or `PreferencesError` for a domain that no text
    ///   in a record addresses, such as one whose name begins with `-currentHost`.
    func recorded(_ domain: Domain, for identifier: String) throws -> Domain {
        guard let recorded = folders.recorded(domain) else {
            throw PreferencesError(.invalidName(domain.spelling, .noOption))
        }
        if folders.isRoot, case .path(let path) = recorded.name {
            throw StateApplier.ApplyError.pathBelowRoot(identifier: identifier, path: path)
        }
        return recorded
    }
}

extension PreferencesError {
    /// Whether reading fails until somebody changes the file or its permissions.
    fileprivate var isLasting: Bool { isPermission || isAboutContents || code == .notRegularFile }
}
