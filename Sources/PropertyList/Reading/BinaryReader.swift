import Foundation

/// A reader of binary property lists.
///
/// It checks every offset and length before using it, and limits nested containers to ``PropertyListLimits/depth``.
/// Time and memory are in proportion to the size of the file for any content; see ``SharedObjects``. If a dictionary
/// contains a key several times, the first value is used, as in Foundation.
struct BinaryReader {
    let layout: BinaryLayout
    let limit: Int
    var budget: Int
    /// The total size of the long strings and data read so far, in bytes. Repeated content is counted each time.
    var leafBytes = 0
    var path = ReadingPath()
    var shared: SharedObjects
    var deepest = 0
    var substitutions = Substitutions()
    var duplicates = DuplicateKeys()

    init(_ layout: BinaryLayout) {
        self.layout = layout
        limit = PropertyListLimits.values(inBytes: layout.bytes.count)
        budget = limit
        shared = SharedObjects(fileSize: layout.bytes.count)
    }

    static func read(_ bytes: [UInt8]) throws(PropertyListError) -> PropertyListDocument {
        try ByteView.of(bytes, read)
    }

    static func read(_ bytes: ByteView) throws(PropertyListError) -> PropertyListDocument {
        let layout = try BinaryLayout(bytes)
        try layout.validateOffsets()
        var reader = BinaryReader(layout)
        let value = try reader.value(at: layout.rootOffset, depth: 1)
        return PropertyListDocument(
            value: value, format: .binary, substitutions: reader.substitutions.list,
            duplicateKeys: reader.duplicates.paths)
    }

    /// Reads the object at an offset.
    ///
    /// - Parameter depth: The number of nested containers from the root to the object, including the object if it is a
    ///   container.
    mutating func value(at offset: Int, depth: Int) throws(PropertyListError) -> PropertyListValue {
        budget -= 1
        guard budget >= 0 else { throw PropertyListError(.tooManyValues(limit: limit)) }
        let header = try layout.header(at: offset)
        switch header.kind {
        case 0x0: return try singleton(header)
        case 0x1: return try integer(header)
        case 0x2: return .real(try real(header))
        case 0x3 where header.marker == 0x33: return .date(try date(header))
        case 0x4: return try leaf(header, unit: 1)
        case 0x5: return try leaf(header, unit: 1)
        case 0x6: return try leaf(header, unit: 2)
        case 0x8: return .uid(try uid(header))
        case 0xA, 0xC: return try container(header, unit: layout.referenceWidth, depth: depth)
        case 0xD: return try container(header, unit: 2 * layout.referenceWidth, depth: depth)
        default: throw unknown(header)
        }
    }

    private func unknown(_ header: BinaryLayout.Header) -> PropertyListError {
        BinaryLayout.parseError("an object of the unknown kind 0x\([header.marker].hexadecimal)", at: header.offset)
    }

    private mutating func singleton(_ header: BinaryLayout.Header) throws(PropertyListError) -> PropertyListValue {
        switch header.marker {
        case 0x00:
            substitute(.null)
            return .string(PropertyListSubstitution.nullText)
        case 0x08: return .boolean(false)
        case 0x09: return .boolean(true)
        default: throw unknown(header)
        }
    }

    /// Reads an integer. Integers of less than 8 bytes are unsigned.
    private mutating func integer(_ header: BinaryLayout.Header) throws(PropertyListError) -> PropertyListValue {
        guard header.count <= 4 else { throw unknown(header) }
        let payload = try layout.payload(of: header, size: 1 << header.count)
        switch header.count {
        case 4: return wideInteger(at: payload.lowerBound)
        case 3:
            let bits = layout.bytes.integer(at: payload.lowerBound, width: 8)
            return .integer(PropertyListInteger(Int64(bitPattern: bits)))
        default:
            return .integer(PropertyListInteger(layout.bytes.integer(at: payload.lowerBound, width: payload.count)))
        }
    }

