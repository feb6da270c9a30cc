import CDefaults
import Glibc

/// An error of the operating system.
package struct SystemError: Error, Hashable, Sendable {
    /// The error number, as in `errno`.
    package let code: Int32

    /// Creates an error from an error number.
    package init(_ code: Int32) {
        self.code = code
    }

    /// The error of the call that has just failed.
    static var current: SystemError { SystemError(errno) }

    /// Whether the operation was not permitted: `EACCES`, `EPERM` or `EROFS`.
    var isPermission: Bool { [EACCES, EPERM, EROFS].contains(code) }

    /// Whether memory ran out.
    package var isOutOfMemory: Bool { code == ENOMEM }

    /// Whether the reader of a pipe has closed it.
    package var isBrokenPipe: Bool { code == EPIPE }

    /// Whether a name in the file system is not UTF-8.
    package var isInvalidName: Bool { self == .notUTF8 }

    /// Whether a file does not exist, or something other than a folder lies on its path.
    package var isMissing: Bool { code == ENOENT || code == ENOTDIR }

    /// Whether the system has no room for another process now.
    package var isBusy: Bool { code == EAGAIN }

    /// Whether the file system does not support the operation.
    var isUnsupported: Bool { [ENOTSUP, ENOSYS, EINVAL, EPERM, EMLINK].contains(code) }

    /// Too many symbolic links on a path.
    static let tooManyLinks = SystemError(ELOOP)
    /// The reader of a pipe has closed it.
    package static let brokenPipe = SystemError(EPIPE)
    static let missing = SystemError(ENOENT)
    static let notFolder = SystemError(ENOTDIR)
    /// Other programs keep changing the files that an operation depends on.
    package static let changing = SystemError(EAGAIN)
    static let isFolder = SystemError(EISDIR)
    static let exists = SystemError(EEXIST)
    /// An entry is on another file system than its folder, or the system cannot determine that.
    static let mounted = SystemError(EXDEV)
    /// A name in the file system is not UTF-8.
    static let notUTF8 = SystemError(EILSEQ)
}

extension SystemError: CustomStringConvertible {
    /// The English text of the C library for the error. The text does not depend on the locale.
    package var description: String {
        // The C library's text is about characters. Here, the error only occurs for names.
        if self == .notUTF8 { return "a name is not valid UTF-8" }
        // The C library's text is about links.
        if self == .mounted { return "a file system is or may be mounted there" }
        return defaults_error_description(code).map { String(cString: $0) } ?? "error \(code)"
    }
}

/// Makes a system call and returns its result. Repeats the call if a signal interrupts it.
@discardableResult
func systemCall<Number: SignedInteger>(_ body: () -> Number) throws(SystemError) -> Number {
    while true {
        let result = body()
        if result >= 0 { return result }
        if errno != EINTR { throw .current }
    }
}
