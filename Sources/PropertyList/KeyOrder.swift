/// The order of a dictionary's keys, by UTF-16 code units as on Apple's systems.
///
/// Binary files store keys in the order of a hash table, so sorting takes much of the time to read a file. Most keys
/// are compared by one number, which consists of the eight bytes after the prefix that all keys share.
struct KeyOrder<Keys: KeyList> {
    private let keys: Keys
    private var ranks: [KeyRank] = []

    /// Sorts keys. Equal keys keep their order.
    init(_ keys: Keys) {
        self.keys = keys
        let start = commonPrefix
        ranks = (0..<keys.count).map { index in
            keys.withUTF8(ofKey: index) { KeyRank(index: index, bytes: KeyRank.bytes(of: $0, from: start)) }
        }
        // The standard library's sort looks up metadata if there are 64 elements or more. That takes longer than
        // sorting a hundred keys by their bytes.
        ranks = ranks.count < 64 ? ranks.sorted { $0.bytes < $1.bytes } : sortedByBytes
        sortEqualBytes()
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

    /// The ranks sorted by their eight bytes. This is a radix sort from the last byte to the first. For many ranks, it
    /// takes a third of the time of the standard library's sort.
    private var sortedByBytes: [KeyRank] {
        var sorted = ranks
        var scattered = ranks
        let differing = ranks.reduce(0) { $0 | ($1.bytes ^ ranks[0].bytes) }
        for shift in stride(from: 0, to: UInt64.bitWidth, by: 8) where differing >> shift & 0xFF != 0 {
            var starts = [Int](repeating: 0, count: 257)
            for rank in sorted { starts[rank.byte(at: shift) + 1] += 1 }
            for byte in 1..<starts.count { starts[byte] += starts[byte - 1] }
            for rank in sorted {
                scattered[starts[rank.byte(at: shift)]] = rank
                starts[rank.byte(at: shift)] += 1
            }
            swap(&sorted, &scattered)
        }
        return sorted
    }

    /// Sorts keys with equal numbers by their whole text.
    private mutating func sortEqualBytes() {
        var first = 0
        while first < ranks.count {
            let end = ranks[first...].firstIndex { $0.bytes != ranks[first].bytes } ?? ranks.count
            if end - first > 1 {
                ranks[first..<end] = ArraySlice(
                    ranks[first..<end].sorted { left, right in
                        precedes(left, right) || !precedes(right, left) && left.index < right.index
                    })
            }
            first = end
        }
    }

    private func precedes(_ left: KeyRank, _ right: KeyRank) -> Bool {
        keys.withUTF8(ofKey: left.index) { left in
            keys.withUTF8(ofKey: right.index) { left.precedesInUTF16($0) }
        }
    }

    /// The length of the prefix that all keys share, in bytes.
    private var commonPrefix: Int {
        guard keys.count > 0 else { return 0 }
        return keys.withUTF8(ofKey: 0) { prefix in
            (1..<keys.count).reduce(prefix.count) { length, index in
                keys.withUTF8(ofKey: index) { key in
                    var same = 0
                    while same < min(length, key.count), prefix[same] == key[same] { same += 1 }
                    return same
                }
            }
        }
    }
}

/// The index of a key, and eight of its bytes as a number. Different numbers compare like their keys.
///
/// The type is not nested in `KeyOrder`. For a type nested in a generic type, the runtime would look up metadata.
private struct KeyRank {
    static let length = 8

    let index: Int
    /// The ranks of the bytes, as a big-endian number. Zeros follow the end of a short key.
    let bytes: UInt64

    @inline(__always)
    func byte(at shift: Int) -> Int { Int(truncatingIfNeeded: bytes >> shift & 0xFF) }

    @inline(__always)
    static func bytes(of key: UnsafeBufferPointer<UInt8>, from start: Int) -> UInt64 {
        if key.count >= start + length {
            let word = UnsafeRawBufferPointer(key).loadUnaligned(fromByteOffset: start, as: UInt64.self).bigEndian
            // ASCII bytes already sort in UTF-16 order.
            if word & 0x8080_8080_8080_8080 == 0 { return word }
        }
        var bytes: UInt64 = 0
        for index in start..<start + length {
            bytes = bytes << 8 | (index < key.count ? UInt64(utf16Rank(ofByte: key[index])) : 0)
        }
        return bytes
    }
}

/// A list of keys that gives access to their UTF-8.
protocol KeyList {
    var count: Int { get }

    /// Calls a closure with the UTF-8 of a key.
    func withUTF8<Result>(ofKey index: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result
}

/// Key-value pairs that can be sorted by their keys.
struct PairKeys<Value>: KeyList {
    let pairs: [(key: String, value: Value)]

    var count: Int { pairs.count }

    /// Whether the keys are in order and different from each other.
    var areStrictlyAscending: Bool {
        pairs.withUnsafeBufferPointer { buffer in
            guard let pairs = buffer.baseAddress else { return true }
            return buffer.indices.dropFirst().allSatisfy {
                Self.key(of: pairs + $0 - 1).precedesInUTF16(Self.key(of: pairs + $0))
            }
        }
    }

    /// Returns the key of a pair, which is its first part. Otherwise, the compiler would also copy the value.
    @inline(__always)
    private static func key(of pair: UnsafePointer<(key: String, value: Value)>) -> String {
        UnsafeRawPointer(pair).assumingMemoryBound(to: String.self).pointee
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
