/// The path to the value that is being read, as offsets in the file. Keys are only read when the path is needed.
struct ReadingPath {
    /// A step from a container to a member.
    enum Step {
        /// The index of an array element.
        case index(Int)
        /// The offset of the key of a dictionary value.
        case key(offset: Int)

        /// The step as a number. Only numbers of keys are positive.
        fileprivate var number: Int {
            switch self {
            case .index(let index): -index
            case .key(let offset): offset + 1
            }
        }
    }

    /// The offsets of the containers on the path, from the root down.
    private(set) var containers: [Int] = []
    /// The numbers of the steps. For an array of `Step`, the runtime would look up metadata, which would make reading
    /// one key 3 % slower.
    private var steps: [Int] = []

    /// Enters the container at an offset.
    mutating func enter(_ offset: Int) {
        containers.append(offset)
        steps.append(Step.index(0).number)
    }

    /// Leaves the innermost container.
    mutating func leave() {
        containers.removeLast()
        steps.removeLast()
    }

    /// Moves to another member of the innermost container.
    @inline(__always)
    mutating func move(to step: Step) {
        steps[steps.count - 1] = step.number
    }

    var count: Int { steps.count }

    /// Returns the path in keys and indices, given a function that returns the key at an offset.
    func path(_ key: (Int) -> String) -> PropertyListPath {
        PropertyListPath(steps.map { $0 > 0 ? key($0 - 1) : String(-$0) })
    }
}
