/// The order of a dictionary's keys, by UTF-16 code units as on Apple's systems.
///
/// Binary files store keys in the order of a hash table, so sorting is half the work of reading one. Eight bytes of
/// each key, taken from behind the prefix that all keys share, are compared as a number. Whole keys are compared only
/// if these bytes are equal.
struct KeyOrder<Keys: KeyList> {
    private let keys: Keys
    private var entries: [KeyRank]

    /// Sorts keys. Equal keys keep their order.
    init(_ keys: Keys) {
        self.keys = keys
        let start = Self.commonPrefix(of: keys)
        entries = (0..<keys.count).map { index in
            KeyRank(rank: keys.withUTF8(ofKey: index) { Self.rank(of: $0, from: start) }, index: index)
        }
        // The first use of the library's sort costs 450,000 instructions.
        if entries.count <= 256 {
            sortFew()
        } else {
            entries.sort { Self.isInOrder($0, $1, in: keys) }
        }
    }

    /// Sorts by merging runs of twice the length in each pass.
    private mutating func sortFew() {
        var merged = entries
        var length = 1
        while length < entries.count {
            for start in stride(from: 0, to: entries.count, by: 2 * length) {
                let (middle, end) = (min(start + length, entries.count), min(start + 2 * length, entries.count))
                var (left, right) = (start, middle)
                for position in start..<end {
                    let takesRight =
                        left == middle || right < end && Self.isInOrder(entries[right], entries[left], in: keys)
                    merged[position] = entries[takesRight ? right : left]
                    if takesRight { right += 1 } else { left += 1 }
                }
            }
            swap(&entries, &merged)
            length *= 2
        }
    }

    @inline(__always)
    private static func isInOrder(_ left: KeyRank, _ right: KeyRank, in keys: Keys) -> Bool {
        if left.rank != right.rank { return left.rank < right.rank }
        if precedes(left, right, in: keys) { return true }
        return !precedes(right, left, in: keys) && left.index < right.index
    }

    /// The indices of the keys in order.
    var indices: [Int] { entries.map(\.index) }

    /// Whether two keys are equal.
    var hasDuplicates: Bool { entries.indices.contains { isDuplicate(at: $0) } }

    /// Whether the key at a position in the order is equal to the one before it.
    func isDuplicate(at position: Int) -> Bool {
        guard position > 0 else { return false }
        let (left, right) = (entries[position - 1], entries[position])
        return left.rank == right.rank && !Self.precedes(left, right, in: keys)
    }

    private static func precedes(_ left: KeyRank, _ right: KeyRank, in keys: Keys) -> Bool {
        keys.withUTF8(ofKey: left.index) { left in
            keys.withUTF8(ofKey: right.index) { left.precedesInUTF16($0) }
        }
    }

    /// The number of bytes that all keys begin with.
    private static func commonPrefix(of keys: Keys) -> Int {
        guard keys.count > 0 else { return 0 }
        return keys.withUTF8(ofKey: 0) { first in
            (1..<keys.count).reduce(first.count) { length, index in
                keys.withUTF8(ofKey: index) { key in
                    var same = 0
                    while same < min(length, key.count), first[same] == key[same] { same += 1 }
                    return same
                }
            }
        }
    }

    @inline(__always)
    private static func rank(of key: UnsafeBufferPointer<UInt8>, from start: Int) -> UInt64 {
        if key.count >= start + 8 {
            let word = UnsafeRawBufferPointer(key).loadUnaligned(fromByteOffset: start, as: UInt64.self).bigEndian
            // ASCII sorts as it is.
            if word & 0x8080_8080_8080_8080 == 0 { return word }
        }
        var rank: UInt64 = 0
        for index in start..<start + 8 {
            rank = rank << 8 | (index < key.count ? UInt64(utf16Rank(ofByte: key[index])) : 0)
        }
        return rank
    }
}

/// The index of a key, and eight of its bytes as a number that sorts like them.
///
/// It is not inside the generic type, because the runtime would have to look up its metadata.
private struct KeyRank {
    let rank: UInt64
    let index: Int
}

/// Keys stored somewhere in memory.
protocol KeyList {
    var count: Int { get }

    /// Calls a closure with the UTF-8 of a key.
    func withUTF8<Result>(ofKey index: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result
}

/// The keys of pairs.
struct PairKeys<Value>: KeyList {
    let pairs: [(key: String, value: Value)]

    var count: Int { pairs.count }

    /// Whether the keys are in order and different from each other.
    var areStrictlyAscending: Bool {
        pairs.indices.dropFirst().allSatisfy { pairs[$0 - 1].key.precedesInUTF16(pairs[$0].key) }
    }

    @inline(__always)
    func withUTF8<Result>(ofKey index: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        pairs[index].key.withUTF8Bytes(body)
    }

    /// Returns the pairs in the order of their keys, with one pair for each key.
    func sorted(keeping choice: DuplicateChoice) -> [(key: String, value: Value)] {
        if areStrictlyAscending { return pairs }
        let order = KeyOrder(self)
        var unique: [(key: String, value: Value)] = []
        unique.reserveCapacity(pairs.count)
        for (position, index) in order.indices.enumerated() {
            if !order.isDuplicate(at: position) {
                unique.append(pairs[index])
            } else if choice == .last {
                unique[unique.count - 1] = pairs[index]
            }
        }
        return unique
    }
}

/// The pair to keep if several pairs have equal keys.
enum DuplicateChoice {
    case first
    case last
}
