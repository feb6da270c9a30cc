/// The operation that failed in a ``FileError``.
enum FileOperation: String, Sendable {
    case read
    /// Writing or creating a file.
    case write
    case remove
    /// Locking a folder.
    case lock
    /// Listing the entries of a folder.
    case list
}

/// The kind of a file that is not a regular file.
enum FileKind: String, Sendable {
    case directory = "a directory"
    /// A device, a pipe or a socket.
    case other = "not a regular file"
}

/// An error that occurs in an operation on a file.
///
/// It is created where the system call fails. Users of the library see it in a ``PreferencesError``.
package struct FileError: Error, Hashable, Sendable {
    let operation: FileOperation
    /// The path as the user knows it. The system call may have used another path, such as the destination of a link.
    let path: String
    let reason: Reason

    enum Reason: Hashable, Sendable {
        /// A system call failed.
        case system(SystemError)
        /// Something other than a regular file has the path.
        case notRegularFile(FileKind)
        /// The file has more bytes than the limit.
        case tooLarge(limit: Int)
        /// A link of another user is in a sticky folder that everyone can write.
        case foreignLink(String)
        /// The effective user may not write the file.
        case notWritable
        /// The new file could not be given the owner and group of the old file.
        case ownerNotKept
        /// The name is that of temporary files, which the next change in the folder may remove.
        case reservedName
        /// Other users could read a new file that is for secrets.
        case notPrivate
        /// Something that cannot be removed has the name of the temporary file.
        case nameTaken(by: String, SystemError)
        /// The file is changed, but the change may be lost in a power failure.
        case notDurable(SystemError)
        /// A change of several files failed, and these files could not be restored.
        case partlyChanged(paths: [String], SystemError)
        /// Other processes or threads held the lock of the folder for this time.
        case lockTimedOut(Duration, LockHolder?)
        /// An update on this thread is already changing a file in the folder.
        case nestedUpdate
        /// Something else has the path of a folder that was created.
        case replaced
        /// A created folder was moved. The new path is `nil` if the system does not report it.
        case moved(to: String?, isEmpty: Bool)

        /// The operating system's error that caused this error, or `nil` if there is none.
        var cause: SystemError? {
            switch self {
            case .system(let cause), .nameTaken(_, let cause), .notDurable(let cause), .partlyChanged(_, let cause):
                cause
            default: nil
            }
        }
    }

    /// The error of the system call that failed, or `nil` if the error has another reason.
    ///
    /// Not inlined, since Swift 6.3.1 crashes when it optimizes some callers.
    @inline(never)
    var systemError: SystemError? {
        if case .system(let error) = reason { error } else { nil }
    }

    /// The error to throw if a change was made, but the wait until the change is on the disk has failed.
    var notDurable: FileError {
        guard let systemError else { return self }
        return FileError(operation: operation, path: path, reason: .notDurable(systemError))
    }

    /// The path of the file. If some files of a change could not be restored, the path of the first of these files.
    var place: String? {
        if case .partlyChanged(let paths, _) = reason { paths.first } else { path }
    }

    /// Whether the file has more bytes than the limit.
    var isTooLarge: Bool {
        if case .tooLarge = reason { true } else { false }
    }

    /// Whether the file does not exist, or something other than a folder lies on its path.
    package var isMissing: Bool { systemError?.isMissing == true }
}

/// The operation and the path to put into an error if a system call fails.
package struct FileAccess: Sendable {
    let operation: FileOperation
    let path: String

    package static func read(_ path: String) -> FileAccess { FileAccess(operation: .read, path: path) }
    package static func write(_ path: String) -> FileAccess { FileAccess(operation: .write, path: path) }
    static func remove(_ path: String) -> FileAccess { FileAccess(operation: .remove, path: path) }
    package static func lock(_ path: String) -> FileAccess { FileAccess(operation: .lock, path: path) }
    static func list(_ path: String) -> FileAccess { FileAccess(operation: .list, path: path) }

    func error(_ reason: FileError.Reason) -> FileError {
        FileError(operation: operation, path: path, reason: reason)
    }

    package func error(_ error: SystemError) -> FileError {
        self.error(.system(error))
    }

    /// Makes a system call and returns its result. Repeats the call if a signal interrupts it.
    @discardableResult
    func call<Number: SignedInteger>(_ body: () -> Number) throws(FileError) -> Number {
        try mapping(try systemCall(body))
    }

    /// Evaluates an expression, and adds the operation and the path to its error.
    package func mapping<Result>(
        _ expression: @autoclosure () throws(SystemError) -> Result
    ) throws(FileError) -> Result {
        do {
            return try expression()
        } catch {
            throw self.error(error)
        }
    }

    /// Evaluates an expression, as ``mapping(_:)`` does. Returns `nil` if the file does not exist.
    func unlessMissing<Result>(
        _ expression: @autoclosure () throws(SystemError) -> Result
    ) throws(FileError) -> Result? {
        do {
            return try expression()
        } catch {
            if error.isMissing { return nil }
            throw self.error(error)
        }
    }
}

extension FileError: CustomStringConvertible {
    /// The error as a clause that can follow a colon.
    package var description: String {
        switch reason {
        case .system(let error):
            "cannot \(operation.rawValue) '\(path)': \(error)"
        case .notRegularFile(let kind):
            "cannot read '\(path)': it is \(kind.rawValue)"
        case .tooLarge(let limit):
            "cannot read '\(path)': it has more than \(limit) bytes"
        case .foreignLink(let link):
            "cannot \(operation.rawValue) '\(path)': the link '\(link)' belongs to another user, in a folder that "
                + "everyone can write"
        case .notWritable:
            "cannot write '\(path)': the file is not writable"
        case .ownerNotKept:
            "cannot write '\(path)': its owner and group could not be kept"
        case .nameTaken(let other, let error):
            "cannot write '\(path)': '\(other)' has the name of the temporary file and must be removed first (\(error))"
        case .reservedName:
            "cannot write '\(path)': it is the name of a temporary file, which the next change in its folder may remove"
        case .notPrivate:
            "cannot write '\(path)': other users could read the file; "
                + "use a file system that supports permissions, or '-' for standard output"
        case .notDurable(let error):
            "'\(path)' is changed, but may not survive a power failure: \(error)"
        case .partlyChanged(let paths, let error):
            "only \(paths.map { "'\($0)'" }.joined(separator: ", ")) were changed: \(error)"
        case .lockTimedOut(let time, let holder):
            "cannot change '\(path)': its folder is still locked after \(time / .seconds(1)) seconds"
                + (holder.map { ", by \($0)" } ?? "")
        case .nestedUpdate:
            "cannot change '\(path)': another update of the folder is running on this thread"
        case .replaced:
            "'\(path)' is kept: it is not the folder that was created there"
        case .moved(let place, let isEmpty):
            "cannot remove '\(path)': the folder was moved to \(place.map { "'\($0)'" } ?? "another folder"), "
                + (isEmpty ? "where its contents were removed" : "where some of its contents remain")
        }
    }
}

/// A process that holds the lock of a folder.
struct LockHolder: Hashable, Sendable {
    /// The process that took the lock.
    let processIdentifier: Int32
    /// The name of its command, or `nil` if the system does not show the name or the name is not printable ASCII.
    let command: String?
}

extension LockHolder: CustomStringConvertible {
    /// The process as a noun phrase, such as `process 4711 ('defaults')`.
    var description: String {
        "process \(processIdentifier)" + (command.map { " ('\($0)')" } ?? "")
    }
}
