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
    /// The record names a domain that the caller does not, and is not in a place that the user alone can write.
    case domainNotNamed(Domain, identifier: String, target: Domain)
    /// The caller names a domain that the migration did not take anything from.
    case notTakenFrom(Domain, identifier: String, target: Domain)
    /// At the old place is a value that the migration did not leave there.
    case occupied(PropertyListPath, domain: Domain)

    /// The new places have their values, but the old ones could not be emptied; the next run does that.
    case oldKeysNotRemoved(String, PreferencesError)
}

extension MigrationError: CustomStringConvertible {
    /// What is wrong, as a clause.
    public var description: String {
        switch self {
        case .noIdentifier:
            "a migration needs an identifier"
        case .registeredTwice(let identifier):
            "there are two migrations \(identifier)"
        case .sameTarget(let first, let second):
            first == second
                ? "two values go to key \(first)" : "a value goes to \(first) and another to \(second) inside it"
        case .overlappingSources(let first, let second):
            "a value comes from \(first) and another from \(second) inside it"
        case .notIntoKeyring:
            "a value that goes to the keyring is moved; it is not copied, and nothing is deleted beside it"
        case .reservedKey(let path):
            "key \(path) cannot be migrated: it holds the records of migrations"
        case .wrongType(let path, let domain, let expected, let found):
            "key \(path) of domain \(domain) is \(found.withArticle), not \(expected.withArticle)"
        case .notConvertible(let path, let domain, let conversion, let expected, let found):
            "key \(path) of domain \(domain) is \(found.withArticle) that cannot become "
                + "\(expected?.withArticle ?? "something else") by '\(conversion)'"
        case .conflict(let old, let new, let target):
            "keys \(old) and \(new), where it goes in domain \(target), both exist"
        case .elementOfArray(let path, let domain):
            "value at \(path) of domain \(domain) is an element of an array, which can only be copied"
        case .place(let error, let target):
            "\(error) in domain \(target)"
        case .damagedRecord(let identifier, let target):
            "domain \(target) has no readable record of migration \(identifier)"
        case .notApplied(let identifier, let target):
            "domain \(target) has no migration \(identifier)"
        case .changedSince(let path, let domain):
            "key \(path) of domain \(domain) has changed since it was migrated"
        case .domainNotNamed(let domain, let identifier, let target):
            "the record of migration \(identifier) in domain \(target), which others can write, names \(domain); "
                + "name that domain in the command too if it is right"
        case .notTakenFrom(let domain, let identifier, let target):
            "migration \(identifier) into domain \(target) took nothing from domain \(domain)"
        case .occupied(let path, let domain):
            "key \(path) of domain \(domain) has a value by now"
        case .oldKeysNotRemoved(let identifier, let error):
            "migration \(identifier) has copied all values, but could not remove the old ones; run it again: \(error)"
        }
    }
}
