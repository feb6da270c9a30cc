import CDefaults
import Glibc

/// An error of the operating system.
public struct SystemError: Error, Hashable, Sendable {
    /// The number in `errno`.
    public let code: Int32

    /// Creates an error from a number that a system call left in `errno`.
    public init(_ code: Int32) {
        self.code = code
    }

    /// The error of the call that has just failed.
    static var current: SystemError { SystemError(errno) }

    /// Whether the system forbade the operation, as against failing at it.
    public var isPermission: Bool { [EACCES, EPERM, EROFS].contains(code) }

    /// Whether there was no memory left.
    public var isOutOfMemory: Bool { code == ENOMEM }

    /// Whether the reader of a pipe has gone.
    public var isBrokenPipe: Bool { code == EPIPE }

    /// Whether a name in the file system is not UTF-8.
    package var isInvalidName: Bool { self == .notUTF8 }

    /// Whether there is no such file, or no folder where a path wants one.
    var isMissing: Bool { code == ENOENT || code == ENOTDIR }

    /// Whether the file system has no such operation.
    var isUnsupported: Bool { [ENOTSUP, ENOSYS, EINVAL, EPERM, EMLINK].contains(code) }

    /// More links lead from one to the next than any path should have.
    static let tooManyLinks = SystemError(ELOOP)
    static let missing = SystemError(ENOENT)
    static let notFolder = SystemError(ENOTDIR)
    /// Other programs keep changing what an operation depends on.
    static let changing = SystemError(EAGAIN)
    static let isFolder = SystemError(EISDIR)
    /// A name in the file system cannot be told in Unicode.
    static let notUTF8 = SystemError(EILSEQ)
}

extension SystemError: CustomStringConvertible {
    /// The C library's English text for the error, whatever the locale.
    public var description: String {
        // The system's words for it are about characters; the project only meets it in names.
        if self == .notUTF8 { return "a name is not valid UTF-8" }
        return defaults_error_description(code).map { String(cString: $0) } ?? "error \(code)"
    }
}

/// The result of a system call, made again where a signal interrupted it.
func call<Number: SignedInteger>(_ body: () -> Number) throws(SystemError) -> Number {
    while true {
        let result = body()
        if result >= 0 { return result }
        if errno != EINTR { throw .current }
    }
}
