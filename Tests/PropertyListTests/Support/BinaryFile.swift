/// Puts binary property lists together from their objects, for what no writer would write.
struct BinaryFile {
    private var objects: [[UInt8]] = []

    /// Adds an object and tells its number.
    mutating func add(_ bytes: [UInt8]) -> UInt8 {
        objects.append(bytes)
        return UInt8(objects.count - 1)
    }

    mutating func add(ascii text: String) -> UInt8 {
        add(Self.header(0x50, count: text.utf8.count) + Array(text.utf8))
    }

    mutating func add(utf16 units: [UInt16]) -> UInt8 {
        add(Self.header(0x60, count: units.count) + units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] })
    }

    mutating func add(array references: [UInt8]) -> UInt8 {
        add(Self.header(0xA0, count: references.count) + references)
    }

    mutating func add(set references: [UInt8]) -> UInt8 {
        add(Self.header(0xC0, count: references.count) + references)
    }

    mutating func add(dictionary pairs: [(UInt8, UInt8)]) -> UInt8 {
        add(Self.header(0xD0, count: pairs.count) + pairs.map(\.0) + pairs.map(\.1))
    }

    /// The whole file, its root the object of the given number.
    func bytes(root: UInt8) -> [UInt8] {
        var bytes = Array("bplist00".utf8)
        var offsets: [UInt8] = []
        for object in objects {
            offsets += Self.bigEndian(UInt64(bytes.count)).suffix(4)
            bytes += object
        }
        let table = UInt64(bytes.count)
        bytes += offsets
        bytes += [0, 0, 0, 0, 0, 0, 4, 1]
        bytes += Self.bigEndian(UInt64(objects.count)) + Self.bigEndian(UInt64(root)) + Self.bigEndian(table)
        return bytes
    }

    private static func header(_ marker: UInt8, count: Int) -> [UInt8] {
        count < 15 ? [marker | UInt8(count)] : [marker | 0xF, 0x10, UInt8(count)]
    }

    private static func bigEndian(_ number: UInt64) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }
    }
}
