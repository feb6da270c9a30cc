import PropertyList

/// The folders that domains live in, which are exactly Foundation's, and the file each domain is.
///
/// The user's base is `$XDG_CONFIG_HOME` where that begins with a slash, else `$HOME/.config`; without `HOME` the home of the account
/// counts. A root replaces the base and leaves out the folder for any user.
///
/// | domain | file |
/// |---|---|
/// | `D` | `<base>/D.plist` |
/// | global | `<base>/.GlobalPreferences.plist` |
/// | `D` on the current host | `<base>/ByHost/D..plist`: Foundation's host identifier is empty on Linux |
/// | `D` on host `H` | `<base>/ByHost/D.H.plist` |
/// | `D` of any user | `/usr/local/etc/D.plist` |
/// | `D` of any user, on one host | `/usr/local/etc/ByHost/D.plist`, without the host |
/// | a path | that file; see ``location(of:)`` |
///
/// Every domain has a path, whatever its name: names that could lead elsewhere are refused when a ``Domain`` is made.
public struct DomainFolders: Hashable, Sendable {
    /// The current user's base.
    public let user: String
    /// The base for any user, nil where a root leaves it out.
    public let anyUser: String?
    /// What `~/` stands for.
    public let home: String
    /// The current user's base without a root, which is private to that user.
    let privateBase: String

    /// Foundation's folders, or those below a root.
    ///
    /// - Parameters:
    ///   - root: a folder in place of the base; nil or empty for none.
    ///   - environment: the variables and the account to look up.
    public init(root: String? = nil, environment: ProcessEnvironment = .current) {
        home = Self.home(in: environment)
        privateBase = Self.base(home: home, in: environment)
        if let root, !root.isEmpty {
            user = root.droppingTrailingSlashes
            anyUser = nil
        } else {
            user = privateBase
            anyUser = "/usr/local/etc"
        }
    }

    /// The folders of these paths.
    init(user: String, anyUser: String?, home: String) {
        (self.user, self.anyUser, self.home, privateBase) = (user, anyUser, home, user)
    }

    /// Whether the folders are those below a root.
    var isRoot: Bool { anyUser == nil }

    /// Refuses a user's base in whose place is something else than a folder.
    ///
    /// - Parameter mustExist: Whether a root that does not exist is refused too.
    /// - Throws: ``PreferencesError/system(_:path:_:)``.
    package func validateBase(mustExist: Bool = false) throws(PreferencesError) {
        do {
            try FilePaths.requireFolder(user)
        } catch {
            let isRefused = error.systemError == .notFolder || error.systemError == .missing && mustExist && isRoot
            if isRefused { throw PreferencesError(error) }
            // Any other error comes again when the base is used.
        }
    }

    private static func home(in environment: ProcessEnvironment) -> String {
        if let home = environment.variable("HOME"), home.hasScalarPrefix("/") { return home.droppingTrailingSlashes }
        return environment.accountHome()
    }

    private static func base(home: String, in environment: ProcessEnvironment) -> String {
        // Foundation passes over a value of "/" too.
        if let base = environment.variable("XDG_CONFIG_HOME"), base.hasScalarPrefix("/"), base != "/" {
            return base.droppingTrailingSlashes
        }
        return home.appendingComponent(".config")
    }

    /// The folder that a text names as a root: a path, as ``Domain/init(_:user:host:)`` tells one from a name, of a folder that exists, or
    /// that can be nothing else.
    public static func root(at text: String, environment: ProcessEnvironment = .current) -> String? {
        guard Domain.isPath(text) else { return nil }
        let path = text.hasScalarPrefix("~/") ? home(in: environment).appendingComponent(text.droppingTilde) : text
        let isFolder = ["/", "/.", "/.."].contains(where: text.hasScalarSuffix) || FilePaths.isFolder(path)
        return isFolder ? path.droppingTrailingSlashes : nil
    }

