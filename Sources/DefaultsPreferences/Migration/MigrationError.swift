/// An error that occurs during a migration. If the code is `MigrationError.Code.oldKeysNotRemoved`, the new values are
/// set. Otherwise, the migration has changed nothing.
public struct MigrationError: CodedError {
    /// The kind of the error.
    public let code: Code
    /// The path of the value that the error concerns, or `nil` if it concerns a whole migration or its record. If the
    /// error concerns two paths, this is the first one.
    public let path: PropertyListPath?
    /// The error that the body of an update has thrown, or that has prevented the removal of old values, or `nil` for
    /// other errors.
    public let underlyingError: (any Error)?
    /// The description without that of the underlying error.
    private let clause: String

    private init(_ code: Code, _ clause: String, at path: PropertyListPath? = nil, cause: (any Error)? = nil) {
        (self.code, self.clause, self.path, underlyingError) = (code, clause, path, cause)
    }

    /// A description of the error, as a clause.
    public var description: String { underlyingError.map { "\(clause): \($0)" } ?? clause }

    /// Returns the error with another underlying error.
    package func caused(by cause: any Error) -> Self { Self(code, clause, at: path, cause: cause) }

    /// Returns whether two errors have the same code, path and description.
    public static func == (left: Self, right: Self) -> Bool {
        left.code == right.code && left.path == right.path && left.description == right.description
    }

    /// Adds the code and the description to a hash.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(code)
        hasher.combine(description)
    }
}

extension ErrorCode where Failure == MigrationError {
    /// The identifier is empty.
    public static var noIdentifier: Self { Self() }
    /// Two migrations of one target have the same identifier.
    public static var registeredTwice: Self { Self() }
    /// No migration with the identifier is registered.
    public static var notRegistered: Self { Self() }
    /// The new paths of two steps are equal, or one new path is inside the other.
    public static var sameTarget: Self { Self() }
    /// Two old paths in the same domain overlap: one is inside the other.
    public static var overlappingSources: Self { Self() }
    /// Two updates of a migration have the same name.
    public static var sameName: Self { Self() }
    /// A step into the keyring would leave a plain copy of a value, or remove a value irrecoverably.
    public static var notIntoKeyring: Self { Self() }
    /// A step uses an empty path, or the key that is reserved for the records of migrations.
    public static var reservedKey: Self { Self() }
    /// The value has another type than the step expects.
    public static var wrongType: Self { Self() }
    /// The conversion cannot convert the value exactly.
    public static var notConvertible: Self { Self() }
    /// The old and the new value both exist, and the policy is to stop.
    public static var conflict: Self { Self() }
    /// An element of an array cannot be moved, because the indexes of other elements would change.
    public static var elementOfArray: Self { Self() }
    /// A value cannot be set or removed at its path in a domain.
    public static var place: Self { Self() }
    /// The record is damaged.
    public static var damagedRecord: Self { Self() }
    /// The record has a form that only a newer version understands.
    public static var newerRecord: Self { Self() }
    /// There is no record of the migration.
    public static var notApplied: Self { Self() }
    /// The record has no values to restore, because the migration has moved values into a keyring.
    public static var notReversible: Self { Self() }
    /// The new value was changed after the migration.
    public static var changedSince: Self { Self() }
    /// The record names a domain that the caller does not name, and others can write the record.
    public static var domainNotNamed: Self { Self() }
    /// The caller names a domain that the migration did not use.
    public static var notTakenFrom: Self { Self() }
    /// The old path has a value that was set after the migration.
    public static var occupied: Self { Self() }
    /// The body of an update has thrown an error, or has used a value that is invalid for its key. The error is the
    /// ``MigrationError/underlyingError``.
    public static var updateFailed: Self { Self() }
    /// The new values are set, but the old ones could not be removed. The next run removes them.
    public static var oldKeysNotRemoved: Self { Self() }
}

extension MigrationError {
    package static let noIdentifier = Self(.noIdentifier, "a migration needs an identifier")

    package static func registeredTwice(_ identifier: String) -> Self {
        Self(.registeredTwice, "migration \(identifier) is registered twice")
    }

    static func notRegistered(_ identifier: String) -> Self {
        Self(.notRegistered, "migration \(identifier) is not registered")
    }

