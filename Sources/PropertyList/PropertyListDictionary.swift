import Foundation

/// A dictionary of property list values, sorted by the UTF-16 code units of its keys.
///
/// Keys are compared by Unicode scalars: "é" and "e\u{301}" are two keys, as they are in a file. A Swift dictionary
/// would merge them. Files are written and printed in the order of this collection.
///
/// A lookup takes logarithmic time. Setting or removing a key moves a limited number of other pairs, but the first
/// change may copy the dictionary. ``apply(_:)`` changes many keys in linear time.
public struct PropertyListDictionary: Sendable {
    /// A key-value pair.
    public typealias Element = (key: String, value: PropertyListValue)

    /// The pairs, or an empty array if they are in chunks.
    private var pairs: [Element]
    private var arrangement = Arrangement.ordered

    /// The arrangement of the pairs in memory.
    private enum Arrangement {
        /// The pairs have the order of their keys.
        case ordered
        /// The pairs have the order of a binary file, and the indices of the pairs have the order of the keys. Moving
        /// the pairs of a large file would double the time to read and release them, because their values would lie
        /// scattered in memory.
        case indexed([Int])
        /// The pairs of a large dictionary are in chunks after a key was added or removed.
        case chunked(PairChunks)
    }

    /// Creates an empty dictionary.
    public init() {
        pairs = []
    }

    /// Creates a dictionary from key-value pairs.
    ///
    /// - Parameter pairs: The pairs, in any order. If a key occurs several times, the last value is used.
    public init(_ pairs: some Sequence<(String, PropertyListValue)>) {
        self.init(pairs.map { (key: $0.0, value: $0.1) }, keeping: .last)
    }

    /// Creates a dictionary from pairs in any order.
    init(_ pairs: [Element], keeping choice: DuplicateChoice) {
        self.pairs = PairKeys(pairs: pairs).sorted(keeping: choice)
    }

    /// Creates a dictionary from pairs in the order of a file. Each key must occur only once.
    ///
    /// - Parameter order: The indices of the pairs in the order of their keys.
    init(_ pairs: [Element], order: [Int]) {
        self.pairs = pairs
        if !order.elementsEqual(order.indices) { arrangement = .indexed(order) }
        assert(PairKeys(pairs: Array(self)).areStrictlyAscending)
    }

    /// The value of a key, or `nil` if the key is missing. Assigning `nil` removes the key.
    ///
    /// ```swift
    /// var contents: PropertyListDictionary = ["FontSize": 14, "Theme": "dark"]
    /// contents["FontSize"] = nil
    /// let keys = contents.keys  // Theme
    /// ```
    public subscript(key: String) -> PropertyListValue? {
        get {
            let index = lowerBound(of: key)
            return holds(key, at: index) ? self[index].value : nil
        }
        set {
            edit(key) { $0 = newValue }
        }
    }

    /// Changes the value of a key in place, without copying the containers in it. Adds or removes the key as needed.
    mutating func edit<Failure: Error>(
        _ key: String, _ body: (inout PropertyListValue?) throws(Failure) -> Void
    ) throws(Failure) {
        let index = lowerBound(of: key)
        let isPresent = holds(key, at: index)
        // A value with two owners would be copied when it changes, so it is taken out of the dictionary first.
        var value = isPresent ? replaceValue(at: index, by: false) : nil
        defer {
            switch (isPresent, value) {
            case (true, let value?): replaceValue(at: index, by: value)
            case (true, nil): removePair(at: index)
            case (false, let value?): insert((key, value), at: index)
            case (false, nil): break
            }
        }
        try body(&value)
    }

    /// The keys in sorted order.
    public var keys: [String] {
        map(\.key)
    }

    /// Sets or removes several keys.
    ///
    /// ```swift
    /// contents.apply([("FontSize", 14), ("Scratch", nil)])  // sets one key and removes the other
    /// ```
    ///
    /// - Parameter changes: Keys with their new values, or with `nil` to remove the key. If a key occurs several times,
    ///   the last change is used.
    public mutating func apply(_ changes: some Sequence<(String, PropertyListValue?)>) {
        let changes = PairKeys(pairs: changes.map { (key: $0.0, value: $0.1) }).sorted(keeping: .last)
        if changes.count < count / 64 {
            for change in changes { self[change.key] = change.value }
        } else {
            merge(changes)
        }
    }

    /// Sets or removes keys in one pass. The changes must be sorted by key.
    private mutating func merge(_ changes: [(key: String, value: PropertyListValue?)]) {
        if changes.isEmpty { return }
        movePairsTogether()
        var merged: [Element] = []
        merged.reserveCapacity(pairs.count + changes.count)
        var next = pairs.startIndex
        for change in changes {
            while next < pairs.endIndex, pairs[next].key.precedesInUTF16(change.key) {
                merged.append(pairs[next])
                next += 1
            }
            if holds(change.key, at: next) { next += 1 }
            if let value = change.value { merged.append((change.key, value)) }
        }
        merged.append(contentsOf: pairs[next...])
        pairs = merged
    }

