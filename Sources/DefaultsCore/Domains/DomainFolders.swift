/// The folders that hold the files of domains, and the mapping from domains to files.
///
/// The folders and file names are those of Foundation on Linux. The base folder of the user is `$XDG_CONFIG_HOME` if
/// that begins with a slash, or else `$HOME/.config`. If `HOME` does not begin with a slash, the home folder of the
/// account is used. A root replaces the base folder, and also contains the domains of any user.
///
/// | domain | file |
/// |---|---|
/// | `D` | `<base>/D.plist` |
/// | global | `<base>/.GlobalPreferences.plist` |
/// | `D` on the current host | `<base>/ByHost/D..plist`, since the host identifier is empty on Linux |
/// | `D` on host `H` | `<base>/ByHost/D.H.plist` |
/// | `D` of any user | `/usr/local/etc/D.plist` |
/// | `D` of any user, on one host | `/usr/local/etc/ByHost/D.plist`, without the host |
/// | a path | that file; see ``location(of:)`` |
///
/// Every domain has a path: ``Domain`` refuses names that would lead out of the base folder.
public struct DomainFolders: Hashable, Sendable {
    /// The base folder of the current user.
    public private(set) var user: String
    /// The base folder of any user, or `nil` if there is a root.
    public private(set) var anyUser: String?
    /// The folder that replaces `~`.
    public private(set) var home: String
    /// The folder that replaces `/Library` in paths: the value of `DEFAULTS_LIBRARY`, or `nil` if that does not begin
    /// with a slash. Paths in macOS scripts can thus lead into a home folder.
    package let library: String?
    /// The base folder of the current user, ignoring any root. It is private to the user.
    private(set) var privateBase: String
    /// The folder of the library's own records. It is private to the user. With a root, it is `.defaults` in the root.
    package private(set) var state: String
    /// Further folders whose files are treated as those in the base folder of the user.
    package private(set) var furtherBases: [String] = []

    /// Creates the folders that Foundation uses, or those in a root.
    ///
    /// ```swift
    /// let folders = DomainFolders(root: "/srv/preferences")
    /// let path = folders.path(of: editor)  // /srv/preferences/com.example.Editor.plist
    /// ```
    ///
    /// - Parameters:
    ///   - root: A folder to use instead of the base folder. Ignored if it is `nil` or empty.
    ///   - environment: The variables and the account that determine the folders. Defaults to those of this process.
    public init(root: String? = nil, environment: ProcessEnvironment = .current) {
        home = Self.home(in: environment)
        library = environment.variable("DEFAULTS_LIBRARY").flatMap { $0.hasScalarPrefix("/") ? $0 : nil }
        privateBase = Self.base(home: home, in: environment)
        if let root, !root.isEmpty {
            user = root.droppingTrailingSlashes
            anyUser = nil
            state = user.appendingComponent(".defaults")
        } else {
            user = privateBase
            anyUser = "/usr/local/etc"
            state = Self.state(home: home, in: environment)
        }
    }

    /// Creates folders with the given paths. If `anyUser` is `nil`, `user` is a root.
    init(user: String, anyUser: String?, home: String) {
        (self.user, self.anyUser, self.home, library, privateBase) = (user, anyUser, home, nil, user)
        state = user.appendingComponent(".defaults")
    }

    /// Returns the folders with another root, without further base folders.
    package func inRoot(_ root: String) -> DomainFolders {
        var folders = self
        (folders.user, folders.anyUser) = (root.droppingTrailingSlashes, nil)
        folders.state = folders.user.appendingComponent(".defaults")
        folders.furtherBases = []
        return folders
    }

    /// Returns the folders with another home folder, which replaces `~`. The other folders stay the same.
    package func inHome(_ home: String) -> DomainFolders {
        var folders = self
        folders.home = home
        return folders
    }

    /// Returns the folders with further base folders. Their files are treated as those in the base folder of the user.
    package func including(bases: [String]) -> DomainFolders {
        var folders = self
        folders.furtherBases += bases
        return folders
    }

    /// Returns the folders with the links in their paths resolved.
    func followingLinks() -> DomainFolders {
        var folders = self
        folders.user = FilePaths.followingLinks(user)
        folders.home = FilePaths.followingLinks(home)
        folders.privateBase = FilePaths.followingLinks(privateBase)
        folders.state = FilePaths.followingLinks(state)
        folders.anyUser = anyUser.map(FilePaths.followingLinks)
        folders.furtherBases = furtherBases.map(FilePaths.followingLinks)
        return folders
    }

    /// Whether there is a root, which replaces the base folders of the user and of any user.
    public var isRoot: Bool { anyUser == nil }

    /// Returns whether a path leads to the base folder of the user.
    package func isBase(_ path: String) -> Bool {
        if path.droppingTrailingSlashes.hasSameScalars(as: user) { return true }
        guard let identity = (try? FilePaths.status(path))??.identity else { return false }
        return (try? FilePaths.status(user))??.identity == identity
    }

    /// Throws an error if the path of the user's base folder leads to something other than a folder.
    ///
    /// - Parameter mustExist: Whether a root that does not exist is an error too.
    /// - Throws: `PreferencesError.Code.system`.
    package func validateBase(mustExist: Bool = false) throws(PreferencesError) {
        do {
            try FilePaths.requireFolder(user)
        } catch {
            let cause = error.systemError
            if cause == .notFolder || cause == .missing && mustExist && isRoot { throw PreferencesError(error) }
            // Any other error occurs again when the base folder is used.
        }
    }

