import Foundation
import Glibc

/// The account that a program runs as.
enum Account {
    /// That of the tests.
    case own
    /// One that permissions hold for: that of the tests, or nobody's where they run as the superuser.
    case unprivileged

    /// The user that ``unprivileged`` is where the tests run as the superuser.
    static let nobody: uid_t = 65534

    /// The words that run the release executable with these rights.
    func command(_ arguments: [String]) -> [String] {
        guard self == .unprivileged, geteuid() == 0 else { return [Executable.defaults] + arguments }
        // Through a descriptor, for the other user may not be let into the folder of the executable.
        let script = """
            exec 3<"$0" setpriv --reuid=\(Self.nobody) --regid=\(Self.nobody) --clear-groups /proc/self/fd/3 "$@"
            """
        return ["/bin/bash", "-c", script, Executable.defaults] + arguments
    }
}

extension Scratch {
    /// Runs the release executable with the rights of an account.
    func defaults(_ arguments: [String], as account: Account, environment: [String: String]? = nil) throws -> Outcome {
        try run(account.command(arguments), environment: environment)
    }

    /// Gives a folder or file to the user that ``Account/unprivileged`` is.
    func giveAway(_ path: String) throws {
        guard geteuid() == 0 else { return }
        guard chown(path, Account.nobody, Account.nobody) == 0 else {
            throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
        }
    }
}
