/// The address of a set of preferences: a name, a user and a host.
///
/// A domain has no contents of its own. ``DomainFolders`` maps it to a file, and a ``DomainStore`` reads and changes
/// its contents.
///
/// Names, paths and hosts are compared by Unicode scalars, as file systems compare them: "é" and "e\u{301}" name two
/// domains.
public struct Domain: Hashable, Sendable {
    /// The name of a domain.
    package enum Name: Hashable, Sendable {
        /// `NSGlobalDomain`, whose values apply to all programs.
        case global
        /// The name of an application or a suite, such as `com.example.Editor`, without `.plist`.
        case named(String)
        /// The path of a file, as the user wrote it, with or without `.plist`. Begins with `/`, `./`, `../` or `~/`.
        case path(String)
    }

    /// The user that preferences belong to.
    public enum User: Hashable, Sendable {
        /// The user who runs the program.
        case current
        /// All users of the machine.
        case any
    }

    /// The machines that preferences apply to.
    public enum Host: Hashable, Sendable {
        /// Every machine that shares the user's home folder.
        case any
        /// This machine. Its identifier is empty, as in Foundation on Linux.
        case current
        /// The machine with this name.
        case named(String)
    }

    /// The name or path, without the user and the host.
    package let name: Name
    /// The user. Has no effect if the name is a path.
    public let user: User
    /// The host. Has no effect if the name is a path.
    public let host: Host

    private init(name: Name, user: User, host: Host) {
        self.name = name
        self.user = user
        self.host = host
    }

    /// The global domain of the current user, for any host.
    ///
    /// ```swift
    /// try store.apply(ChangeSet([.set("Theme", "dark")]), to: .global)  // for all programs of the user
    /// ```
    public static let global = Domain(name: .global, user: .current, host: .any)

    /// Creates a domain from text, as the command line does.
    ///
    /// One `.plist` at the end of a name is ignored.
    ///
    /// ```swift
    /// let editor = try Domain(name)           // such as com.example.Editor
    /// let file = try Domain("./\(name).plist")  // the file at this path
    /// let onThisHost = try Domain("com.example.Editor", host: .current)
    /// ```
    ///
    /// - Parameters:
    ///   - text: A spelling of the global domain, such as `-g`, or a path, or a name.
    ///   - user: The user. Defaults to the current user.
    ///   - host: The host. Defaults to any host.
    /// - Throws: `PreferencesError.Code.invalidName` with the rule that the text or the name of the host breaks.
    public init(_ text: String, user: User = .current, host: Host = .any) throws(PreferencesError) {
        if case .named(let hostName) = host, let rule = DomainNameRule.broken(byHost: hostName) {
            throw PreferencesError(.invalidName(hostName, rule))
        }
        self.init(name: try Self.name(from: text), user: user, host: host)
        // The name of the host can make the file name too long.
        let fileName = name.inBase.map { $0 + Domain.hostSuffix(user: user, host: host) }
        if let rule = fileName.flatMap(DomainNameRule.broken(byName:)) {
            throw PreferencesError(.invalidName(text, rule))
        }
    }

    /// Creates the domain of the file at a file system path. A text such as `a/b` is a relative path, not a name. A
    /// `~` in it is the name of a folder.
    ///
    /// - Throws: `PreferencesError.Code.invalidName` if the path cannot be that of a domain.
    public init(ofFile path: String) throws(PreferencesError) {
        let isPath = ["/", "./", "../"].contains(where: path.hasScalarPrefix)
        try self.init(isPath ? path : "./" + path)
    }

    /// The key of a domain under which the records of migrations are.
    package static let migrationsKey = "DefaultsMigrations"

    /// Whether the domain is a file that is given by its path.
    public var isPath: Bool {
        if case .path = name { true } else { false }
    }

    /// Returns whether a text is a path, not a name.
    package static func isPath(_ text: String) -> Bool {
        switch text.utf8.first {
        case UInt8(ascii: "/"): true
        case UInt8(ascii: "."), UInt8(ascii: "~"): ["./", "../", "~/"].contains(where: text.hasScalarPrefix)
        default: false
        }
    }

    /// Returns whether a text from an untrusted file is the name of an ordinary domain whose file is directly in the
    /// base folder.
    ///
    /// A name that begins with a dot is refused. It could be the file of another program, or another spelling of the
    /// global domain.
    package static func isPlainName(_ text: String) -> Bool {
        guard let first = text.unicodeScalars.first, !["-", ".", "~"].contains(first),
            !text.unicodeScalars.contains(where: { $0 == "/" || $0.properties.generalCategory == .control }),
            case .named(let name)? = try? name(from: text)
        else { return false }
        return name == text  // otherwise, the text ends in `.plist`
    }

    static func isGlobal(_ text: String) -> Bool {
        // Most names begin with another character and need no comparisons.
        guard let first = text.utf8.first, "-NAk".utf8.contains(first) else { return false }
        return switch text {
        case "-g", "-globalDomain", "NSGlobalDomain", "Apple Global Domain", "kCFPreferencesAnyApplication": true
        default: false
        }
    }

    /// Returns whether the command line interprets a text as an option, not as a domain.
    package static func isOption(_ text: String) -> Bool {
        text.utf8.first == UInt8(ascii: "-") && !isGlobal(text)
    }

