package import ToolSupport
import DefaultsPreferences
import DefaultsState

/// Migrations.
extension CommandError {
    static func malformedMap(path: String, key: String, problem: String) -> CommandError {
        CommandError(
            .invalidData,
            "Entry \(shown: key) of the map \(shown: path) \(shown: problem). Defaults have not been changed.")
    }

    /// A migration record that a listing skips.
    static func unusableRecord(_ error: MigrationError) -> CommandError {
        CommandError(.invalidData, "\(capitalized: error)")
    }
}

extension MigrationError: ReportedError {
    package var commandError: CommandError {
        switch code {
        case .noIdentifier, .registeredTwice, .notRegistered, .sameTarget, .overlappingSources, .sameName,
            .notIntoKeyring, .reservedKey:
            CommandError(.usage, "\(shown: self)")
        case .damagedRecord, .newerRecord:
            CommandError(.invalidData, "\(capitalized: self); leaving defaults unchanged")
        case .domainNotNamed: CommandError(.permission, "\(capitalized: self); leaving defaults unchanged")
        case .oldKeysNotRemoved:
            CommandError(underlyingError.map { CommandError($0).status } ?? .negative, "\(capitalized: self)")
        default: CommandError(.negative, "\(capitalized: self); leaving defaults unchanged")
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
        switch underlyingError {
        case nil: self
        case let error as PreferencesError: error.withoutContents.map(caused)
        case let error as MigrationError: error.withoutContents.map(caused)
        case is JournalError: self
        default: nil
        }
    }
}
