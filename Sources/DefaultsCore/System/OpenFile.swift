// Which module's `stat` is seen depends on the order in which modules are loaded: CoreFoundation's headers include it too.
import CoreFoundation
import Foundation
import Glibc

/// An open file, closed when the last reference to it goes.
final class OpenFile {
    let descriptor: Int32

    init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }

    func status() throws(SystemError) -> FileStatus {
        var status = stat()
        _ = try call { fstat(descriptor, &status) }
        return FileStatus(status)
    }

    /// Everything from the file's position to its end, or as much of it as is asked for.
    func read(atMost limit: Int, expecting size: Int = 0) throws(SystemError) -> [UInt8] {
        var failure: SystemError?
        var isAtEnd = false
        // Room for one more than expected: the call after the last byte meets the end, and nothing is moved.
        var bytes = [UInt8](unsafeUninitializedCapacity: min(limit, max(size + 1, 4096))) { buffer, count in
            do throws(SystemError) {
                while count < buffer.count, !isAtEnd {
                    let read = try call {
                        Glibc.read(descriptor, buffer.baseAddress?.advanced(by: count), buffer.count - count)
                    }
                    count += read
                    isAtEnd = read == 0
                }
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        while bytes.count < limit, !isAtEnd {
            let start = bytes.count
            bytes.append(contentsOf: repeatElement(0, count: min(start, limit - start)))
            var read = 0
            defer { bytes.removeLast(bytes.count - start - read) }
            read = try call {
                bytes.withUnsafeMutableBytes {
                    Glibc.read(descriptor, $0.baseAddress?.advanced(by: start), $0.count - start)
                }
            }
            isAtEnd = read == 0
        }
        return bytes
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
    func write(_ data: Data) throws(SystemError) {
        var written = 0
        while written < data.count {
            written += try call {
                data.withUnsafeBytes { buffer in
                    let rest = UnsafeRawBufferPointer(rebasing: buffer[written...])
                    return Glibc.write(descriptor, rest.baseAddress, rest.count)
                }
            }
        }
    }

    /// Waits until the contents are on the disk. A file system that has no such operation has nothing to wait for.
    ///
    /// `EROFS` is an error: a file system that damage has made read-only answers that while its last writes are lost.
    func synchronize() throws(SystemError) {
        do {
            _ = try call { fsync(descriptor) }
        } catch  where error.code == EINVAL {
            return
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
