import Foundation
import Glibc

/// A private file to which programs append lines, one program at a time.
///
/// A line exists when its newline is on the disk. An interrupted write can leave bytes after the last newline, which
/// the next write removes. After a power failure, these bytes can be NULs with a newline at the end.
package final class LineFile {
    private let file: OpenFile
    private let status: FileStatus

    private init(_ file: OpenFile) throws(FileError) {
        self.file = file
        status = try file.regularFileStatus()
    }

    deinit {
        // Closing the file does not release the lock if another process has inherited the descriptor, or if closing
        // fails.
        flock(file.descriptor, LOCK_UN)
    }

    /// Opens a file for reading, or returns `nil` if it does not exist. A link is refused.
    package static func openToRead(_ path: String) throws(FileError) -> LineFile? {
        do {
            return try open(path, O_RDONLY, for: .read(path))
        } catch  where error.systemError?.code == ENOENT {
            return nil
        }
    }

    /// Opens a file for appending, and creates it with mode 0600 if it does not exist. A link is refused.
    package static func openToAppend(_ path: String) throws(FileError) -> LineFile {
        while true {
            do {
                return try open(path, O_RDWR, for: .write(path))
            } catch  where error.systemError?.code != ENOENT {
                throw error
            } catch {
                do {
                    return try open(path, O_RDWR | O_CREAT | O_EXCL, for: .write(path))
                } catch  where error.systemError?.code != EEXIST {
                    throw error
                } catch {
                    continue  // another program was faster
                }
            }
        }
    }

    private static func open(_ path: String, _ flags: Int32, for access: FileAccess) throws(FileError) -> LineFile {
        do {
            let flags = flags | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
            return try LineFile(OpenFile(access.call { Glibc.open(path, flags, 0o600) }, for: access))
        } catch {
            switch error.systemError {
            case .tooManyLinks?: throw access.error(.notRegularFile(.other))
            case .isFolder?: throw access.error(.notRegularFile(.directory))
            default: throw error
            }
        }
    }

    /// Whether the file belongs to the effective user, and nobody else can write it.
    package var isPrivate: Bool { status.isWritableByEffectiveUserAlone }

    /// Waits for the lock of the file. The lock is released together with this object.
    ///
    /// - Returns: Whether the lock was acquired before the deadline.
    package func lock(until deadline: Deadline) throws(FileError) -> Bool {
        while true {
            do {
                try FileAccess.lock(file.access.path).call { flock(file.descriptor, LOCK_EX | LOCK_NB) }
                return true
            } catch  where error.systemError?.code == EWOULDBLOCK {
                if deadline.hasPassed { return false }
                Platform.pause(milliseconds: 1)
            }
        }
    }

    /// Returns whether the path of the file still leads to it.
    package func isCurrent() throws(FileError) -> Bool {
        try FilePaths.status(file.access.path, for: file.access)?.identity == status.identity
    }

    /// Reads all lines.
    ///
    /// - Returns: The lines without their newlines, and the bytes after the last line, which an interrupted write has
    ///   left.
    package func lines() throws(FileError) -> (lines: [[UInt8]], rest: [UInt8]) {
        let bytes = try file.read(atMost: .max, expecting: status.size)
        var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { Array($0) }
        var rest = lines.removeLast()
        if lines.last?.contains(0) == true { rest = lines.removeLast() + [UInt8(ascii: "\n")] + rest }
        return (lines, rest)
    }

    /// Reads the first line without its newline, or returns `nil` if there is none.
    package func firstLine() throws(FileError) -> [UInt8]? {
        let size = try file.status().size
        var count = min(size, 1 << 12)
        while true {
            let block = try block(of: count, at: 0)
            if let newline = block.firstIndex(of: UInt8(ascii: "\n")) { return Array(block[..<newline]) }
            if count == size { return nil }
            count = min(size, 2 * count)
        }
    }

    /// Reads the last line.
    ///
    /// - Parameter limit: The offset after the last byte to read, or `nil` to read from the end of the file.
    /// - Returns: The line without its newline, or `nil` if there is none. `end` is the offset after the line, or 0 if
    ///   there is none. `rest` contains the bytes from that offset on, which an interrupted write has left.
    package func lastLine(before limit: Int? = nil) throws(FileError) -> (line: [UInt8]?, end: Int, rest: [UInt8]) {
        var tail: [UInt8] = []
        var start = if let limit { limit } else { try file.status().size }
        while true {
            if let found = Self.lastLine(in: tail, isWhole: start == 0) {
                return (found.line, start + found.end, Array(tail[found.end...]))
            }
            let count = min(start, max(1 << 12, tail.count))
            tail = try block(of: count, at: start - count, besides: tail.count) + tail
            start -= count
        }
    }

    /// Reads bytes at an offset. The check for free memory includes `others`, the bytes that the caller has in memory.
    private func block(of count: Int, at offset: Int, besides others: Int = 0) throws(FileError) -> [UInt8] {
        guard MemoryCheck.hasRoom(forBytes: count + others) else { throw file.access.error(SystemError(ENOMEM)) }
        var block = [UInt8](repeating: 0, count: count)
        let isRead = block.withUnsafeMutableBytes { file.read(into: $0, at: offset) }
        guard isRead else { throw file.access.error(SystemError(EIO)) }
        return block
    }

    /// Returns the last line in the last bytes of a file, or `nil` if more bytes are needed.
    private static func lastLine(in tail: [UInt8], isWhole: Bool) -> (line: [UInt8]?, end: Int)? {
        var end = tail.endIndex
        while true {
            guard let newline = tail[..<end].lastIndex(of: UInt8(ascii: "\n")) else { return isWhole ? (nil, 0) : nil }
            let before = tail[..<newline].lastIndex(of: UInt8(ascii: "\n"))
            if before == nil, !isWhole { return nil }
            let line = tail[(before.map { $0 + 1 } ?? 0)..<newline]
            if end < tail.endIndex || !line.contains(0) { return (Array(line), newline + 1) }
            // The power failed during the last write, so that the line never existed.
            end = newline
        }
    }

    /// Replaces all bytes from an offset on with a line. After an error, the line does not exist.
    ///
    /// - Parameter isSynchronized: Whether to wait until the line is on the disk.
    package func append(_ line: [UInt8], at offset: Int, isSynchronized: Bool = true) throws(FileError) {
        try file.truncate(to: offset)
        do {
            // If the file has a line, its entry in the folder is already on the disk.
            if offset == 0 {
                let folder = try Folder(path: FilePaths.split(file.access.path).folder, for: file.access)
                try folder.synchronize(for: file.access)
            }
            try file.access.call { lseek(file.descriptor, off_t(offset), SEEK_SET) }
            try file.write(Data(line + [UInt8(ascii: "\n")]))
            if isSynchronized { try file.synchronize() }
        } catch {
            try? file.truncate(to: offset)
            throw error
        }
    }
}
