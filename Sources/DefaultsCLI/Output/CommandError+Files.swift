import DefaultsCore
import PropertyList

/// Files that are imported, exported or read.
extension CommandError {
    static var noPathToRead: CommandError {
        CommandError(.negative, "Need a path to read from")
    }

    static var noPathToWrite: CommandError {
        CommandError(.negative, "Need a path to write to")
    }

    static func notImported(path: String, _ error: PropertyListError) -> CommandError {
        let status = error.code == .outOfMemory ? ExitStatus.outOfMemory : .invalidData
        return switch error.reason {
        case .empty:
            CommandError(status, "Could not parse property list from \(shown: path) due to empty input")
        case .unrecognized:
            CommandError(
                status, "Could not parse property list from \(shown: path) due to an unknown format")
        default:
            CommandError(status, "Could not parse property list from \(shown: path) due to \(error)")
        }
    }

    static func notImportedFaithfully(
        path: String, _ substitutions: [PropertyListSubstitution]
    ) -> CommandError {
        CommandError(
            .invalidData,
            """
            Could not parse property list from \(shown: path) due to \(shown: substitutions.summary), \
            which cannot be stored
            """)
    }

    static func importNotADictionary(path: String) -> CommandError {
        CommandError(
            .invalidData, "Property list \(shown: path) was not a dictionary. Defaults have not been changed.")
    }

    static func inputNotRead(path: String, _ error: PreferencesError) -> CommandError {
        CommandError(error.status, "Could not read data from \(shown: path): \(error)")
    }

    static func inputNotUTF8(path: String) -> CommandError {
        CommandError(.invalidData, "Could not read data from \(shown: path): it is not valid UTF-8")
    }

    static func inputNotAccepted(path: String, flag: String, expected: String) -> CommandError {
        CommandError(
            .invalidData, "Could not read data from \(shown: path): '\(shown: flag)' takes \(shown: expected)")
    }

    static func notExported(domain: String, path: String, _ error: PreferencesError) -> CommandError {
        CommandError(
            error.status,
            "Could not export domain \(shown: domain) to \(shown: path) due to an error: \(error)")
    }

    static func notEncoded(domain: String, _ error: PropertyListError) -> CommandError {
        CommandError(.invalidData, "Could not export domain \(shown: domain): \(error)")
    }
}

/// Stores and streams.
extension CommandError {
    static func preferences(_ error: PreferencesError) -> CommandError {
        CommandError(error.status, "\(error)")
    }

    /// The error of a file that could be a domain and cannot be used as one.
    init(obstacle: PreferencesError) {
        if case .system(_, let path, let error) = obstacle.reason, error.isInvalidName {
            self.init(
                .invalidData, "the name of '\(shown: path)' is not valid UTF-8; the file is not a domain")
        } else {
            self = .preferences(obstacle)
        }
    }

    static func notWritten(domain: String, _ error: PreferencesError) -> CommandError {
        CommandError(error.status, "Could not write domain \(shown: domain); exiting: \(error)")
    }

    /// The error of a file that `--force` can replace.
    static func notReadToWrite(domain: String, _ error: PreferencesError) -> CommandError {
        CommandError(
            error.status,
            """
            Could not write domain \(shown: domain); exiting: \(error); \
            use 'delete --force' to remove the file, or 'import --replace --force' to replace it
            """)
    }

    /// A notice that values were printed as substitutes.
    static func shownWithSubstitutions(
        domain: String, _ substitutions: [PropertyListSubstitution]
    ) -> CommandError {
        let isOmitted = substitutions.allSatisfy { $0.found == .trailingText }
        return CommandError(
            .invalidData,
            """
            Domain \(shown: domain) contains \(shown: substitutions.summary), \
            which is \(shown: isOmitted ? "not printed" : "printed as a substitute")
            """)
    }

    /// A notice that a change wrote a file without its comments.
    static func commentsRemoved(path: String) -> CommandError {
        CommandError(.success, "'\(shown: path)' had comments, which the change has removed")
    }

    /// - Parameter isChanged: Whether a change was made before.
    static func outputFailed(_ error: SystemError, isChanged: Bool = false) -> CommandError {
        if isChanged {
            return CommandError(.inputOutput, "cannot write the output: \(shown: error)").afterChange
        }
        // The reader of a broken pipe has left on purpose, as `head` does.
        return CommandError(
            .inputOutput, error.isBrokenPipe ? nil : "cannot write the output: \(shown: error)")
    }

    /// Evaluates an expression, and maps the error that it throws.
    static func mapping<Result>(
        _ expression: @autoclosure () throws(PreferencesError) -> Result
    ) throws(CommandError) -> Result {
        do {
            return try expression()
        } catch {
            throw .preferences(error)
        }
    }

    /// An error of a library call whose type is not declared.
    init(_ error: any Error) {
        switch error {
        case let error as CommandError: self = error
        case let error as PreferencesError: self = .preferences(error)
        case let error as MigrationError: self = .migration(error)
        case let error as AppliedStateError: self = .appliedState(error)
        case let error as JournalError: self = .journal(error)
        default: self.init(.inputOutput, "\(String(describing: error))")
        }
    }
}

extension [PropertyListSubstitution] {
    /// The first three.
    var summary: String {
        prefix(3).map(\.description).joined(separator: ", ") + (count > 3 ? ", …" : "")
    }
}

extension PreferencesError {
    /// The exit status of the error.
    var status: ExitStatus {
        switch reason {
        case .invalidName: .usage
        case .noKeyring: .unavailable
        case .unreadable(_, .outOfMemory): .outOfMemory
        case .unreadable, .notRegularFile, .tooLarge, .unfaithful, .unstorable, .tooLargeForKeyring, .commentsNotKept:
            .invalidData
        case .notWritable, .ownerNotKept, .notPrivate: .permission
        case .lockTimedOut: .lockTimeout
        case .notDurable, .partlyChanged, .nestedUpdate, .replaced, .moved, .notKept, .outcomeUnknown:
            .inputOutput
        case .system(_, _, let error) where error.isOutOfMemory: .outOfMemory
        case .system(_, _, let error), .nameTaken(_, _, let error): error.isPermission ? .permission : .inputOutput
        case .other: .inputOutput
        }
    }
}
