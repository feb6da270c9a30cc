package import PropertyList

/// The tag of a string that begins with the home folder: `{"$home": "/rest"}`. The text is empty for the folder itself.
/// If the string is a file URL, the text begins with the scheme: `{"$home": "file:///rest"}`.
///
/// So the same document is valid for every user, and for a sandbox with its own home folder.
package struct HomeTag {
    /// The home folder, or an empty text for the root of the file system.
    private let prefix: String
    /// The home folder as a file URL.
    private let urlPrefix: String

    private static let scheme = "file://"

    package init(home: String) {
        prefix = home == "/" ? "" : home
        urlPrefix = Self.scheme + Self.percentEncoded(prefix)
    }

    /// Returns a path with percent-encoding, as in a file URL.
    private static func percentEncoded(_ path: String) -> String {
        let kept = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/!$&'()*+,;=:@".utf8)
        return path.utf8.map { byte in
            if kept.contains(byte) { return String(UnicodeScalar(byte)) }
            return (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
        }.joined()
    }

    /// Returns the string that a tag stands for, or `nil` if the value is another tag or is invalid.
    func string(of value: PropertyListValue) -> PropertyListValue? {
        guard case .dictionary(let object) = value, case .string(let text)? = object[DocumentTag.home.rawValue]
        else { return nil }
        if let rest = Self.rest(of: text, after: "") { return .string(nonempty(prefix, rest)) }
        return Self.rest(of: text, after: Self.scheme).map { .string(nonempty(urlPrefix, $0)) }
    }

    /// Returns a path or URL in the home folder. If both the home folder and the rest are empty, the path is a slash.
    private func nonempty(_ home: String, _ rest: String) -> String {
        home + (prefix.isEmpty && rest.isEmpty ? "/" : rest)
    }

    /// Returns the part of a text after a prefix, or `nil` if the prefix is missing or ends inside a path component.
    private static func rest(of text: String, after prefix: String) -> String? {
        guard text.hasScalarPrefix(prefix) else { return nil }
        let rest = String(decoding: text.utf8.dropFirst(prefix.utf8.count), as: UTF8.self)
        return rest.isEmpty || rest.hasScalarPrefix("/") ? rest : nil
    }

    /// Returns the tag of a string, or `nil` if the string does not begin with the home folder.
    func tag(of text: String) -> PropertyListValue? {
        if prefix.isEmpty { return nil }
        let content =
            Self.rest(of: text, after: prefix) ?? Self.rest(of: text, after: urlPrefix).map { Self.scheme + $0 }
        return content.map { [DocumentTag.home.rawValue: .string($0)] }
    }

    /// Returns the path of the first string or key that contains the home folder, or `nil` if none does.
    package func firstPath(
        in value: PropertyListValue, at place: PropertyListPath = PropertyListPath()
    ) -> PropertyListPath? {
        if case .string(let text) = value { return isIn(text) ? place : nil }
        for (component, member) in value.members {
            let inner = place.appending(component)
            if let path = isIn(component) ? inner : firstPath(in: member, at: inner) { return path }
        }
        return nil
    }

    private func isIn(_ text: String) -> Bool {
        if prefix.isEmpty { return false }
        return [prefix.utf8, urlPrefix.utf8].contains { text.utf8.firstRange(of: $0) != nil }
    }
}
