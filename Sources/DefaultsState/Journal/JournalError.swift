package import DefaultsCore

/// An error that occurs when recording changes in a journal, or undoing them. Nothing has changed.
package enum JournalError: Error, Hashable {
    case file(PreferencesError)
    case missing(path: String)
    case notPrivate(path: String)
    case lockTimedOut(path: String, seconds: Double)
    /// Lines are counted from 1. `nil` means the last line.
    case damaged(path: String, line: Int?)
    case newer(path: String, line: Int?)
    case unreadable(path: String)
    case pathBelowRoot(String)
    case noEntry(Int, path: String)
    case tooFew(Int, expected: Int, path: String)
    case nothingToRedo(path: String)
    case otherRoot(Int)
    case otherBase(Int, path: String)
    case changedSince(Int, domain: String, PropertyListPath)
    case inUse(path: String, domain: String)
    case reservedName(path: String)
    case holdsSecrets(path: String)
    /// The last entry has the largest possible number.
    case usedUp(path: String)
}

extension JournalError: CustomStringConvertible {
    /// The error, as a clause that can follow a colon.
    package var description: String {
        switch self {
        case .file(let error): "journal: \(error)"
        case .missing(let path): "journal '\(path)' does not exist"
        case .notPrivate(let path):
            "cannot use journal '\(path)': it does not belong to this user, or others can write it"
        case .lockTimedOut(let path, let seconds):
            "cannot write journal '\(path)': it is still locked after \(seconds) seconds"
        case .damaged(let path, nil): "cannot use journal '\(path)': its last line is not an entry"
        case .damaged(let path, let line?):
            "cannot use journal '\(path)' up to line \(line), which is not a valid entry"
        case .newer(let path, nil): "cannot use journal '\(path)': its last line was written by a newer version"
        case .newer(let path, let line?):
            "cannot use journal '\(path)' up to line \(line), which was written by a newer version"
        case .unreadable(let path): "the change cannot be recorded in journal '\(path)' so that it can be read again"
        case .pathBelowRoot(let path): "the path '\(path)' cannot be recorded, because domains below a root have names"
        case .noEntry(let number, let path): "journal '\(path)' has no entry \(number)"
        case .tooFew(0, _, let path): "journal '\(path)' has no change to take back"
        case .tooFew(let count, let expected, let path):
            "journal '\(path)' has \(count) change\(count == 1 ? "" : "s") to take back, not \(expected)"
        case .nothingToRedo(let path): "journal '\(path)' has no undo that can be taken back"
        case .otherRoot(let number): "entry \(number) was recorded with another root"
        case .otherBase(let number, let path): "entry \(number) was recorded for the domains in '\(path)'"
        case .changedSince(let number, let domain, let path):
            "'\(path)' of domain '\(domain)' has changed since entry \(number)"
        case .inUse(let path, let domain): "'\(path)' is the file of domain '\(domain)', so it cannot be the journal"
        case .reservedName(let path):
            "the name of '\(path)' is reserved for temporary files, so it cannot be the journal"
        case .holdsSecrets(let path): "changes of secrets cannot be recorded in journal '\(path)'"
        case .usedUp(let path): "cannot use journal '\(path)': the numbers of its entries are used up"
        }
    }
}
