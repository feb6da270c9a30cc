/// A builder of binary property lists that no writer would write. Objects are added one by one.
struct BinaryFile {
    private var objects: [[UInt8]] = []
    /// The size of a reference, in bytes.
    private let referenceSize: Int

    init(referenceSize: Int = 2) {
        self.referenceSize = referenceSize
    }

    /// Adds an object and returns its number.
    @discardableResult
    mutating func add(_ bytes: [UInt8]) -> Int {
        objects.append(bytes)
        return objects.count - 1
    }

    @discardableResult
    mutating func add(ascii text: String) -> Int {
        add(CraftedBinary.marker(0x50, count: text.utf8.count) + Array(text.utf8))
    }

    @discardableResult
    mutating func add(utf16 units: [UInt16]) -> Int {
        add(CraftedBinary.marker(0x60, count: units.count) + units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] })
    }

    @discardableResult
    mutating func add(array elements: [Int]) -> Int {
        add(CraftedBinary.marker(0xA0, count: elements.count) + elements.flatMap(reference))
    }

    @discardableResult
    mutating func add(set elements: [Int]) -> Int {
        add(CraftedBinary.marker(0xC0, count: elements.count) + elements.flatMap(reference))
    }

    @discardableResult
    mutating func add(dictionary pairs: [(Int, Int)]) -> Int {
        add(
            CraftedBinary.marker(0xD0, count: pairs.count) + pairs.flatMap { reference($0.0) }
                + pairs.flatMap { reference($0.1) })
    }

    /// Returns the file. The root is the object added last, unless its number is given.
    func bytes(root: Int? = nil) -> [UInt8] {
        var file = CraftedBinary()
        file.objects = objects
        file.referenceWidth = referenceSize
        file.offsetWidth = 4
        file.root = UInt64(root ?? objects.count - 1)
        return file.bytes
    }

    private func reference(_ number: Int) -> [UInt8] {
        CraftedBinary.bigEndian(UInt64(number), width: referenceSize)
    }
}
