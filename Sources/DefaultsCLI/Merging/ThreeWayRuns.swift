import DefaultsCore

/// A run of elements in three versions of a sequence.
struct ThreeWayRun: Equatable {
    let base: Range<Int>
    let ours: Range<Int>
    let theirs: Range<Int>
    /// Whether the three versions have this run in common.
    let isStable: Bool

    /// Divides three versions of a sequence into runs, as `diff3` does it: stable runs, and the runs between them.
    static func all<Element: Hashable>(base: [Element], ours: [Element], theirs: [Element]) -> [ThreeWayRun] {
        var partners = [Int?](repeating: nil, count: base.count)
        for pair in base[...].commonElements(with: theirs[...]) { partners[pair.old] = pair.new }
        var runs: [ThreeWayRun] = []
        var next = (base: 0, ours: 0, theirs: 0)
        func append(to end: (base: Int, ours: Int, theirs: Int), isStable: Bool) {
            if next == end { return }
            runs.append(
                ThreeWayRun(
                    base: next.base..<end.base, ours: next.ours..<end.ours, theirs: next.theirs..<end.theirs,
                    isStable: isStable))
            next = end
        }
        var end = next
        for pair in base[...].commonElements(with: ours[...]) {
            guard let partner = partners[pair.old] else { continue }
            if (pair.old, pair.new, partner) != end {
                append(to: end, isStable: true)
                append(to: (pair.old, pair.new, partner), isStable: false)
            }
            end = (pair.old + 1, pair.new + 1, partner + 1)
        }
        append(to: end, isStable: true)
        append(to: (base.count, ours.count, theirs.count), isStable: false)
        return runs
    }
}