    private mutating func wideInteger(at offset: Int) -> PropertyListValue {
        let high = layout.bytes.integer(at: offset, width: 8)
        let number = Int128(Int64(bitPattern: high)) << 64 | Int128(layout.bytes.integer(at: offset + 8, width: 8))
        if let integer = PropertyListInteger(exactly: number) { return .integer(integer) }
        substitute(.wideInteger)
        return .string(number.description)
    }

    private func real(_ header: BinaryLayout.Header) throws(PropertyListError) -> Double {
        guard header.count == 2 || header.count == 3 else { throw unknown(header) }
        let payload = try layout.payload(of: header, size: 1 << header.count)
        let bits = layout.bytes.integer(at: payload.lowerBound, width: payload.count)
        return payload.count == 8
            ? Double(bitPattern: bits) : Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))
    }

    /// Reads a date. A date that is not finite can be printed and deleted, but not written.
    private func date(_ header: BinaryLayout.Header) throws(PropertyListError) -> Date {
        let payload = try layout.payload(of: header, size: 8)
        let seconds = Double(bitPattern: layout.bytes.integer(at: payload.lowerBound, width: 8))
        return Date(timeIntervalSinceReferenceDate: seconds)
    }

    private func uid(_ header: BinaryLayout.Header) throws(PropertyListError) -> UInt32 {
        let payload = try layout.payload(of: header, size: header.count + 1)
        let significant = layout.bytes[payload].drop { $0 == 0 }
        guard significant.count <= 4 else { throw BinaryLayout.parseError("a UID beyond 32 bits", at: header.offset) }
        return significant.reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// Reads a string or data. Content of more than 64 bytes is read at most twice, and further references reuse the
    /// result.
    private mutating func leaf(_ header: BinaryLayout.Header, unit: Int) throws(PropertyListError) -> PropertyListValue
    {
        let payload = try layout.payload(of: header, unit: unit)
        guard payload.count > 64 else { return leaf(header, payload) }
        try countLeafBytes(payload.count, at: header.offset)
        if let object = shared[header.offset] {
            repeatSubstitutions(of: object)
            return object.value
        }
        let earlier = substitutions.list.count
        let isShared = try shared.visit(header.offset, size: payload.count)
        let value = leaf(header, payload)
        if isShared {
            let object = SharedObjects.Object(
                value: value, values: 0, leafBytes: 0, height: 0,
                substitutions: earlier..<substitutions.list.count, pathLength: path.count)
            shared.keep(object, at: header.offset)
        }
        return value
    }

    /// Adds to ``leafBytes`` and checks its limit.
    mutating func countLeafBytes(_ count: Int, at offset: Int) throws(PropertyListError) {
        leafBytes += count
        guard leafBytes <= PropertyListLimits.leafBytes(inBytes: layout.bytes.count) else {
            throw BinaryLayout.parseError("an object that is repeated too often for the size of the file", at: offset)
        }
    }

    @inline(__always)
    private mutating func leaf(_ header: BinaryLayout.Header, _ payload: Range<Int>) -> PropertyListValue {
        switch header.kind {
        case 0x4: .data(Data(layout.bytes[payload]))
        case 0x5: .string(layout.narrowString(payload))
        default: .string(wideString(payload))
        }
    }

    private mutating func wideString(_ payload: Range<Int>) -> String {
        let (text, isExact) = layout.wideString(payload)
        if !isExact { substitute(.loneSurrogate) }
        return text
    }

    /// The path of the value that is being read.
    var currentPath: PropertyListPath {
        path.path { keyText(at: $0) }
    }
}

/// Substitutions for content that a value cannot hold.
extension BinaryReader {
    /// Records a substitution in the value that is being read.
    mutating func substitute(_ found: PropertyListSubstitution.Found) {
        substitutions.note(found, at: substitutions.isFull ? nil : currentPath)
    }

    /// Records the substitutions in an object again when the object is read again.
    mutating func repeatSubstitutions(of object: SharedObjects.Object) {
        for place in substitutions.list[object.substitutions] {
            let inner = place.path.components.dropFirst(object.pathLength)
            substitutions.note(
                place.found, at: substitutions.isFull ? nil : PropertyListPath(currentPath.components + inner))
        }
    }
}
