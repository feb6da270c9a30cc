extension ErrorCode where Failure == PreferencesError {
    /// A text is not a valid name of a domain or host.
    public static var invalidName: Self { Self() }
    /// The contents of a file are not a property list with a dictionary at its root.
    public static var unreadable: Self { Self() }
    /// The path leads to something other than a regular file.
    public static var notRegularFile: Self { Self() }
    /// A file has more bytes than the limit.
    public static var tooLarge: Self { Self() }
    /// Changing or copying a domain would lose something: a value that ``/PropertyList/PropertyListValue`` cannot
    /// represent, or, in a file that is given by its path, the comments or one of several values of a key.
    public static var unfaithful: Self { Self() }
    /// The new contents cannot be stored in a form that can be read again, or exceed the maximum size of a keyring
    /// item.
    public static var unstorable: Self { Self() }
    /// The user may not write a file, the new file could not be given the owner and group of the old one, or other
    /// users could read the file or FIFO to which secrets would be written.
    public static var notWritable: Self { Self() }
    /// A file has a name for temporary files. The next change in its folder may remove it.
    public static var reservedName: Self { Self() }
    /// The change is visible, but may be lost in a power failure.
    public static var notDurable: Self { Self() }
    /// A change of several domains failed, and some files could not be restored. Each of these files has its complete
    /// new contents.
    public static var partlyChanged: Self { Self() }
    /// The lock of the folder was held by another process or thread for too long.
    public static var lockTimedOut: Self { Self() }
    /// An update was started inside another update on the same thread. A store of files refuses the inner update only
    /// if both updates have domains in the same folder.
    public static var nestedUpdate: Self { Self() }
    /// The keyring cannot be used.
    public static var noKeyring: Self { Self() }
    /// The keyring returned other contents than were stored. If the old contents could not be restored, the contents of
    /// the domain are unknown.
    public static var notKept: Self { Self() }
    /// The keyring stopped answering during a change. The domain has either its old contents or the new ones.
    public static var outcomeUnknown: Self { Self() }
    /// An operation on a file failed in the operating system, or another entry now has the path of a folder that the
    /// operation created.
    public static var system: Self { Self() }
    /// An edit requires a value or a domain that does not exist.
    public static var noValue: Self { Self() }
    /// An edit requires an array or a dictionary, and the value has another type.
    public static var wrongType: Self { Self() }
    /// The path of an edit is too long, leads through a value that is not a container, or has a component that is not
    /// an index of the array.
    public static var invalidPath: Self { Self() }
}

extension PreferencesError {
    private static func code(of reason: FileError.Reason) -> Code {
        switch reason {
        case .system, .foreignLink, .nameTaken, .replaced, .moved: .system
        case .notRegularFile: .notRegularFile
        case .tooLarge: .tooLarge
        case .notWritable, .ownerNotKept, .notPrivate: .notWritable
        case .reservedName: .reservedName
        case .notDurable: .notDurable
        case .partlyChanged: .partlyChanged
        case .lockTimedOut: .lockTimedOut
        case .nestedUpdate: .nestedUpdate
        }
    }
}

extension PreferencesError: CodedError {
    /// The kind of the error.
    public var code: Code { explanation.code }

    /// The error as a clause that can follow a colon.
    public var description: String { explanation.text }

    private var explanation: (code: Code, text: String) {
        switch reason {
        case .invalidName(let name, let rule): (.invalidName, "'\(name)' is not a domain: \(rule)")
        case .unreadable(let path, _) where isAboutEmptyFile: (.unreadable, "cannot read '\(path)': the file is empty")
        case .unreadable(let path, let error): (.unreadable, "cannot read '\(path)': \(error)")
        case .unfaithful(let path, let substitutions):
            (.unfaithful, "'\(path)' holds \(Self.summary(of: substitutions)), which cannot be kept")
        case .unstorable(let path, let error): (.unstorable, "cannot write '\(path)': \(error)")
        case .commentsNotKept(let path):
            (.unfaithful, "cannot change '\(path)': the file has comments, which the change would remove")
        case .duplicateKey(let path, let key):
            (
                .unfaithful,
                "cannot change '\(path)': the key '\(key.description.excerpt)' occurs more than once, "
                    + "and the change would keep one of them"
            )
        case .noKeyring(let problem): (.noKeyring, "the keyring cannot be used: \(problem)")
        case .tooLargeForKeyring(let domain, let size, let limit):
            (
                .unstorable,
                "cannot store '\(domain)': \(size) bytes are too many for a keyring item, which has at most \(limit)"
            )
        case .notKept(let domain, let isRestored):
            (
                .notKept,
                "cannot store '\(domain)': the keyring returned other contents; "
                    + (isRestored ? "the old contents are restored" : "the old contents could not be restored")
            )
        case .outcomeUnknown(let domain, let problem):
            (
                .outcomeUnknown,
                "'\(domain)' may or may not have changed, since the keyring stopped answering during the change: "
                    + "\(problem); read the domain when the keyring answers again, or run the command again"
            )
        case .edit(let failure): failure.explanation
        case .file(let error): (Self.code(of: error.reason), error.description)
        case .other(let code, _, let description): (code, description)
        }
    }

    private static func summary(of substitutions: [PropertyListSubstitution]) -> String {
        let first = substitutions.first.map(String.init(describing:)) ?? "something"
        return substitutions.count > 1 ? "\(first) and \(substitutions.count - 1) more of the kind" : first
    }
}
