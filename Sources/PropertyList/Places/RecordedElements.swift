/// The elements of a text, each behind the elements in it. The last one is the root.
package struct RecordedElements: Sendable {
    /// A scalar or a container in a text.
    struct Element {
        /// The range of the key, with its tags or quotes, or `nil` outside dictionaries.
        let key: Range<Int>?
        /// The range of the value, with its tags, brackets or quotes.
        let value: Range<Int>
        /// The number of elements in a container, at all depths.
        let count: Int
    }

    /// The numbers of all elements: the bounds of the key, or two zeros, the bounds of the value, and the count. For an
    /// array of structures, the runtime would look up metadata, which takes longer than recording a hundred elements.
    private var numbers: [Int] = []
    private static let width = 5

    var count: Int { numbers.count / Self.width }
    var last: Element? { count > 0 ? self[count - 1] : nil }

    subscript(index: Int) -> Element {
        let start = index * Self.width
        let key = numbers[start]..<numbers[start + 1]
        return Element(
            key: key.isEmpty ? nil : key, value: numbers[start + 2]..<numbers[start + 3], count: numbers[start + 4])
    }

    /// Returns the indices of the members of a container, in the order of the text.
    func members(of index: Int) -> [Int] {
        guard index >= 0 else { return [] }
        var members: [Int] = []
        var next = index - 1
        let first = index - self[index].count
        while next >= first {
            members.append(next)
            next -= self[next].count + 1
        }
        return members.reversed()
    }

    // MARK: Recording

    /// The numbers of each open container: the bounds of its key, and the number of elements before it.
    private var open: [Int] = []
    /// The range of the key of the current value. It is empty outside dictionaries.
    private var key = 0..<0
    /// The number of elements before the container that was left last, until it is noted.
    private var start: Int?

    /// Enters the current value, which is a container.
    mutating func enter() {
        open.append(key.lowerBound)
        open.append(key.upperBound)
        open.append(count)
        key = 0..<0
    }

    /// Leaves the innermost container, which becomes the current value.
    mutating func leave() {
        start = open.removeLast()
        let end = open.removeLast()
        key = open.removeLast()..<end
    }

    /// Moves to the value of a key or, without a key, to an element of an array.
    mutating func move(toKeyAt range: Range<Int>?) {
        key = range ?? 0..<0
    }

    /// Records the range of the current value.
    mutating func note(_ range: Range<Int>) {
        let count = count
        numbers.append(key.lowerBound)
        numbers.append(key.upperBound)
        numbers.append(range.lowerBound)
        numbers.append(range.upperBound)
        numbers.append(count - (start ?? count))
        start = nil
    }
}
