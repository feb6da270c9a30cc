import CDefaults
// Which module's `stat` is seen depends on the order in which modules are loaded: CoreFoundation's headers include it
// too.
import CoreFoundation
import Glibc

/// The identity, the size and the times of the file at a path at one moment, or its absence.
///
/// If a version ``isSettled(at:now:)`` and a later version of the path is equal, the contents have not changed in
/// between. Only a program that writes to memory into which it has mapped the file can change them unnoticed.
package struct FileVersion: Equatable, Sendable {
    private let file: File?

    private struct File: Equatable {
        let identity: FileIdentity
        let mode: UInt32
        let size: Int
        let modification: Time
        /// The time of the last change of the contents or of the status. Programs cannot set it.
        let change: Time
    }

    private struct Time: Equatable {
        let seconds: Int
        let nanoseconds: Int

        init(_ time: timespec) {
            (seconds, nanoseconds) = (time.tv_sec, time.tv_nsec)
        }
    }

    /// Determines the version of the file at a path. Links are followed.
    ///
    /// Fails if the path leads to something other than a regular file, or to something that the user may not look at.
    init?(of path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else {
            guard SystemError.current.isMissing else { return nil }
            file = nil
            return
        }
        guard status.st_mode & S_IFMT == S_IFREG else { return nil }
        file = File(
            identity: FileIdentity(device: UInt64(status.st_dev), number: UInt64(status.st_ino)), mode: status.st_mode,
            size: Int(status.st_size), modification: Time(status.st_mtim), change: Time(status.st_ctim))
    }

    /// Returns whether every later change gives the file at the path another version.
    ///
    /// A file system may record times in whole seconds, so a change soon after another one may have the same time.
    /// Other computers change the files of a network file system, and their changes may appear in the contents before
    /// they appear in the status.
    ///
    /// - Parameter now: The seconds since 1970, by default as the clock says.
    func isSettled(at path: String, now: Int = time(nil)) -> Bool {
        guard let file else { return true }
        guard now &- file.change.seconds > 2, Self.isOnLocalFileSystem(path) else { return false }
        // The file system is the one of the version, unless the file was replaced just now.
        return FileVersion(of: path) == self
    }

    private static func isOnLocalFileSystem(_ path: String) -> Bool {
        switch defaults_file_system_type(path) {
        case 0xEF53,  // ext2, ext3, ext4
            0x5846_5342,  // XFS
            0x9123_683E,  // Btrfs
            0xF2F5_2010,  // F2FS
            0x2FC1_2FC1,  // ZFS
            0xCA45_1A4E,  // bcachefs
            0x0102_1994,  // tmpfs
            0x8584_58F6,  // ramfs
            0x794C_7630:  // overlayfs
            return true
        default: return false
        }
    }
}
