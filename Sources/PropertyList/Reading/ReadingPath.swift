/// The path to the value that is being read, as offsets in the file. Keys are only read when the path is needed.
struct ReadingPath {
    /// A step from a container to a member.
    enum Step {
        /// A step to an element of an array.
        case index(Int)
        /// A step to the value of the key at an offset.
        case key(offset: Int)
    }

    /// The offsets of the containers on the path, from the root down.
    private(set) var containers: [Int] = []
    private var steps: [Step] = []

    /// Enters the container at an offset.
    mutating func enter(_ offset: Int) {
        containers.append(offset)
        steps.append(.index(0))
    }

    /// Leaves the innermost container.
    mutating func leave() {
        containers.removeLast()
        steps.removeLast()
    }

    /// Moves to another member of the innermost container.
    @inline(__always)
    mutating func move(to step: Step) {
        steps[steps.count - 1] = step
    }

    /// The number of steps.
    var count: Int { steps.count }

    /// Returns the path in keys and indices, given a function that returns the key at an offset.
    func path(_ key: (Int) -> String) -> PropertyListPath {
        PropertyListPath(
            steps.map { step in
                switch step {
                case .index(let index): String(index)
                case .key(let offset): key(offset)
                }
            })
    }
}
