import Foundation
import Glibc
import Testing

/// Another account than the superuser's, which tests that run as the superuser can take.
enum OtherAccount {
    /// An account without rights, by number: it need not be in the system's database.
    static let number: UInt32 = 65_501

    static let isSuperuser = geteuid() == 0
    /// Whether files can be given to the account and programs run under it.
    static let isAvailable = isSuperuser && Executable.isInstalled("setpriv")

    static let superuserCondition = ConditionTrait.enabled(if: isSuperuser, "needs the superuser")
    static let condition = ConditionTrait.enabled(if: isAvailable, "needs the superuser and setpriv")
    /// For tests that run programs without rights, which the tests themselves may have none of.
    static let ordinaryCondition = ConditionTrait.enabled(
        if: !isSuperuser || isAvailable, "needs setpriv when run by the superuser")
}

extension Scratch {
    /// Gives a file or folder to the account.
    func giveToOther(_ path: String, group: UInt32 = OtherAccount.number) throws {
        guard lchown(path, OtherAccount.number, group) == 0 else {
            throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
        }
    }

    /// Runs the release executable under the account, or as it is where the tests are run without rights. It is copied
    /// first, for the package may lie where only its owner goes.
    func defaultsWithoutRights(_ arguments: String...) throws -> Outcome {
        try defaultsWithoutRights(arguments)
    }

    func defaultsWithoutRights(_ arguments: [String]) throws -> Outcome {
        if !OtherAccount.isSuperuser { return try defaults(arguments) }
        let copy = path + "/defaults"
        // By another process: while this one has a program open to be written, no other test could start it.
        if !Disk.exists(copy) { try bash("cp '\(Executable.defaults)' defaults") }
        let prefix = [
            "/usr/bin/env", "setpriv", "--reuid=\(OtherAccount.number)", "--regid=\(OtherAccount.number)",
            "--clear-groups", copy,
        ]
        return try run(prefix + arguments)
    }
}
