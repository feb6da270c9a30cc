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
