/// The way from the root to what is being read, as places in the file: the keys are only made where somebody asks.
struct ReadingPath {
    /// A step from a container into it.
    enum Step {
        /// To the element of an array.
        case index(Int)
        /// To the value under the key that begins at an offset.
        case key(offset: Int)
    }

    /// The offsets of the containers on the way, from the root down.
    private(set) var containers: [Int] = []
    private var steps: [Step] = []

    /// Goes into the container that begins at an offset.
    mutating func enter(_ offset: Int) {
        containers.append(offset)
        steps.append(.index(0))
    }

    /// Goes out of the innermost container.
    mutating func leave() {
        containers.removeLast()
        steps.removeLast()
    }

    /// Goes from one element of the innermost container to another.
    @inline(__always)
    mutating func move(to step: Step) {
        steps[steps.count - 1] = step
    }

    /// The number of steps.
    var count: Int { steps.count }

    /// A number for the member of the root that the path leads into; 0, where no key is, for the root itself.
    var member: Int {
        switch steps.first {
        case .index(let index)?: -1 - index
        case .key(let offset)?: offset
        case nil: 0
        }
    }

    /// The step from the root alone.
    var first: ReadingPath {
        var path = ReadingPath()
        path.steps = Array(steps.prefix(1))
        return path
    }

    /// The path, given what tells the key at an offset.
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
