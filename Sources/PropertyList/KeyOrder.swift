/// The order of a dictionary's keys, by UTF-16 code units as on Apple's systems.
///
/// Binary files store keys in the order of a hash table, so sorting is half the work of reading one. Eight bytes of
/// each key, taken from behind the prefix that all keys share, are compared as a number. Keys for which it is equal are
/// sorted by the bytes behind it in the same way.
struct KeyOrder<Keys: KeyList> {
    private let keys: Keys
    private var ranks: [KeyRank] = []

    /// Sorts keys. Equal keys keep their order.
    init(_ keys: Keys) {
        self.keys = keys
        ranks = (0..<keys.count).map { KeyRank(ofKey: $0) }
        sort(0..<keys.count, from: 0, level: 0)
    }

    /// The indices of the keys in order.
    var indices: [Int] { ranks.map(\.index) }

    /// Whether there are equal keys.
    var hasDuplicates: Bool { ranks.indices.contains { isDuplicate(at: $0) } }

    /// Returns whether the key at a position in the order is equal to its predecessor.
    func isDuplicate(at position: Int) -> Bool {
        guard position > 0 else { return false }
        let (left, right) = (ranks[position - 1], ranks[position])
        return left.bytes == right.bytes && !precedes(left, right)
    }

    /// Sorts a part of the keys.
    ///
    /// - Parameters:
    ///   - start: The number of bytes that all keys of the part are known to begin with.
    ///   - level: The depth of the recursion, from 0 on.
    private mutating func sort(_ part: Range<Int>, from start: Int, level: Int) {
        // Malicious keys could need a level for every eight bytes.
        if level == 8 { return sortByWholeKeys(part) }
        let start = commonPrefix(of: part, from: start)
        for position in part {
            let index = ranks[position].index
            ranks[position] = keys.withUTF8(ofKey: index) { KeyRank(ofKey: index, $0, from: start) }
        }
        if part.count <= 32 { sortFew(part) } else { sortMany(part) }
        var first = part.lowerBound
        while first < part.upperBound {
            var end = first + 1
            while end < part.upperBound, ranks[first].isUndecided(beside: ranks[end]) { end += 1 }
            if end - first > 1 { sort(first..<end, from: start + KeyRank.length, level: level + 1) }
            first = end
        }
    }

    /// Sorts by inserting each key behind those that precede it.
    private mutating func sortFew(_ part: Range<Int>) {
        for position in part.dropFirst() {
            let rank = ranks[position]
            var place = position
            while place > part.lowerBound, rank.precedes(ranks[place - 1]) {
                ranks[place] = ranks[place - 1]
                place -= 1
            }
            ranks[place] = rank
        }
    }

    /// Sorts by one byte after another, from the last one to the first one. Equal keys keep their order.
    private mutating func sortMany(_ part: Range<Int>) {
        var sorted = Array(ranks[part])
        var scattered = sorted
        let differing = sorted.reduce(0) { $0 | ($1.bytes ^ sorted[0].bytes) }
        Self.sort(&sorted, into: &scattered) { $0.count }
        for shift in stride(from: 0, to: UInt64.bitWidth, by: 8) where differing >> shift & 0xFF != 0 {
            Self.sort(&sorted, into: &scattered) { Int(truncatingIfNeeded: $0.bytes >> shift & 0xFF) }
        }
        for (offset, rank) in sorted.enumerated() { ranks[part.lowerBound + offset] = rank }
    }

    /// Sorts by a number below 256.
    @inline(__always)
    private static func sort(_ sorted: inout [KeyRank], into scattered: inout [KeyRank], by number: (KeyRank) -> Int) {
        var starts = [Int](repeating: 0, count: 257)
        for rank in sorted { starts[number(rank) + 1] += 1 }
        for number in 1..<starts.count { starts[number] += starts[number - 1] }
        for rank in sorted {
            let number = number(rank)
            scattered[starts[number]] = rank
            starts[number] += 1
        }
        swap(&sorted, &scattered)
    }

    private mutating func sortByWholeKeys(_ part: Range<Int>) {
        ranks[part] = ArraySlice(
            ranks[part].sorted { left, right in
                precedes(left, right) || !precedes(right, left) && left.index < right.index
            })
    }

    private func precedes(_ left: KeyRank, _ right: KeyRank) -> Bool {
        keys.withUTF8(ofKey: left.index) { left in
            keys.withUTF8(ofKey: right.index) { left.precedesInUTF16($0) }
        }
    }

    /// Returns the number of bytes that all keys of a part begin with.
    private func commonPrefix(of part: Range<Int>, from start: Int) -> Int {
        guard let first = part.first else { return 0 }
        return keys.withUTF8(ofKey: ranks[first].index) { prefix in
            part.dropFirst().reduce(prefix.count) { length, position in
                keys.withUTF8(ofKey: ranks[position].index) { key in
                    var same = start
                    while same < min(length, key.count), prefix[same] == key[same] { same += 1 }
                    return same
                }
            }
        }
    }
}

/// The index of a key, and eight of its bytes as a number that sorts like them.
///
/// It is not inside the generic type, because the runtime would have to look up its metadata.
private struct KeyRank {
    static let length = 8
    private static let indexBits = 60

    /// The bytes, with zeros behind the end of the key.
    let bytes: UInt64
    /// See ``count`` and ``index``. One comparison compares both.
    private let countAndIndex: UInt64

    init(ofKey index: Int) {
        (bytes, countAndIndex) = (0, UInt64(index))
    }

    @inline(__always)
    init(ofKey index: Int, _ key: UnsafeBufferPointer<UInt8>, from start: Int) {
        bytes = Self.bytes(of: key, from: start)
        countAndIndex = UInt64(min(key.count - start, Self.length + 1)) << Self.indexBits | UInt64(index)
    }

    var index: Int { Int(countAndIndex & (1 << Self.indexBits - 1)) }

    /// How many bytes the key has from the first one of ``bytes``, at most 9.
    var count: Int { Int(countAndIndex >> Self.indexBits) }

    /// A key that ends precedes those that continue. Equal keys keep their order.
    @inline(__always)
    func precedes(_ other: KeyRank) -> Bool {
        bytes != other.bytes ? bytes < other.bytes : countAndIndex < other.countAndIndex
    }

    /// Returns whether the bytes of both keys are equal and more bytes follow in both.
    @inline(__always)
    func isUndecided(beside other: KeyRank) -> Bool {
        bytes == other.bytes && min(countAndIndex, other.countAndIndex) >> Self.indexBits > Self.length
    }

    @inline(__always)
    private static func bytes(of key: UnsafeBufferPointer<UInt8>, from start: Int) -> UInt64 {
        if key.count >= start + length {
            let word = UnsafeRawBufferPointer(key).loadUnaligned(fromByteOffset: start, as: UInt64.self).bigEndian
            // ASCII sorts as it is.
            if word & 0x8080_8080_8080_8080 == 0 { return word }
        }
        var bytes: UInt64 = 0
        for index in start..<start + length {
            bytes = bytes << 8 | (index < key.count ? UInt64(utf16Rank(ofByte: key[index])) : 0)
        }
        return bytes
    }
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
