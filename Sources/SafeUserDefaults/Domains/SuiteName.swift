/// The name of a suite or of a persistent domain.
struct SuiteName {
    let text: String

    /// The domain with the name, or `nil` if the name cannot be the name of a file in the base folder.
    ///
    /// The name is used literally, as in Foundation: `-g` and `x.plist` are ordinary names. A name that begins with a
    /// slash is a path, to which `.plist` is added. `NSGlobalDomain` is the global domain, which all programs search.
    var domain: Domain? {
        if text == "NSGlobalDomain" { return .global }
        // `Domain` would accept these prefixes, but as paths that are not relative to the base folder.
        if ["./", "../", "~/"].contains(where: { text.utf8.starts(with: $0.utf8) }) { return nil }
        // `Domain` removes one suffix, so a suffix of the name itself remains.
        return try? Domain(text + ".plist")
    }

    /// Returns the domain with the name. If the name is invalid, reports an error and returns `nil`.
    func reportedDomain() -> Domain? {
        if let domain { return domain }
        ErrorReports.report(PreferencesError(.invalidName, description: "'\(text)' is not the name of a suite"))
        return nil
    }
}
