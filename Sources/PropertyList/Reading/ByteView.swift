import Foundation

/// The bytes of a file. A byte outside the file is read as zero, so that an invalid offset never leads out of the
/// buffer.
///
/// A view is valid only in the closure that it is passed to.
struct ByteView {
    private let buffer: UnsafeBufferPointer<UInt8>
    let count: Int

    /// Creates a view of a buffer. The buffer must outlive the view.
    init(_ buffer: UnsafeBufferPointer<UInt8>) {
        self.buffer = buffer
        count = buffer.count
    }

    /// Calls a closure with a view of bytes.
    static func of<Result>(
        _ bytes: [UInt8], _ body: (ByteView) throws(PropertyListError) -> Result
    ) throws(PropertyListError) -> Result {
        try bytes.withUnsafeBufferPointer { (buffer) throws(PropertyListError) -> Result in
            try body(ByteView(buffer))
        }
    }

    /// The byte at an offset, or 0 outside the file.
    @inline(__always)
    subscript(offset: Int) -> UInt8 {
        holds(offset) ? buffer[offset] : 0
    }

    /// Returns whether an offset lies in the file.
    @inline(__always)
    func holds(_ offset: Int) -> Bool {
        UInt(bitPattern: offset) < UInt(bitPattern: count)
    }

    /// The bytes in a range. Offsets outside the file are omitted.
    @inline(__always)
    subscript(range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(rebasing: buffer[range.clamped(to: 0..<count)])
    }

    /// Returns whether the file contains the given bytes at an offset.
    func hasBytes(_ bytes: StaticString, at offset: Int) -> Bool {
        bytes.withUTF8Buffer { self[offset..<offset + $0.count].elementsEqual($0) }
    }

    /// Returns whether the file contains the given bytes at an offset. The comparison begins at the end, because keys
    /// often have a common beginning.
    @inline(__always)
    func hasBytes(_ bytes: [UInt8], at offset: Int) -> Bool {
        guard offset >= 0, bytes.count <= count - offset else { return false }
        for index in bytes.indices.reversed() where buffer[offset + index] != bytes[index] { return false }
        return true
    }

    /// Returns the big-endian number in 1 to 8 bytes at an offset, or 0 outside the file.
    @inline(__always)
    func integer(at offset: Int, width: Int) -> UInt64 {
        guard holds(offset), width <= count - offset else { return 0 }
        guard count - offset >= 8 else { return buffer[offset..<offset + width].reduce(0) { $0 << 8 | UInt64($1) } }
        let word = UnsafeRawBufferPointer(buffer).loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        return UInt64(bigEndian: word) &>> UInt64(truncatingIfNeeded: 64 &- 8 &* width)
    }

    /// Returns eight bytes as a little-endian number, or `nil` if there are fewer.
    @inline(__always)
    func word(at offset: Int) -> UInt64? {
        guard holds(offset), count - offset >= 8 else { return nil }
        return UInt64(
            littleEndian: UnsafeRawBufferPointer(buffer).loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }

    /// Returns the offset of the first byte that is not part of valid UTF-8, or `nil` if all bytes are valid.
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

    /// Returns the number of bytes of the non-ASCII scalar at an offset, or 0 if it is invalid.
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

extension UnsafeBufferPointer<UInt8> {
    /// Whether all bytes are ASCII. Without a branch in the loop the compiler tests many bytes at once.
    @inline(__always)
    var isASCII: Bool {
        var bits: UInt8 = 0
        for byte in self { bits |= byte }
        return bits < 0x80
    }
}
