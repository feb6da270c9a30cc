/// An error that occurs when reading or changing preferences. Unless its code says otherwise, nothing has changed.
///
/// ```swift
/// do {
///     try preferences.synchronize()
/// } catch let error as PreferencesError where error.code == .lockTimedOut {
///     retryLater()
/// } catch {
///     show("\(error)")
/// }
/// ```
public struct PreferencesError: Error, Hashable, Sendable {
    /// The cause of the error, with the values that its message contains.
    package enum Reason: Hashable, Sendable {
        case invalidName(String, DomainNameRule)
        case unreadable(path: String, PropertyListError)
        case unfaithful(path: String, [PropertyListSubstitution])
        case unstorable(path: String, PropertyListError)
        case commentsNotKept(path: String)
        /// The path leads to the first key that occurs several times.
        case duplicateKey(path: String, PropertyListPath)
        case noKeyring(KeyringProblem)
        case tooLargeForKeyring(domain: String, size: Int, limit: Int)
        case notKept(domain: String, isRestored: Bool)
        case outcomeUnknown(domain: String, KeyringProblem)
        /// An edit cannot be applied.
        case edit(EditFailure)
        /// An operation on a file failed.
        case file(FileError)
        /// An error of a store outside this package.
        case other(Code, path: String?, description: String)
    }

    package let reason: Reason

    package init(_ reason: Reason) {
        self.reason = reason
    }

    /// Creates an error for a custom store to throw.
    ///
    /// ```swift
    /// throw PreferencesError(.notWritable, path: "settings", description: "the server is read-only")
    /// ```
    ///
    /// - Parameters:
    ///   - code: The kind of the error.
    ///   - path: The path of the file, or another text that identifies the location of the error.
    ///   - description: The description, as a clause that can follow a colon.
    public init(_ code: Code, path: String? = nil, description: String) {
        reason = .other(code, path: path, description: description)
    }
}

extension PreferencesError {
    /// The path of the file that the error concerns, or another text such as the name of a keyring domain. `nil` if the
    /// error concerns neither.
    public var path: String? {
        switch reason {
        case .unreadable(let path, _), .unfaithful(let path, _), .unstorable(let path, _), .commentsNotKept(let path),
            .duplicateKey(let path, _):
            path
        case .file(let error): error.place
        case .tooLargeForKeyring(let domain, _, _), .notKept(let domain, _), .outcomeUnknown(let domain, _): domain
        case .other(_, let path, _): path
        case .invalidName, .noKeyring, .edit: nil
        }
    }

    /// The path of the value that an edit of a ``ChangeSet`` concerns. `nil` if the edit concerns the whole domain, if
    /// the path is too long, or if the error has another cause.
    public var valuePath: PropertyListPath? {
        if case .edit(let failure) = reason { failure.path } else { nil }
    }

    /// The error number of the operating system, as in `errno`, or `nil` if the error has another cause.
    public var errorNumber: Int32? { systemError?.code }

    /// The identifier of the process that held the lock. `nil` if it is unknown, or if the code is not `lockTimedOut`.
    public var lockHolder: Int32? {
        if case .lockTimedOut(_, let holder)? = fileError?.reason { holder?.processIdentifier } else { nil }
    }

    /// The error of the operating system, or `nil` if the error has another cause.
    package var systemError: SystemError? { fileError?.reason.cause }

    private var fileError: FileError? {
        if case .file(let error) = reason { error } else { nil }
    }
}

extension PreferencesError {
    /// Whether a file was opened, but a change cannot keep its contents.
    ///
    /// Such a file can still be removed or replaced; see ``FileDomainStore/update(_:evenIfUnreadable:)``.
    public var isAboutContents: Bool {
        switch reason {
        case .unreadable(_, let error): error.code != .outOfMemory
        case .unfaithful: true
        case .file(let error): error.isTooLarge
        default: false
        }
    }

    /// Whether a file is empty or contains only blanks.
    var isAboutEmptyFile: Bool {
        if case .unreadable(_, let error) = reason { error.code == .empty } else { false }
    }

    /// Whether the root of a file that can be read is not a dictionary.
    package var isNotDictionary: Bool {
        if case .unreadable(_, let error) = reason { error.code == .notDictionary } else { false }
    }

    /// Whether a file is JSON, where only a property list is accepted.
    package var isJSON: Bool {
        if case .unreadable(_, let error) = reason { error.code == .json } else { false }
    }

    /// Whether memory ran out.
    package var isOutOfMemory: Bool {
        switch reason {
        case .unreadable(_, let error): error.code == .outOfMemory
        case .file(let error): error.systemError?.isOutOfMemory == true
        default: false
        }
    }

    /// Whether the user lacks the right to an operation.
    package var isPermission: Bool {
        switch fileError?.reason {
        case .foreignLink, .notWritable, .ownerNotKept, .notPrivate: true
        case .system(let error), .nameTaken(_, let error): error.isPermission
        default: false
        }
    }

    /// Whether a file could not be read.
    package var isReadFailure: Bool { fileError?.operation == .read }

    /// The error for input that has more bytes than the limit.
    package static func tooLarge(_ path: String, limit: Int) -> PreferencesError {
        PreferencesError(FileAccess.read(path).error(.tooLarge(limit: limit)))
    }

    /// The error for an update that was started inside another update.
    package static func nestedUpdate(_ path: String) -> PreferencesError {
        PreferencesError(FileAccess.lock(path).error(.nestedUpdate))
    }

    /// Creates the public error for an error in an operation on a file.
    package init(_ error: FileError) {
        reason = .file(error)
    }

    /// Evaluates an expression, and maps the error that it throws.
    package static func mapping<Result>(
        _ expression: @autoclosure () throws(FileError) -> Result
    ) throws(PreferencesError) -> Result {
        do {
            return try expression()
        } catch {
            throw PreferencesError(error)
        }
    }
}
