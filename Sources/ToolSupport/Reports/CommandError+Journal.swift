package import DefaultsState

extension JournalError: ReportedError {
    package var commandError: CommandError {
        let status: ExitStatus =
            switch self {
            case .file(let error): error.status
            case .missing: .inputOutput
            case .damaged, .newer, .unreadable, .usedUp: .invalidData
            case .notPrivate: .permission
            case .lockTimedOut: .lockTimeout
            case .pathBelowRoot, .inUse, .reservedName, .holdsSecrets: .usage
            case .noEntry, .tooFew, .nothingToRedo, .otherRoot, .otherBase, .changedSince: .negative
            }
        let advice =
            switch self {
            case .changedSince: "; use '--force' to restore the old values"
            case .otherBase(let number, _): "; use '--entry \(number) --force' to restore its old values here"
            case .usedUp: "; use another file as the journal"
            default: ""
            }
        return CommandError(status, "\(shown: self); leaving defaults unchanged\(shown: advice)")
    }
}

/// The journal of changes.
extension CommandError {
    /// - Parameter hasOptions: Whether an option can also select the journal.
    package static func notRecorded(_ subject: String, hasOptions: Bool = true) -> CommandError {
        let advice = "\(hasOptions ? "leave out '--journal' and " : "")unset DEFAULTS_JOURNAL"
        return CommandError(.usage, "\(shown: subject) cannot be recorded in a journal; \(shown: advice) to do it")
    }
}
