package import ToolSupport
import DefaultsCore
import DefaultsMigration
import DefaultsState
import PropertyList

/// Migrations.
extension CommandError {
    static func malformedMap(path: String, key: String, problem: String) -> CommandError {
        CommandError(
            .invalidData,
            "Entry \(shown: key) of the map \(shown: path) \(shown: problem). Defaults have not been changed.")
    }
}

extension MigrationError: ReportedError {
    package var commandError: CommandError {
        switch reason {
        case .noIdentifier, .registeredTwice, .notRegistered, .sameTarget, .overlappingSources, .sameName,
            .wildcards, .severalWildcards, .notIntoKeyring, .reservedKey:
            CommandError(.usage, "\(shown: self)")
        case .wrongType, .notConvertible, .conflict, .elementOfArray, .place, .notApplied, .changedSince, .occupied,
            .notTakenFrom, .updateFailed:
            CommandError(.negative, "\(capitalized: self); leaving defaults unchanged")
        case .damagedRecord, .newerRecord:
            CommandError(.invalidData, "\(capitalized: self); leaving defaults unchanged")
        case .domainNotNamed:
            CommandError(.permission, "\(capitalized: self); leaving defaults unchanged")
        case .oldKeysNotRemoved(_, let cause):
            CommandError(CommandError(cause.error).status, "\(capitalized: self)")
        }
    }
}

extension Message.StringInterpolation {
    /// Appends an error with a capital letter.
    mutating func appendInterpolation(capitalized error: MigrationError) {
        append(
            error.description.capitalizingFirst, redacted: error.withoutContents?.description.capitalizingFirst)
    }
}

extension MigrationError {
    /// The error without quoted contents of documents, or `nil` if the quoted part is not known.
    fileprivate var withoutContents: MigrationError? {
        switch reason {
        case .oldKeysNotRemoved(let identifier, let cause):
            cause.withoutContents.map { MigrationError(.oldKeysNotRemoved(identifier, $0)) }
        case .updateFailed(let name, let target, let cause):
            cause.withoutContents.map { MigrationError(.updateFailed(name, target: target, $0)) }
        case .noIdentifier, .registeredTwice, .notRegistered, .sameTarget, .overlappingSources, .sameName, .wildcards,
            .severalWildcards, .notIntoKeyring, .reservedKey, .wrongType, .notConvertible, .conflict, .elementOfArray,
            .place, .damagedRecord, .newerRecord, .notApplied, .changedSince, .occupied, .domainNotNamed, .notTakenFrom:
            self
        }
    }
}

extension MigrationError.Cause {
    /// The error without quoted contents of documents, or `nil` if the quoted part is not known.
    fileprivate var withoutContents: Self? {
        switch error {
        case let error as PreferencesError: error.withoutContents.map { Self($0) }
        case let error as MigrationError: error.withoutContents.map { Self($0) }
        case is JournalError: self
        default: nil
        }
    }
}
