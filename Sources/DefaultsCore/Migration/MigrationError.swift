public import PropertyList

/// Why a migration was not done. Unless a case says otherwise, nothing has changed.
public enum MigrationError: Error, Hashable, Sendable {
    // The migration is none.

    /// The identifier is empty.
    case noIdentifier
    /// Two migrations of one target have one identifier.
    case registeredTwice(String)
    /// Two steps lead to one place, or to one inside the other.
    case sameTarget(PropertyListPath, PropertyListPath)
    /// Two steps begin at places of which one is inside the other.
    case overlappingSources(PropertyListPath, PropertyListPath)
    /// A step would leave a plain copy of a value that goes to the keyring, or removes one for good.
    case notIntoKeyring(MigrationStep.Action)
    /// A step is about the records of migrations.
    case reservedKey(PropertyListPath)

    // The values do not allow it.

    /// The value is of another type than the step expects.
    case wrongType(PropertyListPath, domain: Domain, expected: PropertyListType, found: PropertyListType)
    /// The value has no exact counterpart of the type, or none by the conversion.
    case notConvertible(
        PropertyListPath, domain: Domain, conversion: String, expected: PropertyListType?, PropertyListType)
    /// There are values at both places, and the policy is to fail.
    case conflict(old: PropertyListPath, new: PropertyListPath, target: Domain)
    /// An element of an array cannot be moved away, for the others would move up.
    case elementOfArray(PropertyListPath, domain: Domain)
    /// The new place is none.
    case place(PropertyListPathError, target: Domain)

    // The record does not allow it.

    /// The record is not one that this version reads.
    case damagedRecord(String, target: Domain)
    /// There is no record of the migration.
    case notApplied(String, target: Domain)
    /// The value that the migration wrote has changed since.
    case changedSince(PropertyListPath, domain: Domain)
    /// At the old place is a value that the migration did not leave there.
    case occupied(PropertyListPath, domain: Domain)

    /// The new places have their values, but the old ones could not be emptied; the next run does that.
    case oldKeysNotRemoved(String, PreferencesError)
}
