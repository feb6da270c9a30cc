import Foundation
import Glibc

/// Another program that has locked a folder, or a file, as the library does it.
final class LockHolder {
    private let descriptor: Int32

    init(_ path: String) throws {
        descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0, flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { throw POSIXError(.EBUSY) }
    }

    /// This process, as the command names it.
    static var description: String {
        let name = try? String(contentsOfFile: "/proc/self/comm", encoding: .utf8).dropLast()
        return "process \(getpid()) ('\(name ?? "")')"
    }

    func release() {
        flock(descriptor, LOCK_UN)
    }

    deinit {
        release()
        close(descriptor)
    }
}