    /// The path of a new file for a domain. A path without `.plist` gets it.
    public func path(of domain: Domain) -> String {
        switch domain.name {
        case .global: path(ofName: ".GlobalPreferences", user: domain.user, host: domain.host)
        case .named(let name): path(ofName: name, user: domain.user, host: domain.host)
        case .path(let path): expandingHome(path.droppingPropertyListSuffix) + ".plist"
        }
    }

    /// The path of the file that a domain is at this moment.
    ///
    /// It is ``path(of:)`` for most domains. The exception is a domain that is given by a path without `.plist`: if there is no file with
    /// `.plist`, and the path itself leads to anything but a folder, it is that path. So `./App.entitlements` and `/dev/fd/63` are what
    /// they say.
    public func location(of domain: Domain) -> String {
        let path = path(of: domain)
        guard case .path(let text) = domain.name, !text.hasScalarSuffix(".plist"), !FilePaths.isTaken(path) else {
            return path
        }
        let named = expandingHome(text)
        return FilePaths.isTaken(named) && !FilePaths.isFolder(named) ? named : path
    }

    /// The folder that holds the domains of a user and host.
    func folder(user: Domain.User, host: Domain.Host) -> String {
        let base = user == .any ? anyUser ?? self.user : self.user
        return host == .any ? base : base.appendingComponent("ByHost")
    }

    private func path(ofName name: String, user: Domain.User, host: Domain.Host) -> String {
        let fileName = name + Domain.hostSuffix(user: user, host: host) + ".plist"
        return folder(user: user, host: host).appendingComponent(fileName)
    }

    private func expandingHome(_ path: String) -> String {
        path.hasScalarPrefix("~/") ? home.appendingComponent(path.droppingTilde) : path
    }
}

extension DomainFolders {
    /// Whether both are the same folders, by the Unicode scalars of their paths.
    public static func == (left: Self, right: Self) -> Bool {
        left.names == right.names
    }

    /// Feeds what ``==(_:_:)`` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(names)
    }

    private var names: [ExactName?] { [user, anyUser, home].map { $0.map { ExactName($0) } } }
}

extension DomainFolders {
    /// Returns the domains of a host whose files have the given paths, without the global one, in the order of their UTF-16 code units.
    ///
    /// A domain is named if that name, given back, addresses the same file, and else by its path: `x.plist.plist` has no name, for
    /// `x.plist` addresses `x.plist`.
    func domains(on host: Domain.Host, ofPaths paths: [String]) -> [Domain] {
        let folder = folder(user: .current, host: host).appendingComponent("")
        return paths.compactMap { path in
            guard path.hasScalarPrefix(folder) else { return nil }
            let name = String(decoding: path.utf8.dropFirst(folder.utf8.count), as: UTF8.self)
            if !isRoot, name.unicodeScalars.contains("/") { return nil }
            return domain(on: host, ofFile: name, path: path)
        }
        .sorted { $0.description.precedesInUTF16($1.description) }
    }

    /// Returns the domain of a file in the folder of a host, or `nil` if the file belongs to no domain or to the global one.
    private func domain(on host: Domain.Host, ofFile fileName: String, path: String) -> Domain? {
        let suffix = Domain.hostSuffix(user: .current, host: host) + ".plist"
        guard fileName.hasScalarSuffix(suffix), fileName.utf8.count > suffix.utf8.count else { return nil }
        let name = fileName.droppingScalarSuffix(suffix)
        if name == ".GlobalPreferences" { return nil }
        // A name that begins with a dash is taken for an option.
        if !name.hasScalarPrefix("-"), let domain = try? Domain(name, host: host),
            self.path(of: domain).hasSameScalars(as: path)
        {
            return domain
        }
        return try? Domain(path)
    }
}

extension String {
    /// A path that begins with `~/`, without that.
    fileprivate var droppingTilde: String { String(decoding: utf8.dropFirst(2), as: UTF8.self) }
}
