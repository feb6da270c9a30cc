public import PropertyList

/// Why preferences could not be read or changed. Unless a case says otherwise, nothing has changed.
public enum PreferencesError: Error, Hashable, Sendable {
    /// A text is no name of a domain or host, for it breaks a rule.
    case invalidName(String, DomainNameRule)
    /// A file is no property list that can be a domain.
    case unreadable(path: String, PropertyListError)
    /// In a file's place is something else.
    case notRegularFile(path: String, FileKind)
    /// A file is larger than what is read.
    case tooLarge(path: String, limit: Int)
    /// A domain holds what a value cannot; changing or copying it would lose that.
    case unfaithful(path: String, [PropertyListSubstitution])
    /// The contents are none that could be read again.
    case unstorable(path: String, PropertyListError)
    /// A file is not writable for the user.
    case notWritable(path: String)
    /// A file's owner and group could not be given to its successor.
    case ownerNotKept(path: String)
    /// Something that cannot be removed has the name of the temporary file that a change needs.
    case nameTaken(path: String, by: String, SystemError)
    /// Others could read a file that is for secrets.
    case notPrivate(path: String)
    /// The change is visible, but may not survive a power failure.
    case notDurable(path: String, SystemError)
    /// An earlier error kept a change to several domains from being completed, and undoing it failed as well: the domains
    /// of these files are changed, each of them whole.
    case partlyChanged(paths: [String], SystemError)
    /// Others held the lock of a domain's folder for so many seconds; at the end, the holder if the system shows it.
    case lockTimedOut(path: String, seconds: Double, holder: LockHolder? = nil)
    /// An update was begun inside another one on the same thread, for a domain in the same folder.
    case nestedUpdate(path: String)
    /// There is no keyring that domains could be read from or stored in.
    case noKeyring(KeyringProblem)
    /// What a domain would be in the keyring has more bytes than an item of it can have.
    case tooLargeForKeyring(domain: String, size: Int, limit: Int)
    /// The keyring gave back something else than was stored. Unless it is restored, it is not known what it holds.
    case notKept(domain: String, isRestored: Bool)
    /// The keyring stopped answering in the middle of a change. It is not known whether the domain has its old contents or the new ones.
    case outcomeUnknown(domain: String, KeyringProblem)
    /// The operating system refused an operation on a file.
    case system(FileOperation, path: String, SystemError)
}

extension PreferencesError {
    /// Whether a file was found and opened, and its contents cannot be kept by a change. Such a file can still be removed or replaced; see
    /// ``FileDomainStore/update(_:evenIfUnreadable:)``.
    public var isAboutContents: Bool {
        switch self {
        case .unreadable(_, .outOfMemory): false
        case .unreadable, .tooLarge, .unfaithful: true
        default: false
        }
    }

    /// The error that users of the library see for an error in an operation on a file.
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

    /// Evaluates an expression, and maps an error in an operation on a file.
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
    /// What happened, as a clause that can follow a colon.
    public var description: String {
        switch self {
        case .invalidName(let name, let rule):
            "'\(name)' is not a domain: \(rule)"
        case .unreadable(let path, .empty):
            "cannot read '\(path)': it is empty; removing the file starts afresh"
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
            "cannot write '\(path)': '\(other)' has the name of its temporary file and must be removed first (\(error))"
        case .notPrivate(let path):
            "cannot write '\(path)': others could read the values of the keyring there; "
                + "use a file on a file system with modes, or '-' for standard output"
        case .notDurable(let path, let error):
            "'\(path)' is changed, but may not survive a power failure: \(error)"
        case .partlyChanged(let paths, let error):
            "only \(paths.map { "'\($0)'" }.joined(separator: ", ")) could be changed: \(error)"
        case .lockTimedOut(let path, let seconds, let holder):
            "cannot change '\(path)': its folder is still locked after \(seconds) seconds"
                + (holder.map { ", by \($0)" } ?? "")
        case .nestedUpdate(let path):
            "cannot change '\(path)': an update of its folder is under way on this thread"
        case .noKeyring(let problem):
            "the keyring cannot be used: \(problem)"
        case .tooLargeForKeyring(let domain, let size, let limit):
            "cannot store '\(domain)': it would have \(size) bytes, and an item of the keyring has at most \(limit)"
        case .notKept(let domain, let isRestored):
            "cannot store '\(domain)': the keyring gave back something else; "
                + (isRestored ? "it has what it had before" : "what it had before could not be restored")
        case .outcomeUnknown(let domain, let problem):
            "it is not known whether '\(domain)' has changed, for the keyring stopped answering during the change: "
                + "\(problem); read it when the keyring answers again, or run this again"
        case .system(let operation, let path, let error):
            "cannot \(operation.rawValue) '\(path)': \(error)"
        }
    }

    private static func summary(of substitutions: [PropertyListSubstitution]) -> String {
        let first = substitutions.first.map(String.init(describing:)) ?? "something"
        return substitutions.count > 1 ? "\(first) and \(substitutions.count - 1) more of the kind" : first
    }
}
