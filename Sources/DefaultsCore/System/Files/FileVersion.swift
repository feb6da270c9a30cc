import CDefaults
import Glibc

/// The status of the file at a path at one moment, or the fact that the file does not exist.
///
/// If ``isSettled(now:)`` is true for a version and a later version of the path is equal, the contents are the same at
/// both moments. Only a program that has mapped the file into its memory can change the contents, but not the version.
struct FileVersion: Equatable, Sendable {
    private let path: String
    private let file: FileStatus?

    /// Determines the version of the file at a path. Links are followed.
    ///
    /// Returns `nil` if the path leads to something other than a regular file, or if its status cannot be read.
    init?(of path: String) {
        self.path = path
        do throws(SystemError) {
            let status = try FileStatus(path: path)
            guard status.isRegularFile else { return nil }
            file = status
        } catch {
            guard error.isMissing else { return nil }
            file = nil
        }
    }

    /// The present version of the file at the same path.
    var current: FileVersion? { FileVersion(of: path) }

    /// The identity of the file, or `nil` if the file does not exist.
    var identity: FileIdentity? { file?.identity }

    /// Returns whether every later change gives the file another version.
    ///
    /// A file system may record times in whole seconds, so two changes in quick succession may have the same time.
    /// Other computers change the files of a network file system, and their changes may appear in the contents before
    /// they appear in the status.
    ///
    /// - Parameter now: The current time, in seconds since 1970. Defaults to the time of the system clock.
    func isSettled(now: Int = time(nil)) -> Bool {
        guard let file else { return true }
        guard now &- file.change.seconds > 2, isOnLocalFileSystem else { return false }
        // The file system was determined by path. If the file was replaced meanwhile, the new file may be on another
        // file system.
        return current == self
    }

    /// Whether only this computer can change the file.
    var isOnLocalFileSystem: Bool {
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
