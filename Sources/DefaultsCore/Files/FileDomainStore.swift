/// A store that keeps each domain in a property list file, at the location that Foundation's `UserDefaults` uses.
///
/// **Reading** takes no lock. A change replaces a file atomically, so a reader sees either the old file or the new one.
/// Foundation writes in place, so a file that looks truncated is read again for up to 100 ms. A file without bytes, or
/// with only blanks and a byte order mark, has no keys. If the file of a domain with a name has no bytes, it is read
/// again until it is two seconds old.
///
/// **Changing** takes these steps. An error leaves every file unchanged, unless it says that files could not be
/// restored, or that a change may not survive a power failure.
/// 1. Resolve: Links are followed to the real folder and file name, so that two names of one file are one domain.
/// 2. Lock the folders with `flock`, in the order of their identities. Then resolve again, in case a link has changed
///    meanwhile.
/// 3. Read the files, and let the caller change the contents. If the contents stay equal, the file is only synchronized
///    to the disk.
/// 4. Encode in the format of the file. New files are XML. If the format cannot represent the contents exactly, XML is
///    used. If XML cannot represent them exactly either, binary is used. A text file that is given by its path, is
///    outside the base folders and has a layout of its own keeps it: only the text of what has changed is replaced.
///    If the result does not read as the intended contents, the file is written whole. If a key occurs twice in such a
///    file, the error is `PreferencesError.Code.unfaithful`.
/// 5. Write a temporary file for each file, with the mode, owner and attributes of the file, and synchronize it to the
///    disk.
/// 6. Rename the temporary files in the order of the domains, and synchronize the folder after each. If an error
///    occurs, restore the files that were already replaced.
///
/// **Several domains.** A crash or a power failure between two renames leaves each file complete. In the order of the
/// domains, the first files have the new contents and the others the old ones. A file with several names takes the
/// position of the last one. To move a value between domains, pass the domain that receives it first: the value is then
/// in at least one of them at any time. If files were restored after an error, a power failure soon afterwards can
/// bring back their new contents.
///
/// **Empty domains.** When a domain loses its last key, its file is removed, as in Foundation. If the file is outside
/// the base folders or is reached through a link, an empty dictionary is written instead.
public struct FileDomainStore: DomainStore, Hashable {
    /// The default of the size limit, in bytes: 1 GiB.
    public static let defaultSizeLimit = InputFile.defaultSizeLimit

    /// The folders that contain the files.
    public let folders: DomainFolders
    /// The maximum time that an update waits for the lock of a folder.
    public let lockTimeout: Duration
    /// The maximum size, in bytes, of a file to read.
    public let sizeLimit: Int
    /// The policy for the layout of text files, or `nil` to lose a layout that cannot be kept.
    package let layout: LayoutPolicy?
    /// The time for which a file that looks truncated is read again.
    let retryTime: Duration

    /// Whether the folders include a base folder of any user.
    public var hasAnyUserDomains: Bool { folders.anyUser != nil }

    /// Creates a store.
    ///
    /// ```swift
    /// let store = FileDomainStore(folders: DomainFolders(root: root), lockTimeout: .seconds(2))
    /// let contents = try store.contents(of: editor)
    /// ```
    ///
    /// - Parameters:
    ///   - folders: The folders that contain the files. Defaults to the locations that `UserDefaults` uses.
    ///   - lockTimeout: The maximum time that an update waits for another writer. Defaults to 10 seconds.
    ///   - sizeLimit: The maximum size, in bytes, of a file to read. Larger files can be neither read nor changed. An
    ///     update may still produce a larger file. Defaults to ``defaultSizeLimit``.
    public init(
        folders: DomainFolders = DomainFolders(), lockTimeout: Duration = .seconds(10),
        sizeLimit: Int = defaultSizeLimit
    ) {
        self.init(folders: folders, lockTimeout: lockTimeout, sizeLimit: sizeLimit, layout: nil)
    }

    /// Creates a store with a policy for the layout of text files.
    package init(
        folders: DomainFolders, lockTimeout: Duration, sizeLimit: Int, layout: LayoutPolicy?, retryTime: Duration? = nil
    ) {
        self.folders = folders
        self.lockTimeout = lockTimeout
        self.sizeLimit = sizeLimit
        self.layout = layout
        self.retryTime = retryTime ?? DomainFile.defaultRetryTime
    }

    /// Throws the error of a change of a domain whose file cannot represent the new root, or would lose something that
    /// the policy keeps. Changes nothing.
    ///
    /// - Parameter root: The root of the domain after the change.
    package func rehearse(_ root: PropertyListValue, in domain: Domain) throws(PreferencesError) {
        let file = file(of: domain)
        let resolved = try PreferencesError.mapping(try file.resolved())
        let (base, keepsLayout) = (base(ofFolder: resolved.folder), keepsLayout(of: resolved))
        let text = try file.readText(acceptsJSON: keepsLayout)
        if let text, keepsLayout { return _ = try file.encoded(root, over: text, layout) }
        if root == .dictionary([:]), resolved.isRemovedWithoutKeys(in: base) { return }
        if let refusal = layout?.refusal(ofCommentsIn: text?.document.commentFormat, at: file.path) { throw refusal }
        if root != text?.document.value { _ = try file.encoded(root, format: text?.document.format ?? .xml) }
    }

    /// Returns a store of the files in other folders, with the same limits and policy.
    package func inFolders(_ folders: DomainFolders) -> FileDomainStore {
        FileDomainStore(
            folders: folders, lockTimeout: lockTimeout, sizeLimit: sizeLimit, layout: layout, retryTime: retryTime)
    }

