/// An operation on a file or folder in an error.
package enum FileOperation: String, Sendable {
    /// Reading a file.
    case read
    /// Writing or creating a file.
    case write
    /// Removing a file.
    case remove
    /// Locking a folder.
    case lock
    /// Listing the entries of a folder.
    case list
}

/// The kind of something other than a regular file.
package enum FileKind: String, Sendable {
    /// A folder.
    case directory = "a directory"
    /// A device, a pipe or a socket.
    case other = "not a regular file"
}

/// An error that occurs in an operation on a file.
///
/// It is created where the system call fails, and thrown on unchanged. ``PreferencesError/Code/init`` maps it to the
/// error that users of the library see.
package struct FileError: Error, Hashable, Sendable {
    let operation: FileOperation
    /// The path as the user knows it. The system call may have used another one, such as the destination of a link.
    let path: String
    let reason: Reason

    enum Reason: Hashable, Sendable {
        /// A system call failed.
        case system(SystemError)
        /// Something other than a regular file has the path.
        case notRegularFile(FileKind)
        /// The file has more bytes than the limit.
        case tooLarge(limit: Int)
        /// The effective user may not write the file.
        case notWritable
        /// The new file could not be given the owner and group of the old one.
        case ownerNotKept
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
        /// A folder that was created has another path.
        case moved(to: String, isEmpty: Bool)
    }

    /// The error of the system call that failed, or `nil` if the error has another reason.
    ///
    /// Not inlined, since Swift 6.3.1 crashes when it optimizes some callers.
    @inline(never)
    var systemError: SystemError? {
        if case .system(let error) = reason { error } else { nil }
    }

    /// The error to throw if the system call was only to wait until a visible change is on the disk.
    var notDurable: FileError {
        guard let systemError else { return self }
        return FileError(operation: operation, path: path, reason: .notDurable(systemError))
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

    /// Makes a system call, again if a signal interrupts it, and returns its result.
    @discardableResult
    func call<Number: SignedInteger>(_ body: () -> Number) throws(FileError) -> Number {
        do {
            return try systemCall(body)
        } catch {
            throw self.error(error)
        }
    }
}

/// A process that holds the lock of a folder.
package struct LockHolder: Hashable, Sendable {
    /// The process that took the lock.
    public let processIdentifier: Int32
    /// The name of its command, or `nil` if the system does not show the name or it is not printable ASCII.
    public let command: String?
}

extension LockHolder: CustomStringConvertible {
    /// The process as a noun phrase, such as `process 4711 ('defaults')`.
    public var description: String {
        "process \(processIdentifier)" + (command.map { " ('\($0)')" } ?? "")
    }
}
