/// Where things are in a binary property list: its trailer, its table of offsets, and the beginning of each object.
///
/// `bplist00`, objects, the table of their offsets, and 32 bytes that describe the table. An object begins with a byte whose high
/// half is its kind and whose low half is its length, or 15 where the length follows as an integer.
struct BinaryLayout {
    let bytes: ByteView
    /// Where the root begins.
    private(set) var rootOffset = 0
    /// The bytes of a reference to an object.
    let referenceWidth: Int
    /// The bytes of an entry in the table of offsets.
    let offsetWidth: Int
    private let objectCount: Int
    /// Where the objects end and the table of their offsets begins.
    private let tableOffset: Int

    /// The beginning of an object.
    struct Header {
        /// Where the object begins.
        let offset: Int
        /// Its first byte.
        let marker: UInt8
        /// The length that the marker gives, in the unit of the kind of object.
        let count: Int
        /// Where what follows the marker and the length begins.
        let payload: Int

        @inline(__always)
        var kind: UInt8 { marker >> 4 }
    }

    private static let magicSize = 8
    private static let trailerSize = 32
    /// The most bytes that a header takes: the marker, the marker of its length, and the length.
    private static let headerSize = 10

    /// Reads the trailer.
    ///
    /// - Throws: ``PropertyListError`` where its numbers do not describe just these bytes.
    init(_ bytes: ByteView) throws(PropertyListError) {
        self.bytes = bytes
        let trailer = bytes.count - Self.trailerSize
        bytes.load(Self.magicSize, at: 0)
        guard bytes.hasBytes("bplist0", at: 0) else { throw Self.fault("an unknown version", at: 6) }
        guard trailer > Self.magicSize else { throw Self.fault("the file ends before its trailer", at: bytes.count) }
        bytes.load(Self.trailerSize, at: trailer)
        offsetWidth = Int(bytes[trailer + 6])
        referenceWidth = Int(bytes[trailer + 7])
        guard (1...8).contains(offsetWidth) else {
            throw Self.fault("offsets of \(offsetWidth) bytes", at: trailer + 6)
        }
        guard (1...8).contains(referenceWidth) else {
            throw Self.fault("references of \(referenceWidth) bytes", at: trailer + 7)
        }
        let (objects, root) = (bytes.integer(at: trailer + 8, width: 8), bytes.integer(at: trailer + 16, width: 8))
        let table = bytes.integer(at: trailer + 24, width: 8)
        guard table > Self.magicSize, table < trailer else {
            throw Self.fault("a table of offsets outside the file", at: trailer + 24)
        }
        tableOffset = Int(table)
        let room = trailer - tableOffset
        guard objects == room / offsetWidth, room.isMultiple(of: offsetWidth) else {
            throw Self.fault("a table of offsets that is not as long as the number of objects asks", at: trailer + 8)
        }
        guard Self.width(referenceWidth, reaches: objects), Self.width(offsetWidth, reaches: table) else {
            throw Self.fault("references or offsets too narrow for the file", at: trailer + 6)
        }
        objectCount = Int(objects)
        guard root < objects else { throw Self.fault("a root that is none of the objects", at: trailer + 16) }
        bytes.load(room, at: tableOffset)
        rootOffset = try offset(ofObject: root, namedAt: trailer + 16)
    }

    private static func width(_ width: Int, reaches number: UInt64) -> Bool {
        width == 8 || number >> (8 * UInt64(width)) == 0
    }

    /// Checks every offset in the table, those of objects that nothing refers to included.
    func validateOffsets() throws(PropertyListError) {
        for index in 0..<objectCount {
            let entry = tableOffset + index * offsetWidth
            guard bytes.integer(at: entry, width: offsetWidth) < tableOffset else {
                throw Self.fault("an offset that leads to no object", at: entry)
            }
        }
    }

    /// Where the object begins that the reference at an offset names.
    @inline(__always)
    func target(ofReferenceAt offset: Int) throws(PropertyListError) -> Int {
        try self.offset(ofObject: bytes.integer(at: offset, width: referenceWidth), namedAt: offset)
    }

