import DefaultsCore

/// A pattern for files in a folder, such as `*.plist` or `App/**/*.strings`.
///
/// A pattern without a slash is compared with the name of a file, and any other pattern with its path in the folder. In
/// a component, `*` matches any number of characters. The component `**` matches any number of whole components.
struct FilePattern: Hashable, Sendable {
    private let glob: PropertyListPathGlob
    private let isPath: Bool

    /// Parses a pattern.
    ///
    /// - Returns: `nil` if a backslash is not followed by a slash, a backslash or an asterisk, or if `**` is not a
    ///   whole component.
    init?(parsing text: String) {
        guard let glob = PropertyListPathGlob(parsing: text, separator: "/") else { return nil }
        self.glob = glob
        isPath = text.utf8.contains(UInt8(ascii: "/"))
    }

    /// Returns whether the pattern matches a file, given its path in the folder.
    func matches(_ path: String) -> Bool {
        let components = path.unicodeScalars.split(separator: "/", omittingEmptySubsequences: false).map { String($0) }
        return glob.matches(PropertyListPath(isPath ? components : Array(components.suffix(1))))
    }
}
