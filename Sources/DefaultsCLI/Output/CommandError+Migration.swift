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

    static func notMigrated(_ domain: Domain, _ identifier: String) -> CommandError {
        CommandError(
            .negative,
            "Domain \(shown: domain) has no record of migration \(shown: identifier); leaving defaults unchanged")
    }

    /// A migration record that a listing skips.
    static func unusableRecord(_ error: PreferenceValueError) -> CommandError {
        CommandError(.invalidData, "\(capitalized: error)")
    }
}

extension PreferenceValueError: ReportedError {
    package var commandError: CommandError {
        switch code {
        case .invalidMigration: CommandError(.usage, "\(shown: self)")
        case .unreadableRecord: CommandError(.invalidData, "\(capitalized: self); leaving defaults unchanged")
        case .domainNotNamed: CommandError(.permission, "\(capitalized: self); leaving defaults unchanged")
        case .oldKeysNotRemoved:
            CommandError(underlyingError.map { CommandError($0).status } ?? .negative, "\(capitalized: self)")
        default: CommandError(.negative, "\(capitalized: self); leaving defaults unchanged")
        }
    }
}

extension Message.StringInterpolation {
    /// Appends an error with a capital letter.
    mutating func appendInterpolation(capitalized error: PreferenceValueError) {
        append(
            error.description.capitalizingFirst, redacted: error.withoutContents?.description.capitalizingFirst)
    }
}

extension PreferenceValueError {
    /// The error without quoted contents of documents, or `nil` if the quoted part is not known.
    fileprivate var withoutContents: PreferenceValueError? {
        switch underlyingError {
        case nil: reason == nil ? self : nil
        case let error as PreferencesError: error.withoutContents.map(caused)
        case let error as PreferenceValueError: error.withoutContents.map(caused)
        case is JournalError: self
        default: nil
        }
    }
}
