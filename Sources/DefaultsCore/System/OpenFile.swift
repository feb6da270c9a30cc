// Which module's `stat` is seen depends on the order in which modules are loaded: CoreFoundation's headers include it too.
import CoreFoundation
import Foundation
import Glibc
import PropertyList

/// A descriptor of this process, closed when the last reference to it goes.
final class FileDescriptor: Sendable {
    let number: Int32

    /// Takes over an open descriptor.
    init(_ number: Int32) {
        self.number = number
    }

    deinit {
        close(number)
    }

    func status(for access: FileAccess) throws(FileError) -> FileStatus {
        var status = stat()
        try access.call { fstat(number, &status) }
        return FileStatus(status)
    }

    /// Waits until the contents are on the disk. A file system that has no such operation has nothing to wait for.
    ///
    /// `EROFS` is an error: a file system that damage has made read-only answers that while its last writes are lost.
    func synchronize(for access: FileAccess) throws(FileError) {
        do {
            try access.call { fsync(number) }
        } catch  where error.systemError?.code == EINVAL {
            return
        }
    }
}

/// An open file, and the operation that it was opened for.
struct OpenFile: Sendable {
    let access: FileAccess
    private let file: FileDescriptor

    /// Takes over a descriptor.
    init(_ descriptor: Int32, for access: FileAccess) {
        file = FileDescriptor(descriptor)
        self.access = access
    }

    var descriptor: Int32 { file.number }

    func status() throws(FileError) -> FileStatus {
        try file.status(for: access)
    }

    /// Returns the status, or throws an error if the file is not a regular one.
    func regularFileStatus() throws(FileError) -> FileStatus {
        let status = try status()
        guard status.isRegularFile else {
            throw access.error(.notRegularFile(status.isDirectory ? .directory : .other))
        }
        return status
    }

    /// Waits until the contents are on the disk.
    func synchronize() throws(FileError) {
        try file.synchronize(for: access)
    }

    /// Everything from the file's position to its end, or as much of it as is asked for.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of bytes.
    ///   - size: The number of bytes that the file is said to have, 0 if that is unknown.
    ///   - isInVain: Tells from the first bytes of a large file or a stream whether the others are not worth reading; then the result is the
    ///     first bytes.
    func read(
        atMost limit: Int, expecting size: Int = 0, unless isInVain: ([UInt8]) -> Bool = { _ in false }
    ) throws(FileError) -> [UInt8] {
        var bytes: [UInt8] = []
        var isAtEnd = false
        if size == 0 || size > 1 << 16 {
            (bytes, isAtEnd) = try filled(bytes, upTo: min(limit, 4096))
            if !isAtEnd, isInVain(bytes) { return bytes }
        }
        // Room for one more than expected: the call after the last byte meets the end, and nothing is moved.
        var room = max(size + 1, 4096)
        while !isAtEnd, bytes.count < limit {
            if bytes.count >= room { room = 2 * bytes.count }
            (bytes, isAtEnd) = try filled(bytes, upTo: min(limit, room))
        }
        return bytes
    }

    /// The bytes and those that follow in the file, so many together, or fewer where it ends; and whether it ends there.
    private func filled(_ bytes: [UInt8], upTo count: Int) throws(FileError) -> ([UInt8], isAtEnd: Bool) {
        guard MemoryCheck.hasRoom(forBytes: count) else { throw access.error(SystemError(ENOMEM)) }
        var failure: SystemError?
        var isAtEnd = false
        let filled = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            UnsafeMutableRawBufferPointer(buffer).copyBytes(from: bytes)
            filled = bytes.count
            do throws(SystemError) {
                while filled < count, !isAtEnd {
                    let read = try call {
                        Glibc.read(descriptor, buffer.baseAddress?.advanced(by: filled), count - filled)
                    }
                    filled += read
                    isAtEnd = read == 0
                }
            } catch {
                failure = error
            }
        }
        if let failure { throw access.error(failure) }
        return (filled, isAtEnd)
    }

    /// Fills a buffer with what stands in the file from an offset on; false where that is less, or cannot be read.
    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Bool {
        var done = 0
        while done < buffer.count {
            let count = try? call {
                pread(descriptor, buffer.baseAddress?.advanced(by: done), buffer.count - done, off_t(offset + done))
            }
            guard let count, count > 0 else { return false }
            done += count
        }
        return true
    }

    /// Writes all the bytes, in as many system calls as it takes.
    func write(_ data: Data) throws(FileError) {
        var written = 0
        while written < data.count {
            written += try access.call {
                data.withUnsafeBytes { buffer in
                    let rest = UnsafeRawBufferPointer(rebasing: buffer[written...])
                    return Glibc.write(descriptor, rest.baseAddress, rest.count)
                }
            }
        }
    }
}

/// What the file system says of a file.
struct FileStatus {
    let identity: FileIdentity
    let mode: mode_t
    let owner: uid_t
    let group: gid_t
    let size: Int
    /// How many names the file has.
    let linkCount: Int
    private let changed: timespec

    init(_ status: stat) {
        identity = FileIdentity(device: UInt64(status.st_dev), number: UInt64(status.st_ino))
        mode = status.st_mode
        owner = status.st_uid
        group = status.st_gid
        size = Int(status.st_size)
        linkCount = Int(status.st_nlink)
        changed = status.st_ctim
    }

    /// Whether nothing was written to the file since an earlier look at it, as far as its clock tells.
    func isUnchanged(since earlier: FileStatus) -> Bool {
        size == earlier.size && changed.tv_sec == earlier.changed.tv_sec && changed.tv_nsec == earlier.changed.tv_nsec
    }

    var isRegularFile: Bool { mode & S_IFMT == S_IFREG }
    var isSymbolicLink: Bool { mode & S_IFMT == S_IFLNK }
    var isDirectory: Bool { mode & S_IFMT == S_IFDIR }
    /// Whether it is a device, a FIFO or a socket.
    var isStream: Bool { !isRegularFile && !isDirectory && !isSymbolicLink }
    /// Whether what is written to a stream can be read by others: one that is not a terminal or another character device, by owner or mode.
    var letsOthersRead: Bool { isStream && mode & S_IFMT != S_IFCHR && !isForEffectiveUserAlone }
    /// Whether the file belongs to the effective user, and its mode lets nobody else read it.
    var isForEffectiveUserAlone: Bool { owner == geteuid() && mode & 0o044 == 0 }
    /// Whether the file belongs to the effective user, and its mode lets nobody else write it.
    var isWritableByEffectiveUserAlone: Bool { owner == geteuid() && mode & 0o022 == 0 }
    var permissions: mode_t { mode & 0o7777 }
}

/// What tells one file from all others, whatever its names.
struct FileIdentity: Hashable, Comparable, Sendable {
    let device: UInt64
    let number: UInt64

    static func < (left: FileIdentity, right: FileIdentity) -> Bool {
        (left.device, left.number) < (right.device, right.number)
    }
}
