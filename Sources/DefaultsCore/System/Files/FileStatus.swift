// Without this import, the compiler may not find `stat`. CoreFoundation's headers include the C header of `stat`, so
// the compiler can attribute `stat` to CoreFoundation.
import CoreFoundation
import Glibc

/// The status of a file in the file system.
package struct FileStatus: Equatable, Sendable {
    let identity: FileIdentity
    let mode: mode_t
    let owner: uid_t
    let group: gid_t
    package let size: Int
    /// The number of hard links.
    package let linkCount: Int

    /// The time of the last change of the contents. Programs can set it.
    let modification: Time
    /// The time of the last change of the contents or of the status. Programs cannot set it.
    let change: Time

    /// A time that a file system records. It may be in any year.
    struct Time: Equatable, Sendable {
        let seconds: Int
        let nanoseconds: Int

        /// The duration since this time. Negative if the time is in the future.
        var age: Duration {
            var now = timespec()
            clock_gettime(CLOCK_REALTIME, &now)
            return .seconds(now.tv_sec) - .seconds(seconds) + .nanoseconds(now.tv_nsec - nanoseconds)
        }
    }

    /// Determines the status of an open file.
    init(descriptor: Int32) throws(SystemError) {
        var status = stat()
        try systemCall { fstat(descriptor, &status) }
        self.init(status)
    }

    /// Determines the status of the file at a path.
    ///
    /// - Parameters:
    ///   - folder: The descriptor of the folder in which a relative path begins. Defaults to the working directory.
    ///   - followsLink: Whether a link at the end of the path is followed.
    init(path: String, in folder: Int32 = AT_FDCWD, followsLink: Bool = true) throws(SystemError) {
        // Swift copies a text that is passed as a pointer.
        self = try path.withCString { path in
            Result { () throws(SystemError) in try Self(path: path, in: folder, followsLink: followsLink) }
        }.get()
    }

    /// Determines the status of the file at a path, which need not be UTF-8.
    init(path: UnsafePointer<CChar>, in folder: Int32, followsLink: Bool) throws(SystemError) {
        var status = stat()
        try systemCall { fstatat(folder, path, &status, followsLink ? 0 : AT_SYMLINK_NOFOLLOW) }
        self.init(status)
    }

    private init(_ status: stat) {
        identity = FileIdentity(device: UInt64(status.st_dev), number: UInt64(status.st_ino))
        mode = status.st_mode
        owner = status.st_uid
        group = status.st_gid
        size = Int(status.st_size)
        linkCount = Int(status.st_nlink)
        modification = Time(seconds: status.st_mtim.tv_sec, nanoseconds: status.st_mtim.tv_nsec)
        change = Time(seconds: status.st_ctim.tv_sec, nanoseconds: status.st_ctim.tv_nsec)
    }

    package var isRegularFile: Bool { mode & S_IFMT == S_IFREG }
    var isSymbolicLink: Bool { mode & S_IFMT == S_IFLNK }
    var isDirectory: Bool { mode & S_IFMT == S_IFDIR }
    /// Whether the file is a device, a FIFO or a socket.
    var isStream: Bool { !isRegularFile && !isDirectory && !isSymbolicLink }
    /// Whether the file is a terminal or a similar device.
    package var isCharacterDevice: Bool { mode & S_IFMT == S_IFCHR }
    /// Whether the owner or mode of this FIFO, socket or block device lets other users read it. False for all other
    /// files, including terminals.
    var letsOthersRead: Bool { isStream && !isCharacterDevice && !isForEffectiveUserAlone }
    /// Whether the file belongs to the effective user, and its mode lets nobody else read it.
    var isForEffectiveUserAlone: Bool { owner == geteuid() && mode & 0o044 == 0 }
    /// Whether the file belongs to the effective user, and its mode lets nobody else write it.
    var isWritableByEffectiveUserAlone: Bool { owner == geteuid() && mode & 0o022 == 0 }
    package var permissions: UInt32 { mode & 0o7777 }
    /// The mode for a copy of the file. The owner can read and write the copy. Other users get no more rights than for
    /// this file.
    var modeOfCopy: mode_t { permissions & 0o666 | 0o600 }
}

/// The identity of a file: its device and inode number. All hard links of a file have the same identity.
struct FileIdentity: Hashable, Comparable, Sendable {
    let device: UInt64
    let number: UInt64

    static func < (left: FileIdentity, right: FileIdentity) -> Bool {
        (left.device, left.number) < (right.device, right.number)
    }
}
