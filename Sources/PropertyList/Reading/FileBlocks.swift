import Foundation

/// The bytes of a file that is read in blocks, each when it is first needed.
///
/// Memory for other blocks is reserved but never touched, so the system does not provide it.
final class FileBlocks {
    /// Fills a buffer with the bytes of the file at an offset. Returns whether all of them could be read.
    typealias Read = (_ offset: Int, _ buffer: UnsafeMutableRawBufferPointer) -> Bool

    private let buffer: UnsafeMutableRawBufferPointer
    /// The binary logarithm of the size of a block.
    private let shift: Int
    /// Whether each block was read. A pointer, because every use of an array in a class is checked for exclusive
    /// access.
    private let isRead: UnsafeMutableBufferPointer<Bool>
    private let read: Read
    /// Whether a block could not be read.
    private(set) var hasFailed = false

    /// Reserves memory for a file, or returns `nil` if there is not enough.
    ///
    /// - Parameters:
    ///   - count: The size of the file, in bytes.
    ///   - shift: The binary logarithm of the size of a block.
    ///   - filler: The byte that fills the blocks before they are read.
    ///   - read: Reads a block.
    init?(count: Int, shift: Int = 16, filler: UInt8 = 0, read: @escaping Read) {
        guard count > 0, let memory = calloc(count, 1) else { return nil }
        buffer = UnsafeMutableRawBufferPointer(start: memory, count: count)
        if filler != 0 { buffer.initializeMemory(as: UInt8.self, repeating: filler) }
        self.shift = shift
        isRead = .allocate(capacity: (count - 1) >> shift + 1)
        isRead.initialize(repeating: false)
        self.read = read
    }

    deinit {
        free(buffer.baseAddress)
        isRead.deallocate()
    }

    /// Reads the blocks of bytes unless they were read before. Bytes outside the file are ignored.
    @inline(__always)
    func load(_ length: Int, at offset: Int) {
        let block = offset >> shift
        let isInOneBlock = block == (offset &+ length &- 1) >> shift
        if isInOneBlock, block >= 0, block < isRead.count, isRead[block] { return }
        loadBlocks(length, at: offset)
    }

    @inline(never)
    private func loadBlocks(_ length: Int, at offset: Int) {
        guard length > 0, offset >= 0, offset < buffer.count else { return }
        let end = offset + min(length, buffer.count - offset)
        for block in offset >> shift...(end - 1) >> shift where !isRead[block] {
            isRead[block] = true
            let range = block << shift..<min(buffer.count, (block + 1) << shift)
            if !read(range.lowerBound, UnsafeMutableRawBufferPointer(rebasing: buffer[range])) { hasFailed = true }
        }
    }

    /// Calls a closure with a view of the file.
    func withView<Result>(
        _ body: (ByteView) throws(PropertyListError) -> Result
    ) throws(PropertyListError) -> Result {
        let bytes = UnsafeBufferPointer(buffer.bindMemory(to: UInt8.self))
        return try withExtendedLifetime(self) { () throws(PropertyListError) in try body(ByteView(bytes, blocks: self))
        }
    }
}
