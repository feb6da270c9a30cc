public import PropertyList

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
    /// A pattern has several wildcards in one component, or other wildcards than the pattern of the new paths.
    public static var invalidPattern: Self { Self() }
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
