/// The objects of a binary file, which can be changed and written with a valid offset table. References have one byte.
///
/// The fuzzer is compiled without the targets of the tests, so it has a writer of its own.
struct BinaryObjects {
    private var objects: [[UInt8]]
    /// The size of an offset, in bytes.
    private var offsetWidth = 2

    /// Returns the file with some objects changed, and sometimes its table or trailer.
    static func changed(_ bytes: [UInt8], _ random: inout Random) -> [UInt8] {
        var objects = BinaryObjects(bytes) ?? BinaryObjects(objects: [[0xD1, 1, 2], [0x51, 0x61], [0x09]])
        for _ in 0...random.below(3) { objects.change(&random) }
        if random.once(in: 8) { objects.offsetWidth = 1 + random.below(8) }
        var bytes = objects.bytes
        if random.once(in: 12) {
            // The trailer and the last offsets.
            let place = bytes.count - 1 - random.below(min(40, bytes.count - 8))
            bytes[place] = random.pick([0, 1, 2, 8, 0x7F, 0x80, 0xFF, bytes[place] &+ 1, bytes[place] &- 1])
        }
        return bytes
    }

    private init(objects: [[UInt8]]) {
        self.objects = objects
    }

    /// Returns `nil` if the bytes cannot be split into objects.
    private init?(_ bytes: [UInt8]) {
        guard bytes.count > 40, bytes[bytes.count - 25] == 1, (1...8).contains(bytes[bytes.count - 26]) else {
            return nil
        }
        let width = Int(bytes[bytes.count - 26])
        let count = Int(bytes[bytes.count - 17])
        let table = bytes[(bytes.count - 4)...].reduce(0) { $0 << 8 | Int($1) }
        guard count > 0, table > 8, table + count * width <= bytes.count else { return nil }
        let offsets = (0..<count).map { index in
            bytes[table + index * width..<table + (index + 1) * width].reduce(0) { $0 &<< 8 | Int($1) }
        }
        objects = offsets.map { offset in
            let end = offsets.filter { $0 > offset }.min() ?? table
            return offset >= 8 && offset < end && end <= table ? Array(bytes[offset..<end]) : [0x09]
        }
    }

    private var bytes: [UInt8] {
        var bytes = Array("bplist00".utf8)
        var table: [UInt8] = []
        for object in objects {
            table += Self.bigEndian(bytes.count, width: offsetWidth)
            bytes += object
        }
        // If the offsets exceed their width, the file is invalid.
        return bytes + table + [0, 0, 0, 0, 0, 0, UInt8(offsetWidth), 1] + Self.bigEndian(objects.count, width: 8)
            + Self.bigEndian(0, width: 8) + Self.bigEndian(bytes.count, width: 8)
    }

    private static func bigEndian(_ number: Int, width: Int) -> [UInt8] {
        (0..<width).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }

    private mutating func change(_ random: inout Random) {
        let index = random.below(objects.count)
        switch random.below(7) {
        case 0 where objects.count < 100: objects.append(scalar(&random))
        case 1: objects[index] = index == 0 ? container(at: index, &random) : scalar(&random)
        case 2, 3: objects[index] = container(at: index, &random)
        case 4 where objects.count > 2: objects.removeLast()
        case 5 where !objects[index].isEmpty:
            objects[index][random.below(objects[index].count)] = UInt8(random.below(256))
        default: objects[index] = objects[random.below(objects.count)]
        }
        if objects.map(\.count).reduce(0, +) > 3000 { objects = Array(objects.prefix(3)) }
    }

    /// Returns an array, a dictionary or a set of later objects, some of them new. (A reference to an earlier object
    /// would be circular, and many references to one object would exceed the number of values.)
    private mutating func container(at index: Int, _ random: inout Random) -> [UInt8] {
        let count = random.below(random.once(in: 8) ? 40 : 6)
        let kind = random.pick(random.once(in: 6) ? [0xC0, 0xA0, 0xD0] : [0xA0, 0xD0, 0xD0] as [UInt8])
        var references: [UInt8] = []
        for position in 0..<(kind == 0xD0 ? 2 * count : count) {
            if random.once(in: 100) {
                references.append(UInt8(random.below(256)))
            } else if objects.count < 100, random.below(3) > 0 {
                references.append(UInt8(objects.count))
                objects.append(kind == 0xD0 && position < count ? string(&random) : scalar(&random))
            } else {
                let first = min(index + 1, objects.count - 1)
                let other = first + random.below(objects.count - first)
                let isContainer = objects[other].first.map { $0 >= 0xA0 } ?? false
                references.append(UInt8(isContainer && !random.once(in: 40) ? objects.count - 1 : other))
            }
        }
        return Self.marker(kind, count: count, &random) + references
    }

    private static func marker(_ kind: UInt8, count: Int, _ random: inout Random) -> [UInt8] {
        if count < 15, !random.once(in: 30) { return [kind | UInt8(count)] }
        let power = random.once(in: 8) ? random.below(5) : random.below(4)
        return [kind | 0xF, 0x10 | UInt8(power)] + (power > 3 ? bigEndian(0, width: 8) : [])
            + bigEndian(count, width: min(8, 1 << power))
    }

    private func string(_ random: inout Random) -> [UInt8] {
        let length = random.below(random.once(in: 8) ? 100 : 8)
        return Self.marker(0x50, count: length, &random) + (0..<length).map { _ in UInt8(random.below(128)) }
    }

    private func scalar(_ random: inout Random) -> [UInt8] {
        func some(_ count: Int) -> [UInt8] { (0..<count).map { _ in UInt8(random.below(256)) } }
        switch random.below(9) {
        case 0: return [random.pick([0x08, 0x09, 0x00])]
        case 1:
            let power = random.below(5)
            return [0x10 | UInt8(power)] + some(1 << power)
        case 2: return [0x22] + some(4)
        case 3: return [0x23] + some(8)
        case 4: return [0x33] + some(8)
        case 5:
            let length = random.below(24)
            return Self.marker(0x40, count: length, &random) + some(length)
        case 6:
            let length = random.below(24)
            return Self.marker(0x60, count: length, &random) + some(2 * length)
        case 7:
            let width = random.below(5)
            return [0x80 | UInt8(width)] + some(width + 1)
        default: return string(&random)
        }
    }
}
