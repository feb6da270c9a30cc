package import PropertyList

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
    /// The error with its details.
    package enum Reason: Hashable, Sendable {
        case invalidName(String, DomainNameRule)
        case unreadable(path: String, PropertyListError)
        case notRegularFile(path: String, FileKind)
        case tooLarge(path: String, limit: Int)
        case unfaithful(path: String, [PropertyListSubstitution])
        case unstorable(path: String, PropertyListError)
        case notWritable(path: String)
        case ownerNotKept(path: String)
        case nameTaken(path: String, by: String, SystemError)
        case notPrivate(path: String)
        case commentsNotKept(path: String)
        case notDurable(path: String, SystemError)
        case partlyChanged(paths: [String], SystemError)
        case lockTimedOut(path: String, seconds: Double, holder: LockHolder? = nil)
        case nestedUpdate(path: String)
        case replaced(path: String)
        case moved(path: String, to: String, isEmpty: Bool)
        case noKeyring(KeyringProblem)
        case tooLargeForKeyring(domain: String, size: Int, limit: Int)
        case notKept(domain: String, isRestored: Bool)
        case outcomeUnknown(domain: String, KeyringProblem)
        case system(FileOperation, path: String, SystemError)
        /// An error of a store outside this package.
        case other(Code, path: String?, description: String)
    }

    package let reason: Reason

    package init(_ reason: Reason) {
        self.reason = reason
    }

    /// Creates an error of a store.
    ///
    /// - Parameters:
    ///   - code: The kind of the error.
    ///   - path: The path of the file or another name of the place where it occurred.
    ///   - description: The description, as a clause that can follow a colon.
    public init(_ code: Code, path: String? = nil, description: String) {
        reason = .other(code, path: path, description: description)
    }
}

extension PreferencesError {
    /// The path of the file or another name of the place where the error occurred, or `nil` if it has none.
    public var path: String? {
        switch reason {
        case .unreadable(let path, _), .notRegularFile(let path, _), .tooLarge(let path, _), .unfaithful(let path, _),
            .unstorable(let path, _), .notWritable(let path), .ownerNotKept(let path), .nameTaken(let path, _, _),
            .notPrivate(let path), .commentsNotKept(let path), .notDurable(let path, _),
            .lockTimedOut(let path, _, _), .nestedUpdate(let path), .replaced(let path), .moved(let path, _, _),
            .system(_, let path, _):
            path
        case .partlyChanged(let paths, _): paths.first
        case .tooLargeForKeyring(let domain, _, _), .notKept(let domain, _), .outcomeUnknown(let domain, _): domain
        case .other(_, let path, _): path
        case .invalidName, .noKeyring: nil
        }
    }

    /// The error number of the operating system, as in `errno`, or `nil` if the error has another cause.
    public var errorNumber: Int32? {
        switch reason {
        case .nameTaken(_, _, let cause), .notDurable(_, let cause), .partlyChanged(_, let cause),
            .system(_, _, let cause):
            cause.code
        default: nil
        }
    }

    /// The identifier of the process that held the lock, or `nil` if it is not known.
    public var lockHolder: Int32? {
        if case .lockTimedOut(_, _, let holder) = reason { holder?.processIdentifier } else { nil }
    }
}

extension PreferencesError {
    /// Whether a file was opened, but a change cannot keep its contents.
    ///
    /// Such a file can still be removed or replaced; see ``FileDomainStore/update(_:evenIfUnreadable:)``.
    public var isAboutContents: Bool {
        switch reason {
        case .unreadable(_, let error): error.code != .outOfMemory
        case .tooLarge, .unfaithful: true
        default: false
        }
    }

    /// Creates the public error for an error in an operation on a file.
    package init(_ error: FileError) {
        let path = error.path
        self =
            switch error.reason {
            case .system(let cause): PreferencesError(.system(error.operation, path: path, cause))
            case .notRegularFile(let kind): PreferencesError(.notRegularFile(path: path, kind))
            case .tooLarge(let limit): PreferencesError(.tooLarge(path: path, limit: limit))
            case .notWritable: PreferencesError(.notWritable(path: path))
            case .ownerNotKept: PreferencesError(.ownerNotKept(path: path))
            case .notPrivate: PreferencesError(.notPrivate(path: path))
            case .nameTaken(let other, let cause): PreferencesError(.nameTaken(path: path, by: other, cause))
            case .notDurable(let cause): PreferencesError(.notDurable(path: path, cause))
            case .partlyChanged(let paths, let cause): PreferencesError(.partlyChanged(paths: paths, cause))
            case .lockTimedOut(let time, let holder):
                PreferencesError(.lockTimedOut(path: path, seconds: time / .seconds(1), holder: holder))
            case .nestedUpdate: PreferencesError(.nestedUpdate(path: path))
            case .replaced: PreferencesError(.replaced(path: path))
            case .moved(let place, let isEmpty): PreferencesError(.moved(path: path, to: place, isEmpty: isEmpty))
            }
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
