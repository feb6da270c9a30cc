public import PropertyList

/// An error that occurs during a migration. Unless a case says otherwise, nothing has changed.
public enum MigrationError: Error, Hashable, Sendable {
    // Errors of the migration itself

    /// The identifier is empty.
    case noIdentifier
    /// Two migrations of one target have the same identifier.
    case registeredTwice(String)
    /// Two steps set the same path, or a path inside the other.
    case sameTarget(PropertyListPath, PropertyListPath)
    /// Two steps use old paths of which one is inside the other.
    case overlappingSources(PropertyListPath, PropertyListPath)
    /// A step into the keyring would leave a plain copy of a value, or remove a value irrecoverably.
    case notIntoKeyring(MigrationStep.Action)
    /// A step uses the key of the records of migrations.
    case reservedKey(PropertyListPath)

    // Errors of the values

    /// The value has another type than the step expects.
    case wrongType(PropertyListPath, domain: Domain, expected: PropertyListType, found: PropertyListType)
    /// The conversion cannot convert the value exactly.
    case notConvertible(
        PropertyListPath, domain: Domain, conversion: String, expected: PropertyListType?, PropertyListType)
    /// The old and the new value both exist, and the policy is to stop.
    case conflict(old: PropertyListPath, new: PropertyListPath, target: Domain)
    /// An element of an array cannot be moved, because the indexes of other elements would change.
    case elementOfArray(PropertyListPath, domain: Domain)
    /// The new path is invalid in the target.
    case place(PropertyListPathError, target: Domain)

    // Errors of the record

    /// The record is invalid or of a newer version.
    case damagedRecord(String, target: Domain)
    /// There is no record of the migration.
    case notApplied(String, target: Domain)
    /// The new value was changed after the migration.
    case changedSince(PropertyListPath, domain: Domain)
    /// The record names a domain that the caller does not name, and others can write the record.
    case domainNotNamed(Domain, identifier: String, target: Domain)
    /// The caller names a domain that the migration did not use.
    case notTakenFrom(Domain, identifier: String, target: Domain)
    /// The old path has a value that was set after the migration.
    case occupied(PropertyListPath, domain: Domain)

    /// The new values are set, but the old ones could not be removed. The next run removes them.
    case oldKeysNotRemoved(String, PreferencesError)
}

extension MigrationError: CustomStringConvertible {
    /// A description of the error, as a clause.
    public var description: String {
        switch self {
        case .noIdentifier:
            "a migration needs an identifier"
        case .registeredTwice(let identifier):
            "migration \(identifier) is registered twice"
        case .sameTarget(let first, let second):
            first == second
                ? "two steps set key \(first)" : "one step sets \(first) and another sets \(second) inside it"
        case .overlappingSources(let first, let second):
            "one step uses \(first) and another uses \(second) inside it"
        case .notIntoKeyring:
            "a migration into the keyring can only move values and set defaults"
        case .reservedKey(let path):
            "key \(path) cannot be migrated: it holds the records of migrations"
        case .wrongType(let path, let domain, let expected, let found):
            "key \(path) of domain \(domain) is \(found.withArticle), not \(expected.withArticle)"
        case .notConvertible(let path, let domain, let conversion, let expected, let found):
            "key \(path) of domain \(domain) is \(found.withArticle) that '\(conversion)' cannot convert"
                + (expected.map { " to \($0.withArticle)" } ?? "")
        case .conflict(let old, let new, let target):
            "old key \(old) and new key \(new) of domain \(target) both exist"
        case .elementOfArray(let path, let domain):
            "value at \(path) of domain \(domain) is an element of an array, which can only be copied"
        case .place(let error, let target):
            "\(error) in domain \(target)"
        case .damagedRecord(let identifier, let target):
            "the record of migration \(identifier) in domain \(target) is damaged"
        case .notApplied(let identifier, let target):
            "domain \(target) has no record of migration \(identifier)"
        case .changedSince(let path, let domain):
            "key \(path) of domain \(domain) has changed since it was migrated"
        case .domainNotNamed(let domain, let identifier, let target):
            "the record of migration \(identifier) in domain \(target), which others can write, names \(domain); "
                + "to trust the record, pass that domain too"
        case .notTakenFrom(let domain, let identifier, let target):
            "migration \(identifier) into domain \(target) took nothing from domain \(domain)"
        case .occupied(let path, let domain):
            "key \(path) of domain \(domain) already has another value"
        case .oldKeysNotRemoved(let identifier, let error):
            "migration \(identifier) has copied all values, but could not remove the old ones; run it again: \(error)"
        }
    }
}
