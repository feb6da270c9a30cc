/// Values under string keys, in the order of the keys' UTF-16 code units.
///
/// Keys are told apart by their Unicode scalars: "é" and "e\u{301}" are two keys, as they are in a file, while a Swift dictionary
/// would merge them. The order is the one in which files are written and printed. A look-up takes logarithmic time; use
/// ``apply(_:)`` to change many keys, which is linear.
public struct PropertyListDictionary: Sendable {
    /// A key and its value.
    public typealias Element = (key: String, value: PropertyListValue)

    private var pairs: [Element]
    /// Which pair is the first, the second and so on in the order of keys; nil where they lie in that order. A binary file holds its
    /// keys in the order of a hash table, and moving all pairs would take as long as the rest of reading it.
    private var order: [Int]?

    /// An empty dictionary.
    public init() {
        pairs = []
    }

    /// A dictionary of the given pairs. Of several pairs with one key the last counts.
    public init(_ pairs: some Sequence<(String, PropertyListValue)>) {
        self.init(pairs.map { (key: $0.0, value: $0.1) }, keeping: .last)
    }

    /// A dictionary of the given pairs, in any order, of which the first or the last of several with one key counts.
    init(_ pairs: [Element], keeping choice: DuplicateChoice) {
        self.pairs = PairKeys(pairs: pairs).sorted(keeping: choice)
    }

    /// A dictionary of the given pairs, of which no two have the same key, and their indexes in the order of keys.
    init(_ pairs: [Element], order: [Int]) {
        self.pairs = pairs
        self.order = order.elementsEqual(order.indices) ? nil : order
        assert(PairKeys(pairs: Array(self)).areStrictlyAscending)
    }

    /// The value under a key, nil where there is none. Setting nil removes the key.
    public subscript(key: String) -> PropertyListValue? {
        get {
            let index = lowerBound(of: key)
            return holds(key, at: index) ? self[index].value : nil
        }
        set {
            edit(key) { $0 = newValue }
        }
    }

    /// Changes the value under a key in place, without copying the containers in it. The key is added or removed as needed.
    mutating func edit<Failure: Error>(
        _ key: String, _ body: (inout PropertyListValue?) throws(Failure) -> Void
    ) throws(Failure) {
        movePairsInOrder()
        let index = lowerBound(of: key)
        let isPresent = holds(key, at: index)
        // The value is taken out of the dictionary, because a value with two owners would be copied when it changes.
        var value = isPresent ? pairs[index].value : nil
        if isPresent { pairs[index].value = false }
        defer {
            switch (isPresent, value) {
            case (true, let value?): pairs[index].value = value
            case (true, nil): pairs.remove(at: index)
            case (false, let value?): pairs.insert((key, value), at: index)
            case (false, nil): break
            }
        }
        try body(&value)
    }

    /// The keys, in order.
    public var keys: [String] {
        map(\.key)
    }

    /// Sets each key to its value, or removes it where that is nil, in one pass. Of several changes to one key the last counts.
    public mutating func apply(_ changes: some Sequence<(String, PropertyListValue?)>) {
        movePairsInOrder()
        let changes = PairKeys(pairs: changes.map { (key: $0.0, value: $0.1) }).sorted(keeping: .last)
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

    /// Sets every key of the other dictionary to the value there; other keys stay.
    public mutating func merge(_ other: PropertyListDictionary) {
        apply(other.lazy.map { ($0.key, $0.value) })
    }

    private mutating func movePairsInOrder() {
        guard let order else { return }
        pairs = order.map { pairs[$0] }
        self.order = nil
    }

    private func holds(_ key: String, at index: Int) -> Bool {
        index < endIndex && self[index].key.hasSameScalars(as: key)
    }

    /// The index of the first pair whose key does not come before the given one.
    private func lowerBound(of key: String) -> Int {
        var low = 0
        var high = pairs.count
        while low < high {
            let middle = (low + high) / 2
            if self[middle].key.precedesInUTF16(key) {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low
    }
}

extension PropertyListDictionary: RandomAccessCollection {
    /// The index of the first pair.
    public var startIndex: Int { pairs.startIndex }
    /// The index after the last pair.
    public var endIndex: Int { pairs.endIndex }
    /// The pair at a place in the order of keys.
    public subscript(position: Int) -> Element { pairs[order?[position] ?? position] }
}

extension PropertyListDictionary: Hashable {
    /// Whether both hold the same values under the same keys, compared by what is stored.
    public static func == (left: Self, right: Self) -> Bool {
        left.count == right.count
            && zip(left, right).allSatisfy { $0.key.hasSameScalars(as: $1.key) && $0.value == $1.value }
    }

    /// Feeds what ``==(_:_:)`` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(pairs.count)
        for (key, value) in self {
            key.hashScalars(into: &hasher)
            hasher.combine(value)
        }
    }
}

extension PropertyListDictionary: ExpressibleByDictionaryLiteral {
    /// The given pairs. Of several with one key the last counts.
    public init(dictionaryLiteral elements: (String, PropertyListValue)...) {
        self.init(elements)
    }
}
