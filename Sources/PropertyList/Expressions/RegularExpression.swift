/// A regular expression from an untrusted source, which is matched in a time that is limited by the length of the text
/// and the size of the expression.
///
/// The syntax is the part of ECMAScript that a finite automaton can match, with the named classes of POSIX in sets. A
/// dot matches every character, also a newline. `^` and `$` match at the ends of the text. Characters are Unicode
/// scalars.
package struct RegularExpression: Hashable, Sendable {
    /// An error of an expression.
    package struct Failure: Error {
        /// The reason as a noun phrase with its place.
        package let reason: String
    }

    /// A state of the automaton. Offsets are relative to the state.
    enum State: Hashable, Sendable {
        case scalar(UInt32)
        /// A scalar in a set. The set is a part of the bounds.
        case set(from: UInt32, to: UInt32)
        /// Continues with the next state and with the one at the offset.
        case branch(Int32)
        case jump(Int32)
        case start, end, match
    }

    /// The maximum number of states, with repetitions written out.
    static let maximumSize = 10_000
    /// The maximum number of steps of a match. A step takes about ten nanoseconds.
    package static let maximumSteps = 1 << 22

    package let text: String
    /// The number of states that were made for the expression.
    package let size: Int
    private let states: [State]
    /// The sets. A set is the sorted scalars at which membership begins and ends, in turn.
    private let bounds: [UInt32]

    package init(_ text: String) throws(Failure) {
        self.text = text
        var parser = RegularExpressionParser(text)
        try parser.parse()
        (states, bounds, size) = (parser.states, parser.bounds, parser.size)
    }

    /// Returns whether the expression matches a part of a text, or `nil` if that takes too many steps.
    package func matches(_ text: String) -> Bool? {
        var steps = Self.maximumSteps
        return matches(text, remainingSteps: &steps)
    }

    /// Returns whether the expression matches a part of a text, or `nil` if that takes too many steps.
    ///
    /// All states that the scalars so far lead to are followed together, each once for a scalar.
    ///
    /// - Parameter remainingSteps: The number of steps that are left. Those of the match are subtracted.
    package func matches(_ text: String, remainingSteps: inout Int) -> Bool? {
        let limit = min(remainingSteps, Self.maximumSteps)
        var steps = 1 + states.count / 8
        defer { remainingSteps -= min(steps, limit) }
        // The last position at which each state was followed.
        var marks = [Int32](repeating: -1, count: states.count)
        var (pending, following): ([Int], [Int]) = ([0], [])
        var scalars = text.unicodeScalars.makeIterator()
        var (scalar, position) = (scalars.next()?.value, Int32(0))
        while steps <= limit {
            while let index = pending.popLast() {
                steps += 1
                if marks[index] == position { continue }
                marks[index] = position
                switch states[index] {
                case .scalar(let expected): if scalar == expected { following.append(index + 1) }
                case .set(let start, let end):
                    if let scalar, contains(scalar, Int(start)..<Int(end)) { following.append(index + 1) }
                case .branch(let offset):
                    pending.append(index + 1)
                    pending.append(index + Int(offset))
                case .jump(let offset): pending.append(index + Int(offset))
                case .start: if position == 0 { pending.append(index + 1) }
                case .end: if scalar == nil { pending.append(index + 1) }
                case .match: return true
                }
            }
            if scalar == nil { return false }
            (scalar, position) = (scalars.next()?.value, position + 1)
            swap(&pending, &following)
            // A match can begin at every position.
            pending.append(0)
        }
        return nil
    }

    private func contains(_ scalar: UInt32, _ set: Range<Int>) -> Bool {
        let place = set.partitioningIndex { bounds[$0] > scalar }
        return (place - set.lowerBound) % 2 == 1
    }
}
