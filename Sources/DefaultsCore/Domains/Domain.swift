import PropertyList

/// The address of a set of preferences: a name, and the user and host it belongs to.
///
/// A domain is only an address. ``DomainFolders`` tells which file it is, and a ``DomainStore`` what is in it.
///
/// Names, paths and hosts are compared by Unicode scalars, as file systems compare them: "é" and "e\u{301}" name two domains.
public struct Domain: Hashable, Sendable {
    /// What a domain is called.
    public enum Name: Hashable, Sendable {
        /// `NSGlobalDomain`, which every program's look-up ends in.
        case global
        /// An application's or a suite's name, such as `com.example.Editor`; without `.plist`.
        case named(String)
        /// A file, as it was written, with or without `.plist`. Begins with `/`, `./`, `../` or `~/`.
        case path(String)
    }

    /// Whose preferences they are.
    public enum User: Hashable, Sendable {
        /// The user that runs the program.
        case current
        /// All users of the machine.
        case any
    }

    /// Which machines they hold on.
    public enum Host: Hashable, Sendable {
        /// Every machine the user's home is on.
        case any
        /// This machine. Foundation's identifier of it is empty on Linux.
        case current
        /// The machine of that name.
        case named(String)
    }

    /// The name.
    public let name: Name
    /// The user; of no effect on a path.
    public let user: User
    /// The host; of no effect on a path.
    public let host: Host

    private init(name: Name, user: User, host: Host) {
        self.name = name
        self.user = user
        self.host = host
    }

    /// The current user's global domain, for any host.
    public static let global = Domain(name: .global, user: .current, host: .any)

    /// The domain that a text addresses, by the rules of the command line: a spelling of the global domain, a path, or a name.
    ///
    /// - Throws: ``PreferencesError/invalidName(_:_:)``, with the rule the text breaks.
    public init(_ text: String, user: User = .current, host: Host = .any) throws(PreferencesError) {
        if case .named(let hostName) = host, let rule = DomainNameRule.broken(byHost: hostName) {
            throw .invalidName(hostName, rule)
        }
        self.init(name: try Self.name(from: text), user: user, host: host)
        // With the host's name after it, a name that is not too long can be.
        let fileName = name.inBase.map { $0 + Domain.hostSuffix(user: user, host: host) }
        if let rule = fileName.flatMap(DomainNameRule.broken(byName:)) { throw .invalidName(text, rule) }
    }

    /// Whether a text is a path and no name.
    static func isPath(_ text: String) -> Bool {
        ["/", "./", "../", "~/"].contains { text.utf8.starts(with: $0.utf8) }
    }

    /// Returns whether a text from a file can be trusted to name one domain below the base, and nothing else.
    ///
    /// A hidden name would be a file that other programs own, or another spelling of the global domain.
    static func isPlainName(_ text: String) -> Bool {
        guard let first = text.unicodeScalars.first, !["-", ".", "~"].contains(first),
            !text.unicodeScalars.contains(where: { $0 == "/" || $0.properties.generalCategory == .control }),
            case .named(let name)? = try? name(from: text)
        else { return false }
        return name == text  // else the text has a suffix that is dropped
    }

    private static func isGlobal(_ text: String) -> Bool {
        switch text {
        case "-g", "-globalDomain", "NSGlobalDomain", "Apple Global Domain", "kCFPreferencesAnyApplication": true
        default: false
        }
    }

    private static func name(from text: String) throws(PreferencesError) -> Name {
        if isGlobal(text) { return .global }
        let isPath = isPath(text)
        let name = text.droppingPropertyListSuffix
        if let rule = isPath ? DomainNameRule.broken(byPath: name) : DomainNameRule.broken(byName: name) {
            throw .invalidName(text, rule)
        }
        return isPath ? .path(text) : .named(name)
    }
}

extension Domain.Name {
    /// Whether both are the same kind of name with the same Unicode scalars.
    public static func == (left: Self, right: Self) -> Bool {
        switch (left, right) {
        case (.global, .global): true
        case (.named(let left), .named(let right)), (.path(let left), .path(let right)): left.hasSameScalars(as: right)
        case (.global, _), (.named, _), (.path, _): false
        }
    }

    /// Feeds what ``==(_:_:)`` compares.
    public func hash(into hasher: inout Hasher) {
        switch self {
        case .global: hasher.combine(0)
        case .named(let name): name.hashScalars(into: &hasher)
        case .path(let path): path.hashScalars(into: &hasher)
        }
    }
}

extension Domain.Host {
    /// Whether both are the same host; names are compared by Unicode scalars.
    public static func == (left: Self, right: Self) -> Bool {
        switch (left, right) {
        case (.any, .any), (.current, .current): true
        case (.named(let left), .named(let right)): left.hasSameScalars(as: right)
        case (.any, _), (.current, _), (.named, _): false
        }
    }

    /// Feeds what ``==(_:_:)`` compares.
    public func hash(into hasher: inout Hasher) {
        switch self {
        case .any: hasher.combine(0)
        case .current: hasher.combine(1)
        case .named(let name): name.hashScalars(into: &hasher)
        }
    }
}

extension Domain.Name {
    /// What the name of the file below a base begins with; nil for a path, which is below none.
    var inBase: String? {
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

extension Domain: CustomStringConvertible {
    /// The text that addresses the domain for its user and host.
    public var description: String {
        switch name {
        case .global: "NSGlobalDomain"
        case .named(let name): name.hasScalarSuffix(".plist") ? name + ".plist" : name
        case .path(let path): path
        }
    }
}

extension String {
    /// The text without one `.plist` at its end.
    var droppingPropertyListSuffix: String {
        hasScalarSuffix(".plist") ? droppingScalarSuffix(".plist") : self
    }
}

extension Domain {
    /// The domain of that name alone, whatever it looks like: neither a spelling of the global domain nor a path, and no suffix is dropped.
    init(literally name: String, user: User = .current) throws(PreferencesError) {
        if let rule = DomainNameRule.broken(byName: name) { throw .invalidName(name, rule) }
        self.init(name: .named(name), user: user, host: .any)
    }

    /// The domain of a name that is known to be one.
    static func named(_ name: StaticString) -> Domain {
        Domain(name: .named("\(name)"), user: .current, host: .any)
    }

    /// What stands for the domain of this name in the keyring beside plain domains: a domain that no text is the name of, since no
    /// host's name has a newline.
    var inKeyring: Domain {
        Domain(name: .named("\(description) in the keyring"), user: .current, host: .named("\(hostText)\n"))
    }

    private var hostText: String {
        switch host {
        case .any: ""
        case .current: "."
        case .named(let name): "." + name
        }
    }

    /// Whether the domain is addressed by a name in the base of the current user.
    var isInUserBase: Bool { name.inBase != nil && user == .current }

    /// The domain of the same name for another user and host.
    func moved(to user: User, host: Host) -> Domain {
        Domain(name: name, user: user, host: host)
    }
}

extension Domain {
    /// Returns the domain of one user of a program that has many: `<domain>.user.<identifier>`, or the domain itself without a user.
    ///
    /// - Throws: ``PreferencesError/invalidName(_:_:)`` if the identifier cannot be part of a domain's name.
    public func ofUser(_ identifier: String?) throws(PreferencesError) -> Domain {
        guard let identifier else { return self }
        guard !identifier.isEmpty else { throw .invalidName(identifier, .notEmpty) }
        if identifier.unicodeScalars.contains("/") { throw .invalidName(identifier, .noSpecialComponents) }
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
