import CDefaults
// Which module's `stat` is seen depends on the order in which modules are loaded: CoreFoundation's headers include it
// too.
import CoreFoundation
import Foundation
import Glibc
import PropertyList

/// A descriptor of this process, closed when the last reference to it is released.
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

    /// Waits until the contents are on the disk. Does nothing on a file system without that operation, and in a folder
    /// that is thrown away.
    ///
    /// `EROFS` is an error: a file system that became read-only through damage reports it after its last writes were
    /// lost.
    func synchronize(for access: FileAccess) throws(FileError) {
        if DiscardedFolder.contains(number) { return }
        do {
            try access.call { fsync(number) }
        } catch  where error.systemError?.code == EINVAL {
            return
        }
    }
}

/// An open file, and the operation and path for errors.
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

    /// Reads from the position in the file to the end, at most a number of bytes.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of bytes.
    ///   - size: The size of the file in its status, or 0 if that is unknown.
    ///   - isInVain: Decides from the first bytes of a large file or a stream that the rest is of no use. The result is
    ///     then the first bytes.
    func read(
        atMost limit: Int, expecting size: Int = 0, unless isInVain: ([UInt8]) -> Bool = { _ in false }
    ) throws(FileError) -> [UInt8] {
        var bytes: [UInt8] = []
        var isAtEnd = false
        if size == 0 || size > 1 << 16 {
            (bytes, isAtEnd) = try filled(bytes, upTo: min(limit, 4096))
            if !isAtEnd, isInVain(bytes) { return bytes }
        }
        // One byte more than expected: the call after the last byte then finds the end without a larger buffer.
        var room = max(size < .max ? size + 1 : size, 4096)
        while !isAtEnd, bytes.count < limit {
            if bytes.count >= room { room = 2 * bytes.count }
            (bytes, isAtEnd) = try filled(bytes, upTo: min(limit, room))
        }
        return bytes
    }

    /// Returns the bytes with those that follow in the file appended, up to a count or the end of the file.
    private func filled(_ bytes: [UInt8], upTo count: Int) throws(FileError) -> ([UInt8], isAtEnd: Bool) {
        guard MemoryCheck.hasRoom(forBytes: count) else { throw access.error(SystemError(ENOMEM)) }
        var failure: SystemError?
        var isAtEnd = false
        let filled = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            UnsafeMutableRawBufferPointer(buffer).copyBytes(from: bytes)
            filled = bytes.count
            do throws(SystemError) {
                while filled < count, !isAtEnd {
                    let read = try systemCall {
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

    /// Fills a buffer with the bytes at an offset. Returns false if there are fewer, or if reading fails.
    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Bool {
        var done = 0
        while done < buffer.count {
            let count = try? systemCall {
                pread(descriptor, buffer.baseAddress?.advanced(by: done), buffer.count - done, off_t(offset + done))
            }
            guard let count, count > 0 else { return false }
            done += count
        }
        return true
    }

    /// Writes all the bytes, in as many system calls as are needed.
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

/// The status of a file in the file system.
package struct FileStatus {
    package let identity: FileIdentity
    let mode: mode_t
    let owner: uid_t
    let group: gid_t
    let size: Int
    /// The number of hard links.
    let linkCount: Int

    init(_ status: stat) {
        identity = FileIdentity(device: UInt64(status.st_dev), number: UInt64(status.st_ino))
        mode = status.st_mode
        owner = status.st_uid
        group = status.st_gid
        size = Int(status.st_size)
        linkCount = Int(status.st_nlink)
    }

    var isRegularFile: Bool { mode & S_IFMT == S_IFREG }
    var isSymbolicLink: Bool { mode & S_IFMT == S_IFLNK }
    var isDirectory: Bool { mode & S_IFMT == S_IFDIR }
    /// Whether the file is a device, a FIFO or a socket.
    var isStream: Bool { !isRegularFile && !isDirectory && !isSymbolicLink }
    /// Whether other users could read from the stream: a FIFO or socket, by its owner or mode. Character devices, such
    /// as terminals, do not count.
    var letsOthersRead: Bool { isStream && mode & S_IFMT != S_IFCHR && !isForEffectiveUserAlone }
    /// Whether the file belongs to the effective user, and its mode lets nobody else read it.
    var isForEffectiveUserAlone: Bool { owner == geteuid() && mode & 0o044 == 0 }
    /// Whether the file belongs to the effective user, and its mode lets nobody else write it.
    var isWritableByEffectiveUserAlone: Bool { owner == geteuid() && mode & 0o022 == 0 }
    var permissions: mode_t { mode & 0o7777 }
    /// The mode of a new file with the same contents, which lets the owner change it and nobody else see more.
    var modeOfCopy: mode_t { permissions & 0o666 | 0o600 }
}

/// The identity of a file, which is the same for all its names: device and inode number.
package struct FileIdentity: Hashable, Comparable, Sendable {
    let device: UInt64
    let number: UInt64

    package static func < (left: FileIdentity, right: FileIdentity) -> Bool {
        (left.device, left.number) < (right.device, right.number)
    }
}

/// Extended attributes of files, which also hold access control lists. Their names are bytes of any encoding.
enum ExtendedAttributes {
    /// Copies the attributes of one file to another, and removes all others from it.
    ///
    /// A new file inherits the default access control list of its folder, which could admit users that the old file did
    /// not.
    static func copy(from source: OpenFile, to target: OpenFile) throws(FileError) {
        let names = try names(of: source)
        for name in try Self.names(of: target) where !names.contains(name) && !isPolicy(name) {
            try target.access.call { defaults_fremovexattr(target.descriptor, name) }
        }
        for name in names {
            let value = try fill(source) { defaults_fgetxattr(source.descriptor, name, $0, $1) }
            do {
                try target.access.call { defaults_fsetxattr(target.descriptor, name, value, value.count) }
            } catch  where isPolicy(name) {
                continue
            }
        }
    }

    /// Returns whether the policy of the system sets the attribute, not the user.
    private static func isPolicy(_ name: [CChar]) -> Bool {
        ["security.", "trusted."].contains { name.starts(with: $0.utf8.map(CChar.init(bitPattern:))) }
    }

    /// Returns the names of a file's attributes, each with a zero byte at its end.
    private static func names(of file: OpenFile) throws(FileError) -> [[CChar]] {
        do {
            let list = try fill(file) { defaults_flistxattr(file.descriptor, $0, $1) }
            return list.split(separator: 0).map { $0.map(CChar.init(bitPattern:)) + [0] }
        } catch  where error.systemError?.code == ENOTSUP {
            return []  // the file system does not support attributes
        }
    }

    /// Returns the bytes that a system call provides. The first call returns their number, the second one the bytes.
    private static func fill(
        _ file: OpenFile, _ body: (UnsafeMutableRawPointer?, Int) -> Int
    ) throws(FileError) -> [UInt8] {
        let size = try file.access.call { body(nil, 0) }
        guard size > 0 else { return [] }
        var bytes = [UInt8](repeating: 0, count: size)
        let count = try file.access.call { bytes.withUnsafeMutableBytes { body($0.baseAddress, size) } }
        return Array(bytes.prefix(count))
    }
}
