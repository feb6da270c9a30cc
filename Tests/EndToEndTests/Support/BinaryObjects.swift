/// Builds binary property lists object by object and unchecked, so also those that no writer makes.
enum BinaryObjects {
    /// A whole file of encoded objects, the first of them the root.
    ///
    /// - Parameter referenceSize: how many bytes each reference in the objects has.
    static func file(_ objects: [[UInt8]], referenceSize: UInt8 = 1) -> [UInt8] {
        var bytes = Array("bplist00".utf8)
        var offsets: [Int] = []
        for object in objects {
            offsets.append(bytes.count)
            bytes += object
        }
        let table = bytes.count
        for offset in offsets { bytes += bigEndian(offset, count: 4) }
        bytes += [0, 0, 0, 0, 0, 0, 4, referenceSize]
        bytes += bigEndian(objects.count, count: 8) + bigEndian(0, count: 8) + bigEndian(table, count: 8)
        return bytes
    }

    /// A file whose root holds, under the key `K`, the third object.
    static func file(holding objects: [[UInt8]]) -> [UInt8] {
        file([[0xD1, 1, 2], key] + objects)
    }

    /// The string `K`.
    static let key: [UInt8] = [0x51, UInt8(ascii: "K")]

    static func bigEndian(_ number: Int, count: Int) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
}