    /// Sets each key of another dictionary to the value in that dictionary. Other keys keep their values. Nested
    /// dictionaries are replaced, not merged.
    ///
    /// ```swift
    /// contents.merge(["Theme": "light"])  // all other keys keep their values
    /// ```
    public mutating func merge(_ other: PropertyListDictionary) {
        apply(other.lazy.map { ($0.key, $0.value) })
    }

    /// Moves the pairs into one array, in the order of their keys.
    private mutating func movePairsTogether() {
        pairs = orderedPairs
        arrangement = .ordered
    }

    /// The pairs in one array, in the order of their keys.
    var orderedPairs: [Element] {
        switch arrangement {
        case .ordered: pairs
        case .indexed(let order): order.map { pairs[$0] }
        case .chunked(let chunks): chunks.pairs
        }
    }

    /// Changes the chunks. Creates them if there are enough pairs.
    ///
    /// - Returns: `nil` if there are no chunks. The pairs then have the order of their keys.
    private mutating func withChunks<Result>(_ body: (inout PairChunks) -> Result) -> Result? {
        var chunks: PairChunks
        if case .chunked(let present) = arrangement {
            chunks = present
        } else {
            movePairsTogether()
            guard pairs.count >= PairChunks.worthwhileCount else { return nil }
            chunks = PairChunks(pairs)
        }
        // Chunks and pairs with two owners would be copied when they change.
        pairs = []
        arrangement = .ordered
        defer { arrangement = .chunked(chunks) }
        return body(&chunks)
    }

    @discardableResult
    private mutating func replaceValue(at position: Int, by value: PropertyListValue) -> PropertyListValue {
        let index: Int
        switch arrangement {
        case .ordered: index = position
        case .indexed(let order): index = order[position]
        case .chunked: return withChunks { $0.replaceValue(at: position, by: value) } ?? value
        }
        let old = pairs[index].value
        pairs[index].value = value
        return old
    }

    private mutating func removePair(at position: Int) {
        if withChunks({ $0.remove(at: position) }) == nil { pairs.remove(at: position) }
    }

    private mutating func insert(_ pair: Element, at position: Int) {
        if withChunks({ $0.insert(pair, at: position) }) == nil { pairs.insert(pair, at: position) }
    }

    private func holds(_ key: String, at index: Int) -> Bool {
        index < endIndex && self[index].key.hasSameScalars(as: key)
    }

    /// Returns the index of the first pair whose key is equal to a key or sorts after it.
    private func lowerBound(of key: String) -> Int {
        guard case .ordered = arrangement else {
            return (0..<count).partitioningIndex { !self[$0].key.precedesInUTF16(key) }
        }
        // Reading the keys in place does not copy the values.
        return pairs.withUnsafeBufferPointer { pairs in
            (0..<pairs.count).partitioningIndex { !pairs[$0].key.precedesInUTF16(key) }
        }
    }
}

extension PropertyListDictionary: RandomAccessCollection {
    /// The position of the first pair, which is zero.
    public var startIndex: Int { 0 }
    /// The position after the last pair, which is the number of pairs.
    public var endIndex: Int {
        if case .chunked(let chunks) = arrangement { chunks.count } else { pairs.count }
    }
    /// The pair at a position in the order of keys.
    public subscript(position: Int) -> Element {
        switch arrangement {
        case .ordered: pairs[position]
        case .indexed(let order): pairs[order[position]]
        case .chunked(let chunks): chunks[position]
        }
    }
}

extension PropertyListDictionary: Hashable {
    /// Returns whether two dictionaries contain the same keys with the same stored values.
    public static func == (left: Self, right: Self) -> Bool {
        left.count == right.count
            && equalPairs(left.orderedPairs, from: 0, right.orderedPairs, from: 0, entersContainers: true)
                == left.count
    }

    /// Returns the number of equal pairs of two arrays, from indices on and up to a container that may differ.
    ///
    /// - Parameter entersContainers: Whether different arrays and dictionaries are compared by their members.
    static func equalPairs(
        _ left: [Element], from start: Int, _ right: [Element], from otherStart: Int, entersContainers: Bool
    ) -> Int {
        let limit = Swift.min(left.count - start, right.count - otherStart)
        return left.withUnsafeBufferPointer { left in
            right.withUnsafeBufferPointer { right in
                guard let left = left.baseAddress, let right = right.baseAddress else { return 0 }
                var count = 0
                while count < limit {
                    let (pair, other) = (left + start + count, right + otherStart + count)
                    // Most values of an edited dictionary share the memory of the old ones, which is faster to compare.
                    guard
                        memcmp(pair, other, MemoryLayout<Element>.size) == 0
                            || (entersContainers || !pair.pointee.value.type.isContainer)
                                && pair.pointee.key.hasSameScalars(as: other.pointee.key)
                                && pair.pointee.value == other.pointee.value
                    else { break }
                    count += 1
                }
                return count
            }
        }
    }

    /// Hashes the keys and values.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(count)
        for (key, value) in self {
            key.hashScalars(into: &hasher)
            hasher.combine(value)
        }
    }
}

extension PropertyListDictionary: ExpressibleByDictionaryLiteral {
    /// Creates a dictionary from a literal. If a key occurs several times, the last value is used.
    public init(dictionaryLiteral elements: (String, PropertyListValue)...) {
        self.init(elements)
    }
}