    @inline(__always)
    private func offset(ofObject number: UInt64, namedAt place: Int) throws(PropertyListError) -> Int {
        guard number < objectCount else { throw Self.fault("a reference to an object that is not there", at: place) }
        let entry = tableOffset + Int(number) * offsetWidth
        let offset = bytes.integer(at: entry, width: offsetWidth)
        guard offset >= Self.magicSize, offset < tableOffset else {
            throw Self.fault("an offset that leads to no object", at: entry)
        }
        return Int(offset)
    }

    /// Reads the beginning of the object at an offset.
    @inline(__always)
    func header(at offset: Int) throws(PropertyListError) -> Header {
        bytes.load(Self.headerSize, at: offset)
        let marker = bytes[offset]
        let length = Int(marker & 0xF)
        guard length == 0xF, marker >= 0x40, marker >> 4 != 0x8 else {
            return Header(offset: offset, marker: marker, count: length, payload: offset + 1)
        }
        return try longHeader(at: offset, marker: marker)
    }

    /// The beginning of an object whose length follows its marker: in 1, 2, 4 or 8 bytes, after a byte that tells how many.
    private func longHeader(at offset: Int, marker: UInt8) throws(PropertyListError) -> Header {
        let lengthMarker = bytes[offset + 1]
        guard (0x10...0x13).contains(lengthMarker), offset + 1 < tableOffset else {
            throw Self.fault("a length that is no integer", at: offset + 1)
        }
        let width = 1 << Int(lengthMarker & 0xF)
        guard offset + 2 + width <= tableOffset else { throw Self.fault("an object that is cut off", at: offset) }
        guard let count = Int(exactly: bytes.integer(at: offset + 2, width: width)) else {
            throw Self.fault("a length beyond the end", at: offset + 1)
        }
        return Header(offset: offset, marker: marker, count: count, payload: offset + 2 + width)
    }

    /// The payload of an object as a range that lies among the objects.
    ///
    /// - Parameter unit: the bytes of one of what the header counts.
    @inline(__always)
    func payload(of header: Header, unit: Int) throws(PropertyListError) -> Range<Int> {
        let (length, overflow) = header.count.multipliedReportingOverflow(by: unit)
        // The payload begins at most a few bytes after the table does, so this cannot overflow.
        guard !overflow, header.payload <= tableOffset, length <= tableOffset - header.payload else {
            throw Self.fault("an object that goes on beyond the others", at: header.offset)
        }
        bytes.load(length, at: header.payload)
        return header.payload..<header.payload + length
    }

    /// The payload of an object of a fixed size.
    @inline(__always)
    func payload(of header: Header, size: Int) throws(PropertyListError) -> Range<Int> {
        guard header.payload <= tableOffset, size <= tableOffset - header.payload else {
            throw Self.fault("an object that is cut off", at: header.offset)
        }
        bytes.load(size, at: header.payload)
        return header.payload..<header.payload + size
    }

    static func fault(_ reason: String, at offset: Int) -> PropertyListError {
        .malformed(.binary, reason: reason, position: .byte(offset))
    }
}

extension BinaryLayout {
    /// A string of bytes: ASCII, or what Foundation makes of bytes beyond it, which is Latin-1.
    @inline(__always)
    func narrowString(_ payload: Range<Int>) -> String {
        let bytes = bytes[payload]
        if bytes.allSatisfy({ $0 < 0x80 }) { return String(decoding: bytes, as: UTF8.self) }
        return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }

    /// A string of big-endian UTF-16, with U+FFFD for each half of a surrogate pair that has no other half.
    func wideString(_ payload: Range<Int>) -> (text: String, isExact: Bool) {
        let units = stride(from: payload.lowerBound, to: payload.upperBound, by: 2).map { offset in
            UInt16(truncatingIfNeeded: bytes.integer(at: offset, width: 2))
        }
        if let text = String(validating: units, as: UTF16.self) { return (text, true) }
        return (String(decoding: units, as: UTF16.self), false)
    }
}
