import Foundation

/// The bytes of a file of which only parts are read: those that were asked for, in their places. The others are zeros, which take no memory.
final class BinaryParts {
    /// Reads a part of the file, all of it: fills the buffer with what stands from an offset on. Tells whether that could be done.
    typealias Read = (_ offset: Int, _ buffer: UnsafeMutableRawBufferPointer) -> Bool

    let count: Int
    private let buffer: UnsafeMutableRawBufferPointer
    private let blockSize: Int
    private var isRead: [Bool]
    private let read: Read
    /// Whether something that was asked for could not be read.
    private(set) var hasFailed = false

    /// The parts of a file of so many bytes, none of which is read yet. Nil where there is no room for it.
    ///
    /// - Parameters:
    ///   - blockSize: how much is read at once.
    ///   - filler: what stands where nothing was read; another one shows the tests whether somebody looks there.
    init?(count: Int, blockSize: Int = 1 << 14, filler: UInt8 = 0, read: @escaping Read) {
        guard count > 0, let memory = calloc(count, 1) else { return nil }
        self.count = count
        self.blockSize = blockSize
        self.read = read
        isRead = Array(repeating: false, count: (count + blockSize - 1) / blockSize)
        buffer = UnsafeMutableRawBufferPointer(start: memory, count: count)
        if filler != 0 { for index in buffer.indices { buffer[index] = filler } }
    }

    deinit {
        free(buffer.baseAddress)
    }

    /// Reads what of a range is not read yet, as far as the range lies in the file.
    func require(_ range: Range<Int>) {
        let range = range.clamped(to: 0..<count)
        guard !range.isEmpty else { return }
        for block in range.lowerBound / blockSize...(range.upperBound - 1) / blockSize where !isRead[block] {
            isRead[block] = true
            let part = block * blockSize..<min(count, (block + 1) * blockSize)
            let isDone = read(part.lowerBound, UnsafeMutableRawBufferPointer(rebasing: buffer[part]))
            if !isDone { hasFailed = true }
        }
    }

    /// Reads so many bytes from an offset on, which may lie anywhere.
    func require(_ length: Int, at offset: Int) {
        guard offset >= 0, offset < count, length > 0 else { return }
        require(offset..<offset + min(length, count - offset))
    }

    /// Lends the bytes to a closure.
    func withView<Result>(
        _ body: (ByteView) throws(PropertyListError) -> Result
    ) throws(PropertyListError) -> Result {
        try body(ByteView(UnsafeBufferPointer(buffer.bindMemory(to: UInt8.self))))
    }
}

/// A part of a file that moves along with whoever reads it, in the same memory.
struct BinaryWindow {
    private let parts: BinaryParts.Read
    private let count: Int
    private var bytes: [UInt8]
    private var start = 0
    private var end = 0
    /// How often it may still be moved: who jumps to and fro reads the whole more quickly.
    private var moves: Int

    init(count: Int, size: Int = 1 << 16, read: @escaping BinaryParts.Read) {
        self.count = count
        parts = read
        bytes = Array(repeating: 0, count: size)
        moves = 2 * (count / size) + 16
    }

    /// Moves so that a range is in it, and tells where the range begins there; nil where that cannot be.
    @inline(__always)
    mutating func place(of length: Int, at offset: Int) -> Int? {
        if offset >= start, length <= end - offset { return offset - start }
        return move(to: offset, length: length) ? 0 : nil
    }

    private mutating func move(to offset: Int, length: Int) -> Bool {
        guard offset >= 0, length <= bytes.count, length <= count - offset, moves > 0 else { return false }
        moves -= 1
        let size = min(bytes.count, count - offset)
        let isDone = bytes.withUnsafeMutableBytes {
            parts(offset, UnsafeMutableRawBufferPointer(rebasing: $0[..<size]))
        }
        (start, end) = isDone ? (offset, offset + size) : (0, 0)
        return isDone
    }

    /// The big-endian number in some bytes at an offset; nil where it cannot be read.
    @inline(__always)
    mutating func integer(at offset: Int, width: Int) -> Int? {
        guard let place = place(of: width, at: offset) else { return nil }
        var number: UInt64 = 0
        for index in place..<place + width { number = number << 8 | UInt64(bytes[index]) }
        return Int(exactly: number)
    }

    @inline(__always)
    subscript(place: Int) -> UInt8 { bytes[place] }
}
