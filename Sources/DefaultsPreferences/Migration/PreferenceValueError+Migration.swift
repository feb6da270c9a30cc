/// Errors of a ``Migration``.
extension ErrorCode where Failure == PreferenceValueError {
    /// The steps of a migration contradict each other or cannot be performed in its domains, its identifier is empty,
    /// registered twice or not registered, or two of its updates have the same name.
    public static var invalidMigration: Self { Self() }
    /// The old and the new value both exist, and the policy is to stop. Or a value cannot be set or removed at its
    /// path, such as an element of an array, which can only be copied.
    public static var conflict: Self { Self() }
    /// The record of a migration is damaged, or has a form that only a newer version understands.
    public static var unreadableRecord: Self { Self() }
    /// The migration cannot be rolled back: it has moved values into a keyring, or it did not use a domain that the
    /// caller names.
    public static var notReversible: Self { Self() }
    /// A value was changed, or set at an old path, after the migration.
    public static var changedSince: Self { Self() }
    /// The record names a domain that the caller does not name, and others can write the record.
    public static var domainNotNamed: Self { Self() }
    /// The body of an update has thrown an error, or has used a value that is invalid for its key. The error is the
    /// ``PreferenceValueError/underlyingError``.
    public static var updateFailed: Self { Self() }
    /// The new values are set, but the old ones could not be removed. The next run removes them.
    public static var oldKeysNotRemoved: Self { Self() }
}

extension PreferenceValueError {
    static let migrationWithoutIdentifier = Self(.invalidMigration, "a migration needs an identifier")

    static func registeredTwice(_ identifier: String) -> Self {
        Self(.invalidMigration, "migration \(identifier) is registered twice")
    }

    static func notRegistered(_ identifier: String) -> Self {
        Self(.invalidMigration, "migration \(identifier) is not registered")
    }

    static func sameTarget(_ outer: PropertyListPath, _ inner: PropertyListPath) -> Self {
        if outer == inner { return Self(.invalidMigration, "two steps set key \(outer)", at: outer) }
        return Self(.invalidMigration, "one step sets \(outer) and another sets \(inner) inside it", at: outer)
    }

    static func overlappingSources(_ outer: PropertyListPath, _ inner: PropertyListPath) -> Self {
        Self(.invalidMigration, "one step uses \(outer) and another uses \(inner) inside it", at: outer)
    }

    static func sameName(_ name: String) -> Self {
        Self(.invalidMigration, "two updates of a migration are named '\(name)'")
    }

    static let notIntoKeyring = Self(
        .invalidMigration, "a migration into the keyring can only move values and set defaults")

    static func reservedKey(_ path: PropertyListPath) -> Self {
        Self(.invalidMigration, "key \(path) cannot be migrated: it holds the records of migrations", at: path)
    }

    static func wrongType(
        _ path: PropertyListPath, domain: Domain, expected: PropertyListType, found: PropertyListType
    ) -> Self {
        let key = "key \(path) of domain \(domain)"
        return Self(.wrongType, "\(key) is \(found.withArticle), not \(expected.withArticle)", at: path)
    }

    static func notConvertible(
        _ path: PropertyListPath, domain: Domain, conversion: String, expected: PropertyListType?,
        _ found: PropertyListType
    ) -> Self {
        let clause = "key \(path) of domain \(domain) is \(found.withArticle) that '\(conversion)' cannot convert"
        return Self(.wrongType, clause + (expected.map { " to \($0.withArticle)" } ?? ""), at: path)
    }

    static func conflict(old: PropertyListPath, new: PropertyListPath, target: Domain) -> Self {
        Self(.conflict, "old key \(old) and new key \(new) of domain \(target) both exist", at: old)
    }

    static func elementOfArray(_ path: PropertyListPath, domain: Domain) -> Self {
        let value = "value at \(path) of domain \(domain)"
        return Self(.conflict, "\(value) is an element of an array, which can only be copied", at: path)
    }

    static func place(_ error: PreferencesError, target: Domain) -> Self {
        Self(.conflict, "\(error) in domain \(target)", at: error.valuePath)
    }

    static func damagedRecord(_ identifier: String, target: Domain) -> Self {
        Self(.unreadableRecord, "the record of migration \(identifier) in domain \(target) is damaged")
    }

    static func newerRecord(_ identifier: String, target: Domain) -> Self {
        Self(
            .unreadableRecord,
            "the record of migration \(identifier) in domain \(target) was written by a newer version")
    }

    static func notReversible(_ identifier: String, target: Domain) -> Self {
        let reason = "moved values into the keyring, and its record has no values to restore"
        return Self(.notReversible, "migration \(identifier) of domain \(target) \(reason)")
    }

    static func changedSince(_ path: PropertyListPath, domain: Domain) -> Self {
        Self(.changedSince, "key \(path) of domain \(domain) has changed since it was migrated", at: path)
    }

    static func domainNotNamed(_ domain: Domain, identifier: String, target: Domain) -> Self {
        let record = "the record of migration \(identifier) in domain \(target), which others can write,"
        return Self(.domainNotNamed, "\(record) names \(domain); to trust the record, pass that domain too")
    }

    static func notTakenFrom(_ domain: Domain, identifier: String, target: Domain) -> Self {
        Self(.notReversible, "migration \(identifier) into domain \(target) took nothing from domain \(domain)")
    }

    static func occupied(_ path: PropertyListPath, domain: Domain) -> Self {
        Self(.changedSince, "key \(path) of domain \(domain) already has another value", at: path)
    }

    static func updateFailed(_ name: String, target: Domain, _ cause: any Error) -> Self {
        Self(.updateFailed, "update '\(name)' of domain \(target) has failed", cause: cause)
    }

    static func oldKeysNotRemoved(_ identifier: String, _ cause: any Error) -> Self {
        let clause = "migration \(identifier) has copied all values, but could not remove the old ones; run it again"
        return Self(.oldKeysNotRemoved, clause, cause: cause)
    }
}
