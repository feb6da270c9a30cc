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
        case .unfaithful(let path, let substitutions):
            "'\(path)' holds \(Self.summary(of: substitutions)), which cannot be kept"
        case .unstorable(let path, let error):
            "cannot write '\(path)': \(error)"
        case .commentsNotKept(let path):
            "cannot change '\(path)': the file has comments, which the change would remove"
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
        case .file(let error):
            error.description
        case .other(_, _, let description):
            description
        }
    }

    private static func summary(of substitutions: [PropertyListSubstitution]) -> String {
        let first = substitutions.first.map(String.init(describing:)) ?? "something"
        return substitutions.count > 1 ? "\(first) and \(substitutions.count - 1) more of the kind" : first
    }
}
