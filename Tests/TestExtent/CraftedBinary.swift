/// A binary property list that is built object by object, and may be one that no writer makes.
package struct CraftedBinary {
    /// The objects with their markers.
    package var objects: [[UInt8]]
    /// The number of the root.
    package var root: UInt64 = 0
    package var referenceWidth: Int
    package var offsetWidth = 4
    /// Numbers that replace those of the trailer.
    package var declaredObjects: UInt64?
    package var tableOffset: UInt64?
    /// Offsets that replace those of the objects.
    package var offsets: [Int: Int] = [:]

    package init(_ objects: [UInt8]..., referenceWidth: Int = 1) {
        (self.objects, self.referenceWidth) = (objects, referenceWidth)
    }

    /// Adds an object, which becomes the root, and returns its number.
    @discardableResult
    package mutating func add(_ object: [UInt8]) -> Int {
        objects.append(object)
        root = UInt64(objects.count - 1)
        return objects.count - 1
    }

    package var bytes: [UInt8] {
        var bytes = Array("bplist00".utf8)
        var table: [UInt8] = []
        for (index, object) in objects.enumerated() {
            table += .bigEndian(offsets[index] ?? bytes.count, width: offsetWidth)
            bytes += object
        }
        let numbers = [declaredObjects ?? UInt64(objects.count), root, tableOffset ?? UInt64(bytes.count)]
        return bytes + table + [0, 0, 0, 0, 0, 0, UInt8(offsetWidth), UInt8(referenceWidth)]
            + numbers.flatMap { [UInt8].bigEndian($0, width: 8) }
    }
}

/// Objects of binary property lists.
extension [UInt8] {
    package static func ascii(_ text: String) -> [UInt8] { marker(0x50, count: text.utf8.count) + text.utf8 }

    package static func utf16(_ units: [UInt16]) -> [UInt8] {
        marker(0x60, count: units.count) + units.flatMap { bigEndian($0, width: 2) }
    }

    package static func array(_ references: Int...) -> [UInt8] { container(0xA0, references) }

    /// Returns an array or a set.
    package static func container(_ kind: UInt8, _ references: [Int], width: Int = 1) -> [UInt8] {
        marker(kind, count: references.count) + references.flatMap { bigEndian($0, width: width) }
    }

    package static func dictionary(keys: [Int], values: [Int]) -> [UInt8] {
        marker(0xD0, count: keys.count) + (keys + values).flatMap { bigEndian($0, width: 1) }
    }

    package static func marker(_ kind: UInt8, count: Int) -> [UInt8] {
        count < 15 ? [kind | UInt8(count)] : [kind | 0xF, 0x12] + bigEndian(count, width: 4)
    }

    package static func bigEndian(_ number: some FixedWidthInteger, width: Int) -> [UInt8] {
        (0..<width).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
}
