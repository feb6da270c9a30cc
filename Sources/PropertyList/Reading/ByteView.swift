/// The bytes of a file, readable at any place: outside them there are zeros. No offset, however wrong, leads out of the buffer.
///
/// A view is valid inside the closure it is given to, and no longer.
struct ByteView {
    private let buffer: UnsafeBufferPointer<UInt8>
    /// The file that the bytes are read from when they are needed. Unmanaged, so that copies of a view cost nothing.
    private let blocks: Unmanaged<FileBlocks>?

    /// The number of bytes.
    let count: Int

    /// Creates a view of bytes.
    ///
    /// - Parameters:
    ///   - buffer: The bytes, which must outlive the view.
    ///   - blocks: The file whose blocks the bytes are, which must outlive the view; `nil` if all bytes are there.
    init(_ buffer: UnsafeBufferPointer<UInt8>, blocks: FileBlocks? = nil) {
        self.buffer = buffer
        self.blocks = blocks.map(Unmanaged.passUnretained)
        count = buffer.count
    }

    /// Reads bytes from the file, as far as there are so many. Must be called before these bytes are used.
    @inline(__always)
    func load(_ length: Int, at offset: Int) {
        if blocks != nil { loadBlocks(length, at: offset) }
    }

    @inline(never)
    private func loadBlocks(_ length: Int, at offset: Int) {
        guard let blocks, length > 0, holds(offset) else { return }
        blocks._withUnsafeGuaranteedRef { $0.load(offset..<offset + min(length, count - offset)) }
    }

    /// Lends the bytes to a closure.
    static func of<Result>(
        _ bytes: [UInt8], _ body: (ByteView) throws(PropertyListError) -> Result
    ) throws(PropertyListError) -> Result {
        try bytes.withUnsafeBufferPointer { (buffer) throws(PropertyListError) -> Result in
            try body(ByteView(buffer))
        }
    }

    /// The byte at an offset; 0 outside.
    @inline(__always)
    subscript(offset: Int) -> UInt8 {
        holds(offset) ? buffer[offset] : 0
    }

    /// Whether there is a byte at the offset.
    @inline(__always)
    func holds(_ offset: Int) -> Bool {
        UInt(bitPattern: offset) < UInt(bitPattern: count)
    }

    /// The part of a range that lies inside, as a collection to be copied from at once.
    @inline(__always)
    subscript(range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(rebasing: buffer[range.clamped(to: 0..<count)])
    }

    /// Whether these bytes stand at an offset.
    func hasBytes(_ bytes: StaticString, at offset: Int) -> Bool {
        bytes.withUTF8Buffer { self[offset..<offset + $0.count].elementsEqual($0) }
    }

    /// Whether these bytes stand at an offset. Looked at from the end, since what keys have in common is mostly their beginning.
    @inline(__always)
    func hasBytes(_ bytes: [UInt8], at offset: Int) -> Bool {
        guard offset >= 0, bytes.count <= count - offset else { return false }
        for index in bytes.indices.reversed() where buffer[offset + index] != bytes[index] { return false }
        return true
    }

    /// The big-endian number in 1 to 8 bytes at an offset.
    @inline(__always)
    func integer(at offset: Int, width: Int) -> UInt64 {
        guard holds(offset), width <= count - offset else { return 0 }
        guard count - offset >= 8 else { return buffer[offset..<offset + width].reduce(0) { $0 << 8 | UInt64($1) } }
        let word = UnsafeRawBufferPointer(buffer).loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        return UInt64(bigEndian: word) &>> UInt64(truncatingIfNeeded: 64 &- 8 &* width)
    }

    /// Eight bytes as a little-endian number, nil where fewer are left.
    @inline(__always)
    func word(at offset: Int) -> UInt64? {
        guard holds(offset), count - offset >= 8 else { return nil }
        return UInt64(
            littleEndian: UnsafeRawBufferPointer(buffer).loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }

    /// The offset of the first byte that belongs to no valid UTF-8, nil where all do.
    func firstInvalidUTF8(from start: Int) -> Int? {
        var offset = start
        while offset < count {
            if let word = word(at: offset), word & 0x8080_8080_8080_8080 == 0 {
                offset += 8
            } else if self[offset] < 0x80 {
                offset += 1
            } else {
                let length = lengthOfScalar(at: offset)
                if length == 0 { return offset }
                offset += length
            }
        }
        return nil
    }

    /// The number of bytes of the scalar above U+007F that begins at an offset; 0 where none does.
    private func lengthOfScalar(at offset: Int) -> Int {
        let (lead, second) = (self[offset], self[offset + 1])
        let continuations: Int
        let allowedSecond: ClosedRange<UInt8>
        switch lead {
        case 0xC2...0xDF: (continuations, allowedSecond) = (1, 0x80...0xBF)
        case 0xE0: (continuations, allowedSecond) = (2, 0xA0...0xBF)
        case 0xED: (continuations, allowedSecond) = (2, 0x80...0x9F)
        case 0xE1...0xEF: (continuations, allowedSecond) = (2, 0x80...0xBF)
        case 0xF0: (continuations, allowedSecond) = (3, 0x90...0xBF)
        case 0xF4: (continuations, allowedSecond) = (3, 0x80...0x8F)
        case 0xF1...0xF3: (continuations, allowedSecond) = (3, 0x80...0xBF)
        default: return 0
        }
        guard allowedSecond.contains(second) else { return 0 }
        for index in 2..<max(2, continuations + 1) where self[offset + index] & 0xC0 != 0x80 { return 0 }
        return continuations + 1
    }
}
