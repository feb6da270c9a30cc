public import PropertyList
package import DefaultsCore

/// An error that occurs during a migration. If the code is `MigrationError.Code.oldKeysNotRemoved`, the new values are
/// set. Otherwise, the migration has changed nothing.
public struct MigrationError: Error, Hashable, Sendable {
    /// The error with its details.
    package enum Reason: Hashable, Sendable {
        case noIdentifier
        case registeredTwice(String)
        case notRegistered(String)
        case sameTarget(PropertyListPath, PropertyListPath)
        case overlappingSources(PropertyListPath, PropertyListPath)
        case sameName(String)
        case wildcards(String, String)
        case severalWildcards(String)
        case notIntoKeyring(MigrationStep.Action)
        case reservedKey(PropertyListPath)
        case wrongType(PropertyListPath, domain: Domain, expected: PropertyListType, found: PropertyListType)
        case notConvertible(
            PropertyListPath, domain: Domain, conversion: String, expected: PropertyListType?, PropertyListType)
        case conflict(old: PropertyListPath, new: PropertyListPath, target: Domain)
        case elementOfArray(PropertyListPath, domain: Domain)
        case place(PropertyListPathError, target: Domain)
        case damagedRecord(String, target: Domain)
        case newerRecord(String, target: Domain)
        case notApplied(String, target: Domain)
        case changedSince(PropertyListPath, domain: Domain)
        case domainNotNamed(Domain, identifier: String, target: Domain)
        case notTakenFrom(Domain, identifier: String, target: Domain)
        case occupied(PropertyListPath, domain: Domain)
        case updateFailed(String, target: Domain, Cause)
        case oldKeysNotRemoved(String, Cause)
    }

    /// An error of a store or a journal. Two causes are equal if their errors have the same type and description.
    package struct Cause: Hashable, Sendable {
        package let error: any Error

        package init(_ error: any Error) {
            self.error = error
        }

        package static func == (left: Self, right: Self) -> Bool {
            type(of: left.error) == type(of: right.error) && "\(left.error)" == "\(right.error)"
        }

        package func hash(into hasher: inout Hasher) {
            hasher.combine("\(error)")
        }
    }

    package let reason: Reason

    package init(_ reason: Reason) {
        self.reason = reason
    }

    /// The error that the body of an update has thrown, or that has prevented the removal of old values, or `nil` for
    /// other errors.
    public var underlyingError: (any Error)? {
        switch reason {
        case .updateFailed(_, _, let cause), .oldKeysNotRemoved(_, let cause): cause.error
        default: nil
        }
    }

    /// The path of the value that the error concerns, or `nil` if it concerns a whole migration or its record. If the
    /// error concerns two paths, this is the first one.
    public var path: PropertyListPath? {
        switch reason {
        case .sameTarget(let path, _), .overlappingSources(let path, _), .reservedKey(let path),
            .wrongType(let path, _, _, _), .notConvertible(let path, _, _, _, _), .conflict(let path, _, _),
            .elementOfArray(let path, _), .changedSince(let path, _), .occupied(let path, _):
            path
        case .place(let error, _): error.path
        default: nil
        }
    }
}

extension MigrationError: CodedError {
    /// The kind of the error.
    public var code: Code { explanation.code }

    /// A description of the error, as a clause.
    public var description: String { explanation.text }

    private var explanation: (code: Code, text: String) {
        switch reason {
        case .noIdentifier: (.noIdentifier, "a migration needs an identifier")
        case .registeredTwice(let identifier): (.registeredTwice, "migration \(identifier) is registered twice")
        case .notRegistered(let identifier): (.notRegistered, "migration \(identifier) is not registered")
        case .sameTarget(let first, let second):
            (
                .sameTarget,
                first == second
                    ? "two steps set key \(first)" : "one step sets \(first) and another sets \(second) inside it"
            )
        case .overlappingSources(let first, let second):
            (.overlappingSources, "one step uses \(first) and another uses \(second) inside it")
        case .sameName(let name): (.sameName, "two updates of a migration are named '\(name)'")
        case .wildcards(let old, let new):
            (.invalidPattern, "patterns '\(old)' and '\(new)' do not have the same number of wildcards")
        case .severalWildcards(let pattern):
            (
                .invalidPattern,
                "pattern '\(pattern)' has several wildcards in one component; use '*' at most once in each"
            )
        case .notIntoKeyring: (.notIntoKeyring, "a migration into the keyring can only move values and set defaults")
        case .reservedKey(let path):
            (.reservedKey, "key \(path) cannot be migrated: it holds the records of migrations")
        case .wrongType(let path, let domain, let expected, let found):
            (.wrongType, "key \(path) of domain \(domain) is \(found.withArticle), not \(expected.withArticle)")
        case .notConvertible(let path, let domain, let conversion, let expected, let found):
            (
                .notConvertible,
                "key \(path) of domain \(domain) is \(found.withArticle) that '\(conversion)' cannot convert"
                    + (expected.map { " to \($0.withArticle)" } ?? "")
            )
        case .conflict(let old, let new, let target):
            (.conflict, "old key \(old) and new key \(new) of domain \(target) both exist")
        case .elementOfArray(let path, let domain):
            (
                .elementOfArray,
                "value at \(path) of domain \(domain) is an element of an array, which can only be copied"
            )
        case .place(let error, let target): (.place, "\(error) in domain \(target)")
        case .damagedRecord(let identifier, let target):
            (.damagedRecord, "the record of migration \(identifier) in domain \(target) is damaged")
        case .newerRecord(let identifier, let target):
            (.newerRecord, "the record of migration \(identifier) in domain \(target) was written by a newer version")
        case .notApplied(let identifier, let target):
            (.notApplied, "domain \(target) has no record of migration \(identifier)")
        case .changedSince(let path, let domain):
            (.changedSince, "key \(path) of domain \(domain) has changed since it was migrated")
        case .domainNotNamed(let domain, let identifier, let target):
            (
                .domainNotNamed,
                "the record of migration \(identifier) in domain \(target), which others can write, names \(domain); "
                    + "to trust the record, pass that domain too"
            )
        case .notTakenFrom(let domain, let identifier, let target):
            (.notTakenFrom, "migration \(identifier) into domain \(target) took nothing from domain \(domain)")
        case .occupied(let path, let domain): (.occupied, "key \(path) of domain \(domain) already has another value")
        case .updateFailed(let name, let target, let cause):
            (.updateFailed, "update '\(name)' of domain \(target) has failed: \(cause.error)")
        case .oldKeysNotRemoved(let identifier, let cause):
            (
                .oldKeysNotRemoved,
                "migration \(identifier) has copied all values, but could not remove the old ones; "
                    + "run it again: \(cause.error)"
            )
        }
    }
}
