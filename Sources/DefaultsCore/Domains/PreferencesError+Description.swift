import PropertyList

extension PreferencesError: CustomStringConvertible {
    /// The error as a clause that can follow a colon.
    public var description: String {
        switch reason {
        case .invalidName(let name, let rule):
            "'\(name)' is not a domain: \(rule)"
        case .unreadable(let path, let error) where error.code == .empty:
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
        case .commentsNotKept(let path):
            "cannot change '\(path)': the file has comments, which the change would remove"
        case .notDurable(let path, let error):
            "'\(path)' is changed, but may not survive a power failure: \(error)"
        case .partlyChanged(let paths, let error):
            "only \(paths.map { "'\($0)'" }.joined(separator: ", ")) were changed: \(error)"
        case .lockTimedOut(let path, let seconds, let holder):
            "cannot change '\(path)': its folder is still locked after \(seconds) seconds"
                + (holder.map { ", by \($0)" } ?? "")
        case .nestedUpdate(let path):
            "cannot change '\(path)': another update of the folder is running on this thread"
        case .replaced(let path):
            "'\(path)' is kept: it is not the folder that was created there"
        case .moved(let path, let place, let isEmpty):
            "cannot remove '\(path)': the folder was moved to '\(place)', "
                + (isEmpty ? "where its contents were removed" : "where some of its contents remain")
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
        case .other(_, _, let description):
            description
        }
    }

    private static func summary(of substitutions: [PropertyListSubstitution]) -> String {
        let first = substitutions.first.map(String.init(describing:)) ?? "something"
        return substitutions.count > 1 ? "\(first) and \(substitutions.count - 1) more of the kind" : first
    }
}
