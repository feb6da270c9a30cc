/// Elements that two sequences have in common, in an order that both have.
///
/// Short sequences are compared by their shortest difference, which can take `n²` time. In long sequences, elements
/// that occur once in both are matched first, and then those between them. If there are no such elements, nothing
/// between the beginning and the end that both have in common is matched.
struct CommonElements {
    /// The largest number of elements that are compared by their shortest difference.
    static let limit = 2000
    /// The largest number of times that the elements between matches are matched again.
    private static let maximumDepth = 32

    private let old: [Int]
    private let new: [Int]
    fileprivate var pairs: [(old: Int, new: Int)] = []

    fileprivate init(old: [Int], new: [Int]) {
        (self.old, self.new) = (old, new)
    }

    fileprivate mutating func match(_ left: Range<Int>, _ right: Range<Int>, depth: Int) {
        let (left, right) = matchEnds(left, right)
        if left.isEmpty || right.isEmpty { return }
        if left.count + right.count <= Self.limit { return matchShortest(left, right) }
        // As many elements as possible that are in the same order in both ranges.
        let unique = depth < Self.maximumDepth ? unique(left, right) : []
        let anchors = unique.indices.longestChain { unique[$0].new < unique[$1].new }.map { unique[$0] }
        if anchors.isEmpty { return }
        var (start, otherStart) = (left.lowerBound, right.lowerBound)
        for anchor in anchors {
            match(start..<anchor.old, otherStart..<anchor.new, depth: depth + 1)
            pairs.append(anchor)
            (start, otherStart) = (anchor.old + 1, anchor.new + 1)
        }
        match(start..<left.upperBound, otherStart..<right.upperBound, depth: depth + 1)
    }

    /// Matches the elements at the beginning and the end, and returns the ranges between them.
    private mutating func matchEnds(_ left: Range<Int>, _ right: Range<Int>) -> (Range<Int>, Range<Int>) {
        var (start, otherStart, end, otherEnd) = (
            left.lowerBound, right.lowerBound, left.upperBound, right.upperBound
        )
        while start < end, otherStart < otherEnd, old[start] == new[otherStart] {
            pairs.append((start, otherStart))
            (start, otherStart) = (start + 1, otherStart + 1)
        }
        while start < end, otherStart < otherEnd, old[end - 1] == new[otherEnd - 1] {
            (end, otherEnd) = (end - 1, otherEnd - 1)
            pairs.append((end, otherEnd))
        }
        return (start..<end, otherStart..<otherEnd)
    }

    /// Returns the elements that occur once in both ranges, in the order of the first.
    private func unique(_ left: Range<Int>, _ right: Range<Int>) -> [(old: Int, new: Int)] {
        /// The index of an element, or -1 if it occurs several times.
        func places(_ range: Range<Int>, _ elements: [Int]) -> [Int: Int] {
            Dictionary(range.map { (elements[$0], $0) }) { _, _ in -1 }
        }
        let (olds, news) = (places(left, old), places(right, new))
        return left.compactMap { index in
            guard olds[old[index]] == index, let other = news[old[index]], other >= 0 else { return nil }
            return (index, other)
        }
    }

    private mutating func matchShortest(_ left: Range<Int>, _ right: Range<Int>) {
        var (olds, news) = (Set(left), Set(right))
        for change in new[right].difference(from: old[left]) {
            switch change {
            case .remove(let offset, _, _): olds.remove(left.lowerBound + offset)
            case .insert(let offset, _, _): news.remove(right.lowerBound + offset)
            }
        }
        pairs += zip(olds.sorted(), news.sorted()).map { (old: $0, new: $1) }
    }
}

extension Range<Int> {
    /// Returns as many numbers as possible, in their order, of which none precedes the number before it in another
    /// order. The range begins with 0.
    func longestChain(by precedes: (Int, Int) -> Bool) -> [Int] {
        // For each length, the number that ends a sequence of this length and that the fewest others precede.
        var ends: [Int] = []
        var previous: [Int?] = []
        for number in self {
            let isNext = ends.last.map { !precedes(number, $0) } ?? true
            let length = isNext ? ends.count : ends.indices.partitioningIndex { precedes(number, ends[$0]) }
            previous.append(length > 0 ? ends[length - 1] : nil)
            if length == ends.count { ends.append(number) } else { ends[length] = number }
        }
        var result: [Int] = []
        var next = ends.last
        while let number = next {
            result.append(number)
            next = previous[number]
        }
        return result.reversed()
    }
}

extension ArraySlice where Element: Hashable {
    /// Returns the indices of the elements that both slices have, in their order.
    package func commonElements(with new: ArraySlice) -> [(old: Int, new: Int)] {
        var numbers: [Element: Int] = [:]
        func number(_ element: Element) -> Int {
            let next = numbers.count
            return {
                $0 = $0 ?? next; return $0 ?? next
            }(&numbers[element])
        }
        var common = CommonElements(old: map(number), new: new.map(number))
        common.match(0..<count, 0..<new.count, depth: 0)
        return common.pairs.sorted { $0.old < $1.old }.map { ($0.old + startIndex, $0.new + new.startIndex) }
    }
}
