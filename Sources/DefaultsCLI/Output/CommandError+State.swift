package import ToolSupport
import DefaultsState
import PropertyList

/// Lines of a batch.
extension CommandError {
    static func notInBatch(verb: String) -> CommandError {
        CommandError(
            .usage, "verb '\(shown: verb)' cannot be in a batch; use write, rename, delete or import")
    }
}

/// State documents and journals.
extension CommandError {
    static func stateDocument(path: String, _ error: StateDocument.ReadingError) -> CommandError {
        switch error {
        case .unreadable(let error): .notImported(path: path, error)
        case .unfaithful(let substitutions): .notImportedFaithfully(path: path, substitutions)
        case .patternInDocument:
            CommandError(.invalidData, "'\(shown: path)' cannot be applied: \(shown: error)")
        case .invalidDomain, .relativePath, .hostOfPath, .sameDomain, .notADictionary, .contentsNotADictionary,
            .misplacedTag, .invalidTag, .unknownType, .invalidExpression:
            CommandError(.invalidData, "'\(shown: path)' is not a state document: \(shown: error)")
        }
    }
}

extension StateApplier.ApplyError: ReportedError {
    package var commandError: CommandError {
        let status: ExitStatus =
            switch self {
            case .invalidIdentifier, .pathBelowRoot, .sameDomain: .usage
            case .noRecord, .owned: .negative
            case .damagedRecord, .newerRecord: .invalidData
            case .recordNotPrivate: .permission
            }
        return CommandError(status, "\(shown: self); leaving defaults unchanged")
    }
}