    /// Returns a store of the same files. In the paths of its folders, the present links are resolved.
    func followingLinks() -> FileDomainStore { inFolders(folders.followingLinks()) }

    /// Returns the contents of a domain at this moment. Takes no lock.
    ///
    /// - Throws: ``PreferencesError`` if the file exists and cannot be read as a domain.
    public func snapshot(of domain: Domain) throws(PreferencesError) -> DomainSnapshot {
        try file(of: domain).readSnapshot()
    }

    /// Returns the property list or JSON of a file at this moment, or `nil` if the file does not exist. Takes no lock.
    ///
    /// The root of a file that the domain names by a path can have any type. JSON, and a root that is not a dictionary,
    /// are errors for every other function except ``entry(of:key:)``.
    ///
    /// - Throws: ``PreferencesError`` if the file cannot be read, or if a domain with a name is not a dictionary.
    public func root(of domain: Domain) throws(PreferencesError) -> DomainSnapshot.Entry? {
        if domain.isPath { return try file(of: domain).readRoot() }
        return try snapshot(of: domain).root
    }

    /// Looks up the value of one key, or returns `nil` if the domain does not have the key. Takes no lock.
    ///
    /// In a file that the domain names by a path, the key can also be an index of an array that is the root, and the
    /// file can be JSON.
    ///
    /// - Throws: ``PreferencesError`` if the file exists and cannot be read as a domain. Of a binary file, only the
    ///   parts that lead to the value are read; see `PropertyListReader.value(forKey:in:)`.
    public func entry(of domain: Domain, key: String) throws(PreferencesError) -> DomainSnapshot.Entry? {
        let file = file(of: domain)
        return domain.isPath ? try file.readMember(key) : try file.value(forKey: key).map { DomainSnapshot.Entry($0) }
    }

    /// Returns the identity of a domain. Two names of one file have the same identity.
    ///
    /// - Throws: ``PreferencesError`` if the links to the file cannot be followed.
    public func identity(of domain: Domain) throws(PreferencesError) -> StoreIdentity {
        try PreferencesError.mapping(try file(of: domain).resolved()).identity
    }

    /// The identity of the store. Two stores are the same if their options and folders are equal. Links in the paths of
    /// the folders are resolved before the comparison.
    public var identity: StoreIdentity? { StoreIdentity(followingLinks()) }

    /// Returns the version of a domain's file, or `nil` for a path without `.plist`, which can mean one of two files.
    public func version(of domain: Domain) -> Domain.Version? {
        if case .path(let text) = domain.name, !text.hasScalarSuffix(".plist") { return nil }
        return Domain.Version(ofFile: folders.path(of: domain))
    }

    /// Returns the version of a domain's file, whose path is taken from an earlier version. Making the path would take
    /// a sizable part of the time.
    public func version(of domain: Domain, after earlier: Domain.Version?) -> Domain.Version? {
        earlier?.current ?? version(of: domain)
    }

    func file(of domain: Domain) -> DomainFile {
        DomainFile(
            path: folders.location(of: domain), sizeLimit: sizeLimit, isGivenByPath: domain.isPath,
            isRecord: folders.isRecord(domain), json: layout?.json, retryTime: retryTime)
    }

    /// Returns the domains on a host, without the global domain. A domain is included if its file contains a key or
    /// cannot be read.
    ///
    /// They are in the order of their UTF-16 code units. Subfolders of `ByHost` are searched if the host is not `.any`.
    /// Subfolders of the root, if there is a root, are searched too, except `.defaults`.
    ///
    /// - Throws: ``PreferencesError`` if the folder exists and cannot be listed.
    public func domains(on host: Domain.Host) throws(PreferencesError) -> [Domain] {
        try findDomains(on: host).domains
    }

    /// Returns the domains of ``domains(on:)``, with errors for entries that cannot be used. Each of these entries
    /// could be a domain or contain domains.
    public func findDomains(on host: Domain.Host) throws(PreferencesError) -> Domain.SearchResult {
        let search = try DomainSearch(folders, host: host)
        let domains = folders.domains(on: host, ofPaths: search.files).filter { domain in
            // The result contains a torn file, so it is not awaited.
            let file = DomainFile(path: folders.location(of: domain), sizeLimit: sizeLimit, retryTime: .zero)
            return (try? file.readSnapshot())?.contents.isEmpty != true
        }
        return Domain.SearchResult(domains: domains, obstacles: search.errors)
    }

    /// Returns all domains in a scope that have a file, including global domains. The files are not read.
    ///
    /// Subfolders of the base folder are searched if there is a root, or if the scope names them. If `ByHost` is
    /// searched, so are its subfolders.
    ///
    /// - Throws: ``PreferencesError`` if the base folder exists and cannot be listed.
    public func findAllDomains(_ scope: Domain.Scope) throws(PreferencesError) -> Domain.SearchResult {
        let search = try DomainSearch(folders, scope: scope)
        var found = Domain.SearchResult(
            domains: folders.domains(in: scope, ofPaths: search.files), obstacles: search.errors)
        found.changingFolders = search.changingFolders
        if scope.patterns.isEmpty {
            if search.hasUnsearchedFolders { found.unsearchedFolder = folders.user }
            return found
        }
        found.obstacles.removeAll { error in
            // A folder that cannot be listed may contain domains that match.
            guard let path = error.path, path.hasScalarSuffix(".plist") else { return false }
            return folders.domains(in: scope, ofPaths: [path]).isEmpty
        }
        return found
    }
}
