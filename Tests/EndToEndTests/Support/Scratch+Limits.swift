import Foundation
import Glibc

/// Whose rights a program has.
enum Account {
    /// That of the tests.
    case own
    /// One that permissions hold for: that of the tests, or nobody's where they run as the superuser.
    case unprivileged

    /// Whether there is a way to a user that permissions hold for.
    static let canBeUnprivileged = geteuid() != 0 || Executable.isInstalled("setpriv")

    /// The user that ``unprivileged`` is where the tests run as the superuser.
    static let nobody: uid_t = 65534

    /// The words before a program that make it run with these rights.
    fileprivate var prefix: String {
        self == .own || geteuid() != 0
            ? "" : "setpriv --reuid=\(Self.nobody) --regid=\(Self.nobody) --clear-groups"
    }
}

extension Scratch {
    /// Starts the release executable within limits that nothing honest comes near: two seconds of processor time, 400
    /// MB of memory, and half a minute, after which the status is 124.
    func startWithinLimits(
        _ arguments: [String], as account: Account = .own, environment: [String: String]? = nil
    ) throws -> ChildProcess {
        // Through a descriptor, for the other user may not be let into the folder of the executable.
        let script = """
            ulimit -v 400000 -t 2
            exec 3<"$0" timeout 30 \(account.prefix) /proc/self/fd/3 "$@"
            """
        return try start(
            (["/bin/bash", "-c", script, Executable.defaults] + arguments).map { Array($0.utf8) },
            environment: environment)
    }

    /// Runs the release executable with the rights of a user that permissions hold for.
    func defaultsUnprivileged(_ arguments: String...) throws -> Outcome {
        try startWithinLimits(arguments, as: .unprivileged).outcome()
    }

    /// Gives a folder or file to the user that ``Account/unprivileged`` is.
    func giveAway(_ path: String) throws {
        guard geteuid() == 0 else { return }
        guard chown(path, Account.nobody, Account.nobody) == 0 else {
            throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
        }
    }
}
