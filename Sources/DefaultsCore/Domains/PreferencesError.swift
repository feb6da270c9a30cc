public import PropertyList

/// An error that occurs when reading or changing preferences. Unless a case says otherwise, nothing has changed.
public enum PreferencesError: Error, Hashable, Sendable {
    /// A text is not a valid name of a domain or host. The rule is the one that it breaks.
    case invalidName(String, DomainNameRule)
    /// The contents of a file are not a property list with a dictionary at its root.
    case unreadable(path: String, PropertyListError)
    /// The path leads to something other than a regular file.
    case notRegularFile(path: String, FileKind)
    /// A file has more bytes than the limit.
    case tooLarge(path: String, limit: Int)
    /// The file of a domain contains something that ``/PropertyList/PropertyListValue`` cannot represent. Changing or
    /// copying the domain would lose it.
    case unfaithful(path: String, [PropertyListSubstitution])
    /// The new contents cannot be written so that they can be read again.
    case unstorable(path: String, PropertyListError)
    /// The user may not write a file.
    case notWritable(path: String)
    /// The new file could not be given the owner and group of the old one.
    case ownerNotKept(path: String)
    /// Something that cannot be removed has the name of the temporary file that the change needs.
    case nameTaken(path: String, by: String, SystemError)
    /// Other users could read a new file that is for secrets.
    case notPrivate(path: String)
    /// The change is visible, but may be lost in a power failure.
    case notDurable(path: String, SystemError)
    /// A change of several domains failed, and these files could not be restored. Each of them has its new contents,
    /// complete.
    case partlyChanged(paths: [String], SystemError)
    /// The lock of the folder was held by another process or thread for the given time. The holder is `nil` if the
    /// system does not show it.
    case lockTimedOut(path: String, seconds: Double, holder: LockHolder? = nil)
    /// An update was started inside another one, on the same thread and for a domain in the same folder.
    case nestedUpdate(path: String)
    /// The keyring cannot be used.
    case noKeyring(KeyringProblem)
    /// The contents of a domain are larger than an item of the keyring can be.
    case tooLargeForKeyring(domain: String, size: Int, limit: Int)
    /// The keyring returned other contents than were stored. If the old contents are not restored, its contents are
    /// unknown.
    case notKept(domain: String, isRestored: Bool)
    /// The keyring stopped answering during a change. The domain has either its old contents or the new ones.
    case outcomeUnknown(domain: String, KeyringProblem)
    /// An operation on a file failed in the operating system.
    case system(FileOperation, path: String, SystemError)
}

extension PreferencesError {
    /// Whether a file was opened, but a change cannot keep its contents.
    ///
    /// Such a file can still be removed or replaced; see ``FileDomainStore/update(_:evenIfUnreadable:)``.
    public var isAboutContents: Bool {
        switch self {
        case .unreadable(_, .outOfMemory): false
        case .unreadable, .tooLarge, .unfaithful: true
        default: false
        }
    }

    /// Creates the public error for an error in an operation on a file.
    init(_ error: FileError) {
        let path = error.path
        self =
            switch error.reason {
            case .system(let cause): .system(error.operation, path: path, cause)
            case .notRegularFile(let kind): .notRegularFile(path: path, kind)
            case .tooLarge(let limit): .tooLarge(path: path, limit: limit)
            case .notWritable: .notWritable(path: path)
            case .ownerNotKept: .ownerNotKept(path: path)
            case .notPrivate: .notPrivate(path: path)
            case .nameTaken(let other, let cause): .nameTaken(path: path, by: other, cause)
            case .notDurable(let cause): .notDurable(path: path, cause)
            case .partlyChanged(let paths, let cause): .partlyChanged(paths: paths, cause)
            case .lockTimedOut(let time, let holder):
                .lockTimedOut(path: path, seconds: time / .seconds(1), holder: holder)
            case .nestedUpdate: .nestedUpdate(path: path)
            }
    }

    /// Evaluates an expression, and maps the error that it throws.
    static func mapping<Result>(
        _ expression: @autoclosure () throws(FileError) -> Result
    ) throws(PreferencesError) -> Result {
        do {
            return try expression()
        } catch {
            throw PreferencesError(error)
        }
    }
}

extension PreferencesError: CustomStringConvertible {
    /// The error as a clause that can follow a colon.
    public var description: String {
        switch self {
        case .invalidName(let name, let rule):
            "'\(name)' is not a domain: \(rule)"
        case .unreadable(let path, .empty):
            "cannot read '\(path)': the file is empty; remove it to start afresh"
        case .unreadable(let path, let error):
            "cannot read '\(path)': \(error)"
        case .notRegularFile(let path, let kind):
            "cannot read '\(path)': it is \(kind.rawValue)"
        case .tooLarge(let path, let limit):
            "cannot read '\(path)': it has more than \(limit) bytes"
        case .unfaithful(let path, let substitutions):
            "'\(path)' holds \(Self.summary(of: substitutions)), which cannot be kept"
        case .unstorable(let path, let error):
            "cannot write '\(path)': \(error)"
        case .notWritable(let path):
            "cannot write '\(path)': the file is not writable"
        case .ownerNotKept(let path):
            "cannot write '\(path)': its owner and group could not be kept"
        case .nameTaken(let path, let other, let error):
            "cannot write '\(path)': '\(other)' has the name of the temporary file and must be removed first (\(error))"
        case .notPrivate(let path):
            "cannot write '\(path)': other users could read the file; "
                + "use a file system that supports permissions, or '-' for standard output"
        case .notDurable(let path, let error):
            "'\(path)' is changed, but may not survive a power failure: \(error)"
        case .partlyChanged(let paths, let error):
            "only \(paths.map { "'\($0)'" }.joined(separator: ", ")) were changed: \(error)"
        case .lockTimedOut(let path, let seconds, let holder):
            "cannot change '\(path)': its folder is still locked after \(seconds) seconds"
                + (holder.map { ", by \($0)" } ?? "")
        case .nestedUpdate(let path):
            "cannot change '\(path)': another update of the folder is running on this thread"
        case .noKeyring(let problem):
            "the keyring cannot be used: \(problem)"
        case .tooLargeForKeyring(let domain, let size, let limit):
            "cannot store '\(domain)': \(size) bytes are too many for a keyring item, which has at most \(limit)"
        case .notKept(let domain, let isRestored):
            "cannot store '\(domain)': the keyring returned other contents; "
                + (isRestored ? "the old contents are restored" : "the old contents could not be restored")
        case .outcomeUnknown(let domain, let problem):
            "'\(domain)' may or may not have changed, since the keyring stopped answering during the change: "
                + "\(problem); read the domain when the keyring answers again, or run the command again"
        case .system(let operation, let path, let error):
            "cannot \(operation.rawValue) '\(path)': \(error)"
        }
    }

    private static func summary(of substitutions: [PropertyListSubstitution]) -> String {
        let first = substitutions.first.map(String.init(describing:)) ?? "something"
        return substitutions.count > 1 ? "\(first) and \(substitutions.count - 1) more of the kind" : first
    }
}
