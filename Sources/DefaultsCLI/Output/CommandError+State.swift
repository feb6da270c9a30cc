package import ToolSupport
import DefaultsState
import PropertyList

/// Lines of a batch.
extension CommandError {
    static func notInBatch(verb: String) -> CommandError {
        CommandError(
            .usage, "verb '\(shown: verb)' cannot be in a batch; use write, rename, delete or import")
    }

    static func notInBatch(option: String) -> CommandError {
        CommandError(.usage, "option '\(shown: option)' cannot be used on a line of a batch")
    }
}

/// State documents and journals.
extension CommandError {
    static func stateDocument(path: String, _ error: StateDocument.ReadingError) -> CommandError {
        switch error.reason {
        case .unreadable(let error): .notImported(path: path, error)
        case .unfaithful(let substitutions): .notImportedFaithfully(path: path, substitutions)
        case .patternInDocument:
            CommandError(.invalidData, "'\(shown: path)' cannot be applied: \(shown: error)")
        case .invalidDomain, .relativePath, .hostOfPath, .sameDomain, .notADictionary, .contentsNotADictionary,
            .misplacedTag, .invalidTag, .unknownType, .invalidExpression:
            CommandError(.invalidData, "'\(shown: path)' is not a state document: \(shown: error)")
        }
    }

    /// The error for an unusable document with the expected contents of one domain.
    static func expectedContents(path: String, _ error: StateDocument.ReadingError) -> CommandError {
        switch error.reason {
        case .unreadable, .unfaithful: .stateDocument(path: path, error)
        default: CommandError(.invalidData, "'\(shown: path)' cannot be compared: \(shown: error)")
        }
    }

    /// The error for commands that would have to write a pattern as a value.
    static func noCommands(forPatternAt path: PropertyListPath) -> CommandError {
        CommandError(
            .negative, "the second operand has a pattern at '\(shown: path)', which no command can write")
    }

    static func notAStateDocument(_ text: String) -> CommandError {
        CommandError(
            .usage, "'\(shown: text)' is a domain; a state document is given by a path, such as './\(shown: text)'")
    }

    static var noJournal: CommandError {
        CommandError(.usage, "there is no journal; use option '--journal' or the variable DEFAULTS_JOURNAL")
    }
}

extension StateApplier.ApplyError: ReportedError {
    package var commandError: CommandError {
        let status: ExitStatus =
            switch reason {
            case .invalidIdentifier, .pathBelowRoot, .sameDomain: .usage
            case .noRecord, .owned: .negative
            case .damagedRecord, .newerRecord: .invalidData
            case .recordNotPrivate: .permission
            }
        return CommandError(status, "\(shown: self); leaving defaults unchanged")
    }
}
