/// Many key-value pairs in short arrays, so that adding or removing a pair moves only a few others.
struct PairChunks: Sendable {
    typealias Element = PropertyListDictionary.Element

    /// The number of pairs from which chunks are faster than one array.
    static let worthwhileCount = 2048
    private static let usualLength = 512

    /// An array of neighbouring pairs. It is never empty.
    private struct Chunk {
        /// The position of the first pair among all pairs.
        var start: Int
        var pairs: [Element]
    }

    private var chunks: [Chunk] = []

    /// Divides pairs into chunks.
    init(_ pairs: [Element]) {
        for start in stride(from: 0, to: pairs.count, by: Self.usualLength) {
            let end = min(start + Self.usualLength, pairs.count)
            chunks.append(Chunk(start: start, pairs: Array(pairs[start..<end])))
        }
    }

    var count: Int {
        guard let last = chunks.last else { return 0 }
        return last.start + last.pairs.count
    }

    /// All pairs in one array.
    var pairs: [Element] {
        var pairs: [Element] = []
        pairs.reserveCapacity(count)
        for chunk in chunks { pairs += chunk.pairs }
        return pairs
    }

    subscript(position: Int) -> Element {
        let index = index(of: position)
        return chunks[index].pairs[position - chunks[index].start]
    }

    mutating func replaceValue(at position: Int, by value: PropertyListValue) -> PropertyListValue {
        let index = index(of: position)
        let offset = position - chunks[index].start
        let old = chunks[index].pairs[offset].value
        chunks[index].pairs[offset].value = value
        return old
    }

    mutating func remove(at position: Int) {
        let index = index(of: position)
        chunks[index].pairs.remove(at: position - chunks[index].start)
        moveStarts(after: index, by: -1)
        if chunks[index].pairs.isEmpty { chunks.remove(at: index) }
    }

    mutating func insert(_ pair: Element, at position: Int) {
        guard !chunks.isEmpty else {
            chunks = [Chunk(start: 0, pairs: [pair])]
            return
        }
        let index = index(of: position)
        chunks[index].pairs.insert(pair, at: position - chunks[index].start)
        moveStarts(after: index, by: 1)
        if chunks[index].pairs.count >= 2 * Self.usualLength { divide(index) }
    }

    private mutating func divide(_ index: Int) {
        let chunk = chunks[index]
        let middle = chunk.pairs.count / 2
        chunks[index].pairs = Array(chunk.pairs[..<middle])
        chunks.insert(Chunk(start: chunk.start + middle, pairs: Array(chunk.pairs[middle...])), at: index + 1)
    }

    private mutating func moveStarts(after index: Int, by distance: Int) {
        // A loop over the array itself would check its uniqueness for each chunk.
        chunks.withUnsafeMutableBufferPointer { chunks in
            for later in chunks.indices.dropFirst(index + 1) { chunks[later].start += distance }
        }
    }

    /// Returns the index of the last chunk that begins at a position or before it.
    private func index(of position: Int) -> Int {
        (1..<chunks.count).partitioningIndex { chunks[$0].start > position } - 1
    }
}
