/// The keys of one dictionary of a binary file, where they lie.
///
/// A file holds keys in the order of a hash table. Their right order is found from their bytes in the file, which lie close
/// together, before they are made into strings.
struct BinaryKeys {
    private let bytes: ByteView
    private var keys: [Key] = []

    /// Where the object of a key begins, and where its text is.
    private struct Key {
        let offset: Int
        let range: Range<Int>
    }

    /// Eight bytes of a key as a number that sorts as they do, and the index of its pair.
    private struct Entry {
        let rank: UInt64
        let index: Int
    }

    /// Finds the keys to which so many references from an offset lead. Nil where they are not all of ASCII, and short.
    init?(_ layout: BinaryLayout, count: Int, at offset: Int) throws(PropertyListError) {
        bytes = layout.bytes
        try MemoryCheck.requireRoom(for: count, of: Key.self)
        keys.reserveCapacity(count)
        for index in 0..<count {
            let target = try layout.target(ofReferenceAt: offset + index * layout.referenceWidth)
            let header = try layout.header(at: target)
            guard header.kind == 0x5, header.count <= 64 else { return nil }
            let range = try layout.payload(of: header, unit: 1)
            guard bytes[range].allSatisfy({ $0 < 0x80 }) else { return nil }
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

    /// The indexes of the pairs in the order of their keys; nil where a key occurs twice.
    var order: [Int]? {
        let start = commonPrefix
        var entries = keys.indices.map { Entry(rank: rank(of: $0, from: start), index: $0) }
        entries.sort { $0.rank != $1.rank ? $0.rank < $1.rank : precedes($0.index, $1.index) }
        for place in entries.indices.dropFirst() {
            let (left, right) = (entries[place - 1], entries[place])
            if left.rank == right.rank, !precedes(left.index, right.index) { return nil }
        }
        return entries.map(\.index)
    }

    private func precedes(_ left: Int, _ right: Int) -> Bool {
        bytes[keys[left].range].lexicographicallyPrecedes(bytes[keys[right].range])
    }

    /// How many bytes all keys begin with in common.
    private var commonPrefix: Int {
        guard let first = keys.first?.range else { return 0 }
        var length = first.count
        for range in keys.lazy.map(\.range) {
            var same = 0
            while same < min(length, range.count), bytes[first.lowerBound + same] == bytes[range.lowerBound + same] {
                same += 1
            }
            length = same
        }
        return length
    }

    @inline(__always)
    private func rank(of index: Int, from start: Int) -> UInt64 {
        let range = keys[index].range
        let length = range.count - start
        let rank = bytes.integer(at: range.lowerBound + start, width: 8)
        if length >= 8 { return rank }
        return length <= 0 ? 0 : rank & (UInt64.max << UInt64(64 - 8 * length))
    }
}
