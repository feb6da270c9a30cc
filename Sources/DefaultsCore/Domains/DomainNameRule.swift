/// What the name of a domain or host must be like to name one file below the preferences folder.
public enum DomainNameRule: Hashable, Sendable {
    /// It is not empty.
    case notEmpty
    /// Between its slashes there is something, and it is not `.` or `..`.
    case noSpecialComponents
    /// It has no NUL and, unless it is a path, no newline.
    case noControlCharacters
    /// The file it names has a name of at most 255 bytes.
    case fitsTheFileSystem
    /// A path ends in the name of a file.
    case endsInFileName
    /// The name of a host has no slash.
    case noSlash
    /// In the keyring a domain has a name, is the current user's, and is no file.
    case fitsTheKeyring

    /// The rule that a name breaks, nil where it keeps them all.
    static func broken(byName name: String) -> DomainNameRule? {
        // By scalars, as the file system sees it: a slash with a combining mark after it is another character to Swift.
        let components = name.unicodeScalars.split(separator: "/", omittingEmptySubsequences: false).map { String($0) }
        if name.isEmpty { return .notEmpty }
        if name.unicodeScalars.contains(where: { $0 == "\0" || $0 == "\n" }) { return .noControlCharacters }
        if components.contains(where: { ["", ".", ".."].contains($0) }) { return .noSpecialComponents }
        return components.allSatisfy { fits($0) } ? nil : .fitsTheFileSystem
    }

    /// The rule that a path breaks. What folders it goes through is the file system's business.
    static func broken(byPath path: String) -> DomainNameRule? {
        if path.unicodeScalars.contains("\0") { return .noControlCharacters }
        let fileName = String(
            path.unicodeScalars.split(separator: "/", omittingEmptySubsequences: false).last ?? path.unicodeScalars[...]
        )
        if ["", ".", ".."].contains(fileName) { return .endsInFileName }
        return fits(fileName) ? nil : .fitsTheFileSystem
    }

    static func broken(byHost host: String) -> DomainNameRule? {
        host.unicodeScalars.contains("/") ? .noSlash : broken(byName: host)
    }

    private static func fits(_ component: String) -> Bool {
        component.utf8.count + ".plist".utf8.count <= 255
    }
}

extension DomainNameRule: CustomStringConvertible {
    /// The rule, as a sentence without its full stop.
    public var description: String {
        switch self {
        case .notEmpty: "a name is not empty"
        case .noSpecialComponents:
            "a name has no empty, '.' or '..' component (a path begins with '/', './', '../' or '~/')"
        case .noControlCharacters: "a name has no NUL and no newline"
        case .fitsTheFileSystem: "a name has at most 249 bytes between slashes, with its host's name after a dot"
        case .endsInFileName: "a path ends in the name of a file"
        case .noSlash: "the name of a host has no '/'"
        case .fitsTheKeyring: "in the keyring a domain has a name and no path"
        }
    }
}
