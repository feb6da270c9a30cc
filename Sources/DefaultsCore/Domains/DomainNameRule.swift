/// A rule for the name of a domain or host. The rules ensure that a name addresses exactly one file in a base folder.
package enum DomainNameRule: Hashable, Sendable {
    /// A name is not empty.
    case notEmpty
    /// No component of a name, between slashes, is empty, `.` or `..`.
    case noSpecialComponents
    /// A name contains no NUL and no newline. A path contains no NUL.
    case noControlCharacters
    /// The file name has at most 255 bytes.
    case fitsTheFileSystem
    /// A path ends in a file name.
    case endsInFileName
    /// The name of a host has no slash.
    case noSlash
    /// A name is not in the folder `.defaults`, which contains the library's own records.
    case noRecords
    /// A name does not begin with a dash, because the command line interprets such a name as an option.
    case noOption
    /// A domain in the keyring belongs to the current user and is given by a name, not by a path.
    case fitsTheKeyring

    /// Returns the first rule that a name breaks, or `nil` if it is valid.
    static func broken(byName name: String) -> DomainNameRule? {
        if name.isEmpty { return .notEmpty }
        if name.utf8.contains(where: { $0 == 0 || $0 == UInt8(ascii: "\n") }) { return .noControlCharacters }
        // Most names have one component. The first call of `split` in a process takes longer than the other checks.
        guard name.utf8.contains(UInt8(ascii: "/")) else { return broken(byComponent: name) }
        // Splits by scalars, as file systems do. In Swift, a slash with a combining mark is another `Character`.
        let components = name.unicodeScalars.split(separator: "/", omittingEmptySubsequences: false).map { String($0) }
        if components.contains(where: isSpecial) { return .noSpecialComponents }
        if components[0] == ".defaults" { return .noRecords }
        return components.allSatisfy(fits) ? nil : .fitsTheFileSystem
    }

    private static func broken(byComponent component: String) -> DomainNameRule? {
        if isSpecial(component) { return .noSpecialComponents }
        return fits(component) ? nil : .fitsTheFileSystem
    }

    private static func isSpecial(_ component: String) -> Bool {
        component.isEmpty || component == "." || component == ".."
    }

    /// Returns the first rule that a path breaks, or `nil` if it is valid. The folders of the path are not checked.
    static func broken(byPath path: String) -> DomainNameRule? {
        if path.unicodeScalars.contains("\0") { return .noControlCharacters }
        let fileName = String(
            path.unicodeScalars.split(separator: "/", omittingEmptySubsequences: false).last ?? path.unicodeScalars[...]
        )
        if isSpecial(fileName) { return .endsInFileName }
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
    /// The rule as a sentence without a full stop.
    package var description: String {
        switch self {
        case .notEmpty: "a name is not empty"
        case .noSpecialComponents:
            "a name has no empty, '.' or '..' component (a path begins with '/', './', '../' or '~/')"
        case .noControlCharacters: "a name has no NUL and no newline"
        case .fitsTheFileSystem: "a name has at most 249 bytes between slashes, with its host's name after a dot"
        case .endsInFileName: "a path ends in the name of a file"
        case .noSlash: "the name of a host has no '/'"
        case .noRecords: "a name is not in the folder '.defaults', which contains records of defaults"
        case .noOption:
            "a name does not begin with '-' (a domain of a host is '-currentHost NAME' or '-host HOST NAME')"
        case .fitsTheKeyring: "a domain in the keyring has a name, not a path"
        }
    }
}
