import Foundation
import Glibc

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
        try access.mapping(try FileStatus(descriptor: number))
    }

    /// Waits until the contents are on the disk. Does nothing on a file system without that operation, and in a
    /// ``DiscardedFolder``.
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

    /// Returns the status, or throws an error if the file is not a regular file.
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

    /// Reads from the position in the file to its end, up to a maximum number of bytes.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of bytes.
    ///   - size: The size of the file in its status, or 0 if that is unknown.
    ///   - isInVain: Returns whether the first bytes of a large file or a stream show that the rest is not needed. Only
    ///     the first bytes are then returned.
    func read(
        atMost limit: Int, expecting size: Int = 0, unless isInVain: ([UInt8]) -> Bool = { _ in false }
    ) throws(FileError) -> [UInt8] {
        var bytes: [UInt8] = []
        var isAtEnd = false
        if size == 0 || size > 1 << 16 {
            (bytes, isAtEnd) = try filled(bytes, upTo: min(limit, 4096))
            if !isAtEnd, isInVain(bytes) { return bytes }
        }
        // With one byte more than expected, the last call finds the end of the file without a larger buffer.
        var room = max(size < .max ? size + 1 : size, 4096)
        while !isAtEnd, bytes.count < limit {
            if bytes.count >= room { room = 2 * bytes.count }
            (bytes, isAtEnd) = try filled(bytes, upTo: min(limit, room))
        }
        return bytes
    }

    /// Returns the given bytes followed by the next bytes of the file, until there are `count` bytes or the file ends.
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

    /// Fills a buffer with the bytes at an offset. Returns false if the file has fewer bytes, or if reading fails.
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

    /// Removes the bytes from an offset on.
    func truncate(to offset: Int) throws(FileError) {
        try access.call { ftruncate(descriptor, off_t(offset)) }
    }
}
