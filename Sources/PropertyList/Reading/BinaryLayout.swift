/// The layout of a binary property list: its trailer, its offset table, and the headers of its objects.
///
/// A file consists of `bplist00`, the objects, the table of their offsets, and 32 bytes that describe the table. The
/// high half of an object's first byte is its kind. The low half is its length, or 15 if the length follows as an
/// integer.
struct BinaryLayout {
    let bytes: ByteView
    /// The offset of the root.
    private(set) var rootOffset = 0
    /// The size of a reference to an object, in bytes.
    let referenceWidth: Int
    /// The size of an entry in the offset table, in bytes.
    let offsetWidth: Int
    private let objectCount: Int
    /// The offset of the offset table, which is also the end of the objects.
    private let tableOffset: Int

    /// The beginning of an object.
    struct Header {
        /// The offset of the object.
        let offset: Int
        /// The first byte of the object.
        let marker: UInt8
        /// The length of the object. The unit depends on its kind.
        let count: Int
        /// The offset of the first byte behind the marker and the length.
        let payload: Int

        @inline(__always)
        var kind: UInt8 { marker >> 4 }
    }

    private static let magicSize = 8
    private static let trailerSize = 32

    /// Reads the trailer.
    ///
    /// - Throws: ``PropertyListError`` if the trailer does not match the bytes.
    init(_ bytes: ByteView) throws(PropertyListError) {
        self.bytes = bytes
        let trailer = bytes.count - Self.trailerSize
        guard bytes.hasBytes("bplist0", at: 0) else { throw Self.parseError("an unknown version", at: 6) }
        guard trailer > Self.magicSize else {
            throw Self.parseError("the file ends before its trailer", at: bytes.count)
        }
        offsetWidth = Int(bytes[trailer + 6])
        referenceWidth = Int(bytes[trailer + 7])
        guard (1...8).contains(offsetWidth) else {
            throw Self.parseError("offsets of \(offsetWidth) bytes", at: trailer + 6)
        }
        guard (1...8).contains(referenceWidth) else {
            throw Self.parseError("references of \(referenceWidth) bytes", at: trailer + 7)
        }
        let (objects, root) = (bytes.integer(at: trailer + 8, width: 8), bytes.integer(at: trailer + 16, width: 8))
        let table = bytes.integer(at: trailer + 24, width: 8)
        guard table > Self.magicSize, table < trailer else {
            throw Self.parseError("an offset table outside the file", at: trailer + 24)
        }
        tableOffset = Int(table)
        let room = trailer - tableOffset
        guard objects == room / offsetWidth, room.isMultiple(of: offsetWidth) else {
            throw Self.parseError("an offset table that does not match the number of objects", at: trailer + 8)
        }
        guard Self.width(referenceWidth, reaches: objects), Self.width(offsetWidth, reaches: table) else {
            throw Self.parseError("references or offsets too narrow for the file", at: trailer + 6)
        }
        objectCount = Int(objects)
        guard root < objects else { throw Self.parseError("a reference to a missing root", at: trailer + 16) }
        rootOffset = try offset(ofObject: root, namedAt: trailer + 16)
    }

    private static func width(_ width: Int, reaches number: UInt64) -> Bool {
        width == 8 || number >> (8 * UInt64(width)) == 0
    }

    /// Checks all offsets in the table, including the offsets of objects without references.
    func validateOffsets() throws(PropertyListError) {
        for index in 0..<objectCount {
            let entry = tableOffset + index * offsetWidth
            guard bytes.integer(at: entry, width: offsetWidth) < tableOffset else {
                throw Self.parseError("an offset outside the objects", at: entry)
            }
        }
    }

    /// Returns the offset of the object that a reference names.
    @inline(__always)
    func target(ofReferenceAt offset: Int) throws(PropertyListError) -> Int {
        try self.offset(ofObject: bytes.integer(at: offset, width: referenceWidth), namedAt: offset)
    }