    private static func name(from text: String) throws(PreferencesError) -> Name {
        if isGlobal(text) { return .global }
        let isPath = isPath(text)
        let name = text.droppingPropertyListSuffix
        if let rule = isPath ? DomainNameRule.broken(byPath: name) : DomainNameRule.broken(byName: name) {
            throw PreferencesError(.invalidName(text, rule))
        }
        return isPath ? .path(text) : .named(name)
    }
}

extension Domain.Name {
    /// Returns whether both are the same kind of name, with the same Unicode scalars.
    package static func == (left: Self, right: Self) -> Bool {
        switch (left, right) {
        case (.global, .global): true
        case (.named(let left), .named(let right)), (.path(let left), .path(let right)): left.hasSameScalars(as: right)
        case (.global, _), (.named, _), (.path, _): false
        }
    }

    /// Hashes the parts that ``==(_:_:)`` compares.
    package func hash(into hasher: inout Hasher) {
        switch self {
        case .global: hasher.combine(0)
        case .named(let name): name.hashScalars(into: &hasher)
        case .path(let path): path.hashScalars(into: &hasher)
        }
    }
}

extension Domain.Host {
    /// Returns whether both are the same host. Names are compared by Unicode scalars.
    public static func == (left: Self, right: Self) -> Bool {
        switch (left, right) {
        case (.any, .any), (.current, .current): true
        case (.named(let left), .named(let right)): left.hasSameScalars(as: right)
        case (.any, _), (.current, _), (.named, _): false
        }
    }

    /// Hashes the parts that ``==(_:_:)`` compares.
    public func hash(into hasher: inout Hasher) {
        switch self {
        case .any: hasher.combine(0)
        case .current: hasher.combine(1)
        case .named(let name): name.hashScalars(into: &hasher)
        }
    }
}

extension Domain.Name {
    /// The first part of the file name in a base folder, or `nil` for a path.
    package var inBase: String? {
        switch self {
        case .global: ".GlobalPreferences"
        case .named(let name): name
        case .path: nil
        }
    }
}

extension Domain {
    /// Returns the part of a file name between the name of a domain and `.plist`.
    static func hostSuffix(user: User, host: Host) -> String {
        switch (user, host) {
        case (.any, _), (.current, .any): ""
        case (.current, .current): "." + Platform.hostIdentifier
        case (.current, .named(let name)): "." + name
        }
    }
}

extension Domain: ExpressibleByStringLiteral {
    /// Creates a domain from a literal. If it is invalid, the program ends with the rule that it breaks.
    ///
    /// ```swift
    /// let editor: Domain = "com.example.Editor"
    /// try store.apply(ChangeSet([.set("Theme", "dark")]), to: "com.example.Office")
    /// ```
    public init(stringLiteral text: String) {
        // `preconditionFailure` would not print the rule in optimized programs.
        do throws(PreferencesError) { try self.init(text) } catch { fatalError(error.description) }
    }
}

extension Domain: CustomStringConvertible {
    /// The text that addresses the domain, without its user and host.
    public var description: String {
        switch name {
        case .global: "NSGlobalDomain"
        case .named(let name): Self.isGlobal(name) || name.hasScalarSuffix(".plist") ? name + ".plist" : name
        case .path(let path): path
        }
    }
}

extension String {
    /// The text without one trailing `.plist`.
    var droppingPropertyListSuffix: String {
        hasScalarSuffix(".plist") ? droppingScalarSuffix(".plist") : self
    }
}

extension Domain {
    /// Creates a domain with exactly this name, even if it looks like a spelling of the global domain or a path, or
    /// ends in `.plist`.
    package init(literally name: String, user: User = .current) throws(PreferencesError) {
        if let rule = DomainNameRule.broken(byName: name) { throw PreferencesError(.invalidName(name, rule)) }
        self.init(name: .named(name), user: user, host: .any)
    }

    /// A domain that represents the keyring domain of this name, in lists that also contain domains in files.
    ///
    /// Its host contains a newline, which the name of a host cannot contain. So no text can address the domain.
    package var inKeyring: Domain {
        Domain(name: .named("\(description) in the keyring"), user: .current, host: .named("\(hostText)\n"))
    }

    private var hostText: String {
        switch host {
        case .any: ""
        case .current: "."
        case .named(let name): "." + name
        }
    }

    /// Whether the file of the domain is in the base folder of the current user.
    package var isInUserBase: Bool { name.inBase != nil && user == .current }

    /// Returns the domain of the same name for another user and host.
    package func moved(to user: User, host: Host) -> Domain {
        Domain(name: name, user: user, host: host)
    }
}

extension Domain {
    /// Returns the domain for one of several users of a program: `<domain>.user.<identifier>`.
    ///
    /// ```swift
    /// let ann = try service.ofUser("ann")  // com.example.Service.user.ann
    /// ```
    ///
    /// - Parameter identifier: The identifier of the user. If it is `nil`, the domain itself is returned.
    /// - Throws: `PreferencesError.Code.invalidName` if the identifier is empty or contains a slash, or if the name
    ///   becomes invalid.
    public func ofUser(_ identifier: String?) throws(PreferencesError) -> Domain {
        guard let identifier else { return self }
        guard !identifier.isEmpty else { throw PreferencesError(.invalidName(identifier, .notEmpty)) }
        if identifier.unicodeScalars.contains("/") {
            throw PreferencesError(.invalidName(identifier, .noSpecialComponents))
        }
        return try Domain(literally: "\(plainName).user.\(identifier)")
    }

    private var plainName: String {
        switch name {
        case .global: "NSGlobalDomain"
        case .named(let name): name
        case .path(let path): path.droppingPropertyListSuffix
        }
    }
}
