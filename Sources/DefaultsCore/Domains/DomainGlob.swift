/// A pattern for names of domains, such as `com.example.*` or `vendor/**`.
///
/// Components are joined by slashes. In a component, `*` matches any number of characters. `\/`, `\\` and `\*` stand
/// for the character after the backslash. The component `**` matches any number of whole components.
package struct DomainGlob: Hashable, Sendable {
    private let glob: PropertyListPathGlob
    /// The pattern as it was given.
    package let text: String
    /// The standard spelling of the domain that the text addresses, or the text itself if it addresses no domain.
    private let name: String

    /// Parses a pattern, or any spelling of a domain that documents accept, such as `-g` or `-host H D`.
    ///
    /// - Returns: `nil` if a backslash is not followed by a slash, a backslash or an asterisk, or if `**` is not a
    ///   whole component.
    package init?(parsing text: String) {
        let name = (try? Domain(spelling: text))?.spelling ?? text
        guard let glob = PropertyListPathGlob(parsing: name, separator: "/") else { return nil }
        (self.glob, self.text, self.name) = (glob, text, name)
    }

    /// Returns whether the pattern matches the name of a domain, with or without its host.
    package func matches(_ domain: Domain) -> Bool {
        [domain.spelling, domain.description].contains { glob.matches(PropertyListPath(Self.components(of: $0))) }
    }

    /// The subfolders of the base that can contain matching domains.
    var subfolders: Subfolders {
        let components = Self.components(of: name)
        let first = components[0]
        if components.count == 1 { return first == "**" ? .all : .named([]) }
        if first.utf8.contains(where: { $0 == UInt8(ascii: "*") || $0 == UInt8(ascii: "\\") }) { return .all }
        return .named(first.isEmpty ? [] : [first])
    }

    enum Subfolders {
        case all
        case named([String])
    }

    /// Returns the parts between slashes. They are split by Unicode scalars, as in file systems: in Swift, a slash with
    /// a combining mark is another `Character`.
    private static func components(of name: String) -> [String] {
        name.unicodeScalars.split(separator: "/", omittingEmptySubsequences: false).map { String($0) }
    }
}
