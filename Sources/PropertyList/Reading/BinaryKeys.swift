/// The keys of one dictionary, in the bytes of a binary file.
///
/// The keys are sorted before strings are created from them, because their bytes lie close together.
struct BinaryKeys: KeyList {
    private let bytes: ByteView
    private var keys: [Key] = []

    /// The offset of the key's object, and the range of its text.
    private struct Key {
        let offset: Int
        let range: Range<Int>
    }

    /// Creates the list of keys, or returns `nil` if a key is not a short ASCII string.
    ///
    /// - Parameters:
    ///   - count: The number of references to keys.
    ///   - offset: The offset of the first reference.
    init?(_ layout: BinaryLayout, count: Int, at offset: Int) throws(PropertyListError) {
        bytes = layout.bytes
        try MemoryCheck.requireRoom(for: count, of: Key.self)
        keys.reserveCapacity(count)
        for index in 0..<count {
            let target = try layout.target(ofReferenceAt: offset + index * layout.referenceWidth)
            let header = try layout.header(at: target)
            guard header.kind == 0x5, header.count <= 64 else { return nil }
            let range = try layout.payload(of: header, unit: 1)
            guard bytes[range].isASCII else { return nil }
            keys.append(Key(offset: target, range: range))
        }
    }

    var count: Int { keys.count }

    func offset(_ index: Int) -> Int {
        keys[index].offset
    }

    func text(_ index: Int) -> String {
        String(decoding: bytes[keys[index].range], as: UTF8.self)
    }

    @inline(__always)
    func withUTF8<Result>(ofKey index: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        body(bytes[keys[index].range])
    }
}
