/// Sorts pairs by their keys in the order of UTF-16 code units, which is Apple's, and drops duplicate keys.
///
/// Binary files hold their keys in the order of a hash table, so that sorting is half the work of reading one. It is done on eight
/// bytes of each key, taken from behind what all keys begin with; whole keys are compared where those are the same.
enum KeyOrder {
    /// Which of several pairs with one key counts.
    enum Choice {
        case first
        case last
    }

    /// Eight bytes of a key as a number that sorts as they do, and where the key is.
    private struct Entry {
        let rank: UInt64
        let index: Int
    }

    /// The pairs in the order of their keys, one for each key.
    static func sorted<Value>(
        _ pairs: [(key: String, value: Value)], keeping choice: Choice
    ) -> [(key: String, value: Value)] {
        if isStrictlyAscending(pairs) { return pairs }
        let start = commonPrefix(of: pairs)
        var entries = pairs.indices.map { Entry(rank: rank(of: pairs[$0].key, from: start), index: $0) }
        // Of equal keys, the one that counts comes last, and takes the place of those before it.
        entries.sort { left, right in
            if left.rank != right.rank { return left.rank < right.rank }
            let (leftKey, rightKey) = (pairs[left.index].key, pairs[right.index].key)
            if leftKey.hasSameScalars(as: rightKey) {
                return (left.index < right.index) == (choice == .last)
            }
            return leftKey.precedesInUTF16(rightKey)
        }
        var unique: [(key: String, value: Value)] = []
        unique.reserveCapacity(pairs.count)
        var lastRank: UInt64?
        for entry in entries {
            let pair = pairs[entry.index]
            if entry.rank == lastRank, let last = unique.last, last.key.hasSameScalars(as: pair.key) {
                unique.removeLast()
            }
            unique.append(pair)
            lastRank = entry.rank
        }
        return unique
    }

    static func isStrictlyAscending<Value>(_ pairs: [(key: String, value: Value)]) -> Bool {
        for index in pairs.indices.dropFirst() where !pairs[index - 1].key.precedesInUTF16(pairs[index].key) {
            return false
        }
        return true
    }

    /// How many bytes all keys begin with in common.
    private static func commonPrefix<Value>(of pairs: [(key: String, value: Value)]) -> Int {
        guard let first = pairs.first?.key else { return 0 }
        return pairs.reduce(first.utf8.count) { length, pair in
            first.withUTF8Bytes { first in
                pair.key.withUTF8Bytes { key in
                    var index = 0
                    while index < min(length, key.count), first[index] == key[index] { index += 1 }
                    return index
                }
            }
        }
    }

    private static func rank(of key: String, from start: Int) -> UInt64 {
        key.withUTF8Bytes { bytes in
            var rank: UInt64 = 0
            for index in start..<start + 8 {
                rank = rank << 8 | (index < bytes.count ? UInt64(utf16Rank(ofByte: bytes[index])) : 0)
            }
            return rank
        }
    }
}
