import DefaultsCore

/// The name of a suite or of a persistent domain.
struct SuiteName {
    private let text: String

    init(_ text: String) {
        self.text = text
    }

    /// The domain with the name, or `nil` if the name cannot be the name of a file in the base folder.
    ///
    /// The name is taken as it is, as in Foundation: `-g` and `x.plist` are names. A name that begins with a slash is
    /// the path of a file without `.plist`. `NSGlobalDomain` is the domain that all programs search.
    var domain: Domain? {
        if text == "NSGlobalDomain" { return .global }
        // `Domain` has another meaning for these: they would not be relative to the base folder.
        if ["./", "../", "~/"].contains(where: begins(with:)) { return nil }
        // `Domain` ignores one suffix.
        return try? Domain(text + ".plist")
    }

    /// Returns the domain with the name, or reports that there is none.
    func reportedDomain() -> Domain? {
        if let domain { return domain }
        ErrorReports.report(PreferencesError(.invalidName, description: "'\(text)' is not the name of a suite"))
        return nil
    }

    /// Compares bytes, as `Domain` does. To Swift, a slash with a combining mark is a different character.
    private func begins(with prefix: String) -> Bool {
        text.utf8.starts(with: prefix.utf8)
    }
}