    @inline(__always)
    private func offset(ofObject number: UInt64, namedAt place: Int) throws(PropertyListError) -> Int {
        guard number < objectCount else { throw Self.parseError("a reference to a missing object", at: place) }
        let entry = tableOffset + Int(number) * offsetWidth
        let offset = bytes.integer(at: entry, width: offsetWidth)
        guard offset >= Self.magicSize, offset < tableOffset else {
            throw Self.parseError("an offset outside the objects", at: entry)
        }
        return Int(offset)
    }

    /// Reads the header of the object at an offset.
    @inline(__always)
    func header(at offset: Int) throws(PropertyListError) -> Header {
        let marker = bytes[offset]
        let length = Int(marker & 0xF)
        guard length == 0xF, marker >= 0x40, marker >> 4 != 0x8 else {
            return Header(offset: offset, marker: marker, count: length, payload: offset + 1)
        }
        return try longHeader(at: offset, marker: marker)
    }

    /// Reads a header in which the length follows the marker. The length has 1, 2, 4 or 8 bytes after a byte that gives
    /// its size.
    private func longHeader(at offset: Int, marker: UInt8) throws(PropertyListError) -> Header {
        let lengthMarker = bytes[offset + 1]
        guard (0x10...0x13).contains(lengthMarker), offset + 1 < tableOffset else {
            throw Self.parseError("a length that is not an integer", at: offset + 1)
        }
        let width = 1 << Int(lengthMarker & 0xF)
        guard offset + 2 + width <= tableOffset else { throw Self.parseError("a truncated object", at: offset) }
        guard let count = Int(exactly: bytes.integer(at: offset + 2, width: width)) else {
            throw Self.parseError("a length beyond the end", at: offset + 1)
        }
        return Header(offset: offset, marker: marker, count: count, payload: offset + 2 + width)
    }

    /// Returns the range of an object's payload and checks that it does not extend beyond the objects.
    ///
    /// - Parameter unit: The size of the unit in which the length is counted, in bytes.
    @inline(__always)
    func payload(of header: Header, unit: Int) throws(PropertyListError) -> Range<Int> {
        let (length, overflow) = header.count.multipliedReportingOverflow(by: unit)
        // The payload begins at most a few bytes behind the start of the table, so this cannot overflow.
        guard !overflow, header.payload <= tableOffset, length <= tableOffset - header.payload else {
            throw Self.parseError("an object that extends beyond the objects", at: header.offset)
        }
        return header.payload..<header.payload + length
    }

    /// Returns the range of the payload of an object with a fixed size.
    @inline(__always)
    func payload(of header: Header, size: Int) throws(PropertyListError) -> Range<Int> {
        guard header.payload <= tableOffset, size <= tableOffset - header.payload else {
            throw Self.parseError("a truncated object", at: header.offset)
        }
        return header.payload..<header.payload + size
    }

    static func parseError(_ reason: String, at offset: Int) -> PropertyListError {
        PropertyListError(.malformed(.binary, reason: reason, position: .byte(offset)))
    }
}

extension BinaryLayout {
    /// Returns a string that has one byte for each character. Bytes above 0x7F are Latin-1, as in Foundation.
    @inline(__always)
    func narrowString(_ payload: Range<Int>) -> String {
        let bytes = bytes[payload]
        if bytes.isASCII { return String(decoding: bytes, as: UTF8.self) }
        return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }

    /// Returns a string of big-endian UTF-16. Each unpaired surrogate becomes U+FFFD, and `isExact` is then false.
    func wideString(_ payload: Range<Int>) -> (text: String, isExact: Bool) {
        let units = stride(from: payload.lowerBound, to: payload.upperBound, by: 2).map { offset in
            UInt16(truncatingIfNeeded: bytes.integer(at: offset, width: 2))
        }
        if let text = String(validating: units, as: UTF16.self) { return (text, true) }
        return (String(decoding: units, as: UTF16.self), false)
    }
}