    private static func home(in environment: ProcessEnvironment) -> String {
        if let home = environment.variable("HOME"), home.hasScalarPrefix("/") { return home.droppingTrailingSlashes }
        return environment.accountHome()
    }

    private static func base(home: String, in environment: ProcessEnvironment) -> String {
        // Foundation ignores the value "/", too.
        if let base = environment.variable("XDG_CONFIG_HOME"), base.hasScalarPrefix("/"), base != "/" {
            return base.droppingTrailingSlashes
        }
        return home.appendingComponent(".config")
    }

    private static func state(home: String, in environment: ProcessEnvironment) -> String {
        if let state = environment.variable("XDG_STATE_HOME"), state.hasScalarPrefix("/") {
            return state.appendingComponent("defaults")
        }
        return home.appendingComponent(".local/state/defaults")
    }

    /// Returns the folder that a text names as a root, or `nil` if the text does not name a folder.
    ///
    /// - Parameters:
    ///   - text: A path that begins with `/`, `./`, `../` or `~/`. The folder must exist, unless the path ends in a
    ///     slash, `/.` or `/..`. If `DEFAULTS_LIBRARY` is set, it replaces `/Library`, as in the path of a domain.
    ///   - environment: The environment that determines the folders. Defaults to that of this process.
    public static func root(at text: String, environment: ProcessEnvironment = .current) -> String? {
        guard Domain.isPath(text) else { return nil }
        let path = DomainFolders(environment: environment).expandingHome(text)
        return isMarkedAsFolder(text) || FilePaths.isFolder(path) ? path.droppingTrailingSlashes : nil
    }

    /// Returns whether a path ends in a slash, `/.` or `/..`. Such a path means a folder even if nothing exists there.
    package static func isMarkedAsFolder(_ path: String) -> Bool {
        ["/", "/.", "/.."].contains(where: path.hasScalarSuffix)
    }

    /// Returns the path of a new file for a domain. It always ends in `.plist`.
    public func path(of domain: Domain) -> String {
        switch domain.name {
        case .global: path(ofName: ".GlobalPreferences", user: domain.user, host: domain.host)
        case .named(let name): path(ofName: name, user: domain.user, host: domain.host)
        case .path(let path): expandingHome(path.droppingPropertyListSuffix + ".plist")
        }
    }

    /// Returns the path of the file that holds a domain now.
    ///
    /// This is usually ``path(of:)``. A path without `.plist` is itself the result if nothing exists at that path with
    /// `.plist`, and the path leads to something other than a folder. So `./App.entitlements` and `/dev/fd/63` name the
    /// files themselves.
    public func location(of domain: Domain) -> String {
        let path = path(of: domain)
        guard case .path(let text) = domain.name, !text.hasScalarSuffix(".plist"), !FilePaths.isTaken(path) else {
            return path
        }
        let named = expandingHome(text)
        return FilePaths.isTaken(named) && !FilePaths.isFolder(named) ? named : path
    }

    /// The folder that holds the user's domains of particular hosts.
    package var hostFolder: String { folder(user: .current, host: .current) }

    /// Returns the folder that holds the domains of a user and host.
    func folder(user: Domain.User, host: Domain.Host) -> String {
        let base = user == .any ? anyUser ?? self.user : self.user
        return host == .any ? base : base.appendingComponent("ByHost")
    }

    /// Returns whether a domain is one of the library's own records.
    package func isRecord(_ domain: Domain) -> Bool {
        if case .path(let path) = domain.name { path.hasScalarPrefix(FilePaths.absolute(state) + "/") } else { false }
    }

    /// Each check whether a file has changed needs its path, so the path is allocated once.
    private func path(ofName name: String, user: Domain.User, host: Domain.Host) -> String {
        let base = folder(user: user, host: .any)
        let separator = base.hasScalarSuffix("/") ? "" : "/"
        let suffix = Domain.hostSuffix(user: user, host: host)
        return String(joining: [base, separator, host == .any ? "" : "ByHost/", name, suffix, ".plist"])
    }

    /// Returns a path with a leading `~/` replaced by the home folder, redirected as in ``redirected(_:)``.
    package func expandingHome(_ path: String) -> String {
        redirected(path.hasScalarPrefix("~/") ? home.appendingComponent(path.droppingTilde) : path)
    }

    /// Returns a path in ``library`` for a path that leads to `/Library` or into it, in any spelling and through links.
    /// Other paths, paths that are already in ``library`` and standard input, `-`, are unchanged.
    package func redirected(_ path: String) -> String {
        guard let library, path != "-" else { return path }
        let real = FilePaths.followingLinks(path).appendingComponent(".")
        guard FilePaths.path(of: real, inFolder: library) == nil,
            let rest = FilePaths.path(of: real, inFolder: "/Library")
        else { return path }
        let redirected = rest.isEmpty ? library : library.appendingComponent(rest)
        return Self.isMarkedAsFolder(path) ? redirected.appendingComponent("") : redirected
    }
}

extension DomainFolders {
    /// Returns whether both have the same paths, including the folder of the library's own records. Paths are compared
    /// by Unicode scalars.
    public static func == (left: Self, right: Self) -> Bool {
        left.names == right.names
    }

    /// Hashes the paths that ``==(_:_:)`` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(names)
    }

    private var names: [ExactName?] {
        ([user, anyUser, home, library, privateBase, state] + furtherBases).map { $0.map { ExactName($0) } }
    }
}

extension String {
    /// The rest of a path that begins with `~/`.
    fileprivate var droppingTilde: String { String(decoding: utf8.dropFirst(2), as: UTF8.self) }
}