    package static func sameTarget(_ outer: PropertyListPath, _ inner: PropertyListPath) -> Self {
        if outer == inner { return Self(.sameTarget, "two steps set key \(outer)", at: outer) }
        return Self(.sameTarget, "one step sets \(outer) and another sets \(inner) inside it", at: outer)
    }

    package static func overlappingSources(_ outer: PropertyListPath, _ inner: PropertyListPath) -> Self {
        Self(.overlappingSources, "one step uses \(outer) and another uses \(inner) inside it", at: outer)
    }

    package static func sameName(_ name: String) -> Self {
        Self(.sameName, "two updates of a migration are named '\(name)'")
    }

    static let notIntoKeyring = Self(
        .notIntoKeyring, "a migration into the keyring can only move values and set defaults")

    package static func reservedKey(_ path: PropertyListPath) -> Self {
        Self(.reservedKey, "key \(path) cannot be migrated: it holds the records of migrations", at: path)
    }

    package static func wrongType(
        _ path: PropertyListPath, domain: Domain, expected: PropertyListType, found: PropertyListType
    ) -> Self {
        let key = "key \(path) of domain \(domain)"
        return Self(.wrongType, "\(key) is \(found.withArticle), not \(expected.withArticle)", at: path)
    }

    package static func notConvertible(
        _ path: PropertyListPath, domain: Domain, conversion: String, expected: PropertyListType?,
        _ found: PropertyListType
    ) -> Self {
        let clause = "key \(path) of domain \(domain) is \(found.withArticle) that '\(conversion)' cannot convert"
        return Self(.notConvertible, clause + (expected.map { " to \($0.withArticle)" } ?? ""), at: path)
    }

    package static func conflict(old: PropertyListPath, new: PropertyListPath, target: Domain) -> Self {
        Self(.conflict, "old key \(old) and new key \(new) of domain \(target) both exist", at: old)
    }

    package static func elementOfArray(_ path: PropertyListPath, domain: Domain) -> Self {
        let value = "value at \(path) of domain \(domain)"
        return Self(.elementOfArray, "\(value) is an element of an array, which can only be copied", at: path)
    }

    package static func place(_ error: PreferencesError, target: Domain) -> Self {
        Self(.place, "\(error) in domain \(target)", at: error.valuePath)
    }

    package static func damagedRecord(_ identifier: String, target: Domain) -> Self {
        Self(.damagedRecord, "the record of migration \(identifier) in domain \(target) is damaged")
    }

    package static func newerRecord(_ identifier: String, target: Domain) -> Self {
        Self(.newerRecord, "the record of migration \(identifier) in domain \(target) was written by a newer version")
    }

    package static func notApplied(_ identifier: String, target: Domain) -> Self {
        Self(.notApplied, "domain \(target) has no record of migration \(identifier)")
    }

    package static func notReversible(_ identifier: String, target: Domain) -> Self {
        let reason = "moved values into the keyring, and its record has no values to restore"
        return Self(.notReversible, "migration \(identifier) of domain \(target) \(reason)")
    }

    package static func changedSince(_ path: PropertyListPath, domain: Domain) -> Self {
        Self(.changedSince, "key \(path) of domain \(domain) has changed since it was migrated", at: path)
    }

    package static func domainNotNamed(_ domain: Domain, identifier: String, target: Domain) -> Self {
        let record = "the record of migration \(identifier) in domain \(target), which others can write,"
        return Self(.domainNotNamed, "\(record) names \(domain); to trust the record, pass that domain too")
    }

    package static func notTakenFrom(_ domain: Domain, identifier: String, target: Domain) -> Self {
        Self(.notTakenFrom, "migration \(identifier) into domain \(target) took nothing from domain \(domain)")
    }

    package static func occupied(_ path: PropertyListPath, domain: Domain) -> Self {
        Self(.occupied, "key \(path) of domain \(domain) already has another value", at: path)
    }

    package static func updateFailed(_ name: String, target: Domain, _ cause: any Error) -> Self {
        Self(.updateFailed, "update '\(name)' of domain \(target) has failed", cause: cause)
    }

    package static func oldKeysNotRemoved(_ identifier: String, _ cause: any Error) -> Self {
        let clause = "migration \(identifier) has copied all values, but could not remove the old ones; run it again"
        return Self(.oldKeysNotRemoved, clause, cause: cause)
    }
}
