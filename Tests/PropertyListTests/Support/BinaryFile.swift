/// Puts binary property lists together from their objects, for what no writer would write.
struct BinaryFile {
    private var objects: [[UInt8]] = []
    /// How many bytes a reference to an object takes.
    private let referenceSize: Int

    init(referenceSize: Int = 2) {
        self.referenceSize = referenceSize
    }

    /// Adds an object and tells its number.
    @discardableResult
    mutating func add(_ bytes: [UInt8]) -> Int {
        objects.append(bytes)
        return objects.count - 1
    }

    @discardableResult
    mutating func add(ascii text: String) -> Int {
        add(Self.header(0x50, count: text.utf8.count) + Array(text.utf8))
    }

    @discardableResult
    mutating func add(utf16 units: [UInt16]) -> Int {
        add(Self.header(0x60, count: units.count) + units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] })
    }

    @discardableResult
    mutating func add(array elements: [Int]) -> Int {
        add(Self.header(0xA0, count: elements.count) + elements.flatMap(reference))
    }

    @discardableResult
    mutating func add(set elements: [Int]) -> Int {
        add(Self.header(0xC0, count: elements.count) + elements.flatMap(reference))
    }

    @discardableResult
    mutating func add(dictionary pairs: [(Int, Int)]) -> Int {
        add(
            Self.header(0xD0, count: pairs.count) + pairs.flatMap { reference($0.0) }
                + pairs.flatMap { reference($0.1) })
    }

    /// The whole file. Its root is the object added last, unless another one is named.
    func bytes(root: Int? = nil) -> [UInt8] {
        var bytes = Array("bplist00".utf8)
        var offsets: [UInt8] = []
        for object in objects {
            offsets += Self.bigEndian(bytes.count, size: 4)
            bytes += object
        }
        let table = bytes.count
        bytes += offsets + [0, 0, 0, 0, 0, 0, 4, UInt8(referenceSize)]
        bytes += Self.bigEndian(objects.count, size: 8) + Self.bigEndian(root ?? objects.count - 1, size: 8)
        return bytes + Self.bigEndian(table, size: 8)
    }

    private func reference(_ number: Int) -> [UInt8] {
        Self.bigEndian(number, size: referenceSize)
    }

    private static func header(_ marker: UInt8, count: Int) -> [UInt8] {
        count < 15 ? [marker | UInt8(count)] : [marker | 0xF, 0x11] + bigEndian(count, size: 2)
    }

    private static func bigEndian(_ number: Int, size: Int) -> [UInt8] {
        (1...size).map { UInt8(truncatingIfNeeded: number >> (8 * (size - $0))) }
    }
}
