public import DefaultsCore

/// An error that occurs when recording changes in a journal, or undoing them. Nothing has changed.
public struct JournalError: Error, Hashable, Sendable {
    /// The error with its details.
    package enum Reason: Hashable, Sendable {
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

    package let reason: Reason

    package init(_ reason: Reason) {
        self.reason = reason
    }

    /// The path of the journal, or `nil` if the error does not concern the file.
    public var path: String? {
        switch reason {
        case .file(let error): error.path
        case .missing(let path), .notPrivate(let path), .lockTimedOut(let path, _), .damaged(let path, _),
            .newer(let path, _), .unreadable(let path), .noEntry(_, let path), .tooFew(_, _, let path),
            .nothingToRedo(let path), .inUse(let path, _), .reservedName(let path), .holdsSecrets(let path),
            .usedUp(let path):
            path
        default: nil
        }
    }

    /// The number of the entry that cannot be undone, or `nil` if the error does not concern a certain entry.
    public var entry: Int? {
        switch reason {
        case .noEntry(let number, _), .otherRoot(let number), .otherBase(let number, _),
            .changedSince(let number, _, _):
            number
        default: nil
        }
    }
}

extension ErrorCode where Failure == JournalError {
    /// The file cannot be read or written, or is not a regular file. A link is refused, too.
    public static var file: Self { Self() }
    /// The file does not exist.
    public static var missing: Self { Self() }
    /// The file belongs to another user, or others can write it.
    public static var notPrivate: Self { Self() }
    /// Other programs held the lock of the file for too long.
    public static var lockTimedOut: Self { Self() }
    /// A line of the file is not an entry, the numbers of the lines do not increase, or the last number is the largest
    /// possible one.
    public static var damaged: Self { Self() }
    /// A line of the file has a form that only a newer version understands.
    public static var newer: Self { Self() }
    /// A change cannot be recorded losslessly, such as a change of a very deep value.
    public static var unreadable: Self { Self() }
    /// A domain below a root is given by a path.
    public static var pathBelowRoot: Self { Self() }
    /// There is no entry with the number.
    public static var noEntry: Self { Self() }
    /// There are fewer changes to take back than an undo asks for.
    public static var tooFew: Self { Self() }
    /// There is no undo, or changes have followed it.
    public static var nothingToRedo: Self { Self() }
    /// An entry that was recorded below a root can be undone only below a root, and other entries only without a root.
    public static var otherRoot: Self { Self() }
    /// An entry was made in another home folder or root.
    public static var otherBase: Self { Self() }
    /// A value differs from the value that an entry recorded.
    public static var changedSince: Self { Self() }
    /// The journal is the file of a domain to change, or the name of the journal is reserved for temporary files.
    public static var inUse: Self { Self() }
    /// The store contains secrets, which a journal would write to a file.
    public static var holdsSecrets: Self { Self() }
}

extension JournalError: CodedError {
    /// The kind of the error.
    public var code: Code { explanation.code }

    /// The error, as a clause that can follow a colon.
    public var description: String { explanation.text }

    private var explanation: (code: Code, text: String) {
        switch reason {
        case .file(let error): (.file, "journal: \(error)")
        case .missing(let path): (.missing, "journal '\(path)' does not exist")
        case .notPrivate(let path):
            (.notPrivate, "cannot use journal '\(path)': it does not belong to this user, or others can write it")
        case .lockTimedOut(let path, let seconds):
            (.lockTimedOut, "cannot write journal '\(path)': it is still locked after \(seconds) seconds")
        case .damaged(let path, nil): (.damaged, "cannot use journal '\(path)': its last line is not an entry")
        case .damaged(let path, let line?):
            (.damaged, "cannot use journal '\(path)' up to line \(line), which is not a valid entry")
        case .newer(let path, nil):
            (.newer, "cannot use journal '\(path)': its last line was written by a newer version")
        case .newer(let path, let line?):
            (.newer, "cannot use journal '\(path)' up to line \(line), which was written by a newer version")
        case .unreadable(let path):
            (.unreadable, "the change cannot be recorded in journal '\(path)' so that it can be read again")
        case .pathBelowRoot(let path):
            (.pathBelowRoot, "the path '\(path)' cannot be recorded, because domains below a root have names")
        case .noEntry(let number, let path): (.noEntry, "journal '\(path)' has no entry \(number)")
        case .tooFew(0, _, let path): (.tooFew, "journal '\(path)' has no change to take back")
        case .tooFew(let count, let expected, let path):
            (.tooFew, "journal '\(path)' has \(count) change\(count == 1 ? "" : "s") to take back, not \(expected)")
        case .nothingToRedo(let path): (.nothingToRedo, "journal '\(path)' has no undo that can be taken back")
        case .otherRoot(let number): (.otherRoot, "entry \(number) was recorded with another root")
        case .otherBase(let number, let path):
            (.otherBase, "entry \(number) was recorded for the domains in '\(path)'")
        case .changedSince(let number, let domain, let path):
            (.changedSince, "'\(path)' of domain '\(domain)' has changed since entry \(number)")
        case .inUse(let path, let domain):
            (.inUse, "'\(path)' is the file of domain '\(domain)', so it cannot be the journal")
        case .reservedName(let path):
            (.inUse, "the name of '\(path)' is reserved for temporary files, so it cannot be the journal")
        case .holdsSecrets(let path): (.holdsSecrets, "changes of secrets cannot be recorded in journal '\(path)'")
        case .usedUp(let path): (.damaged, "cannot use journal '\(path)': the numbers of its entries are used up")
        }
    }
}
