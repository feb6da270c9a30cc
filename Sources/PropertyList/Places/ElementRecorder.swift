/// The elements that a reader records on request: those of wanted paths, or all.
///
/// The wanted paths form a tree. The recorder follows the reader through this tree, so a value that is not on a wanted
/// path costs one comparison.
///
/// The methods that nested readers call are never inlined, because their frames on the stack would grow.
struct ElementRecorder {
    /// A place in the tree of the wanted paths.
    private struct Node {
        let path: PropertyListPath
        var isWanted = false
        /// The indices of the inner nodes, by the last components of their paths. Keys are compared by scalars.
        var members: [PropertyListPath: Int] = [:]
    }

    /// A value that is being read: its node, unless it is on no wanted path, and the range of its key.
    private struct Value {
        var node: Int?
        var key: Range<Int>?
    }

    private var nodes: [Node] = []
    private var containers: [Value] = []
    /// The numbers of the containers, and the number of the last one.
    private var numbers: [Int] = []
    private var lastNumber = 0
    private var current = Value()
    private(set) var elements: [PropertyListPath: [ElementPlaces.Element]] = [:]
    /// All elements, or `nil` if only those of the wanted paths are recorded.
    private(set) var all: RecordedElements?

    /// Creates a recorder of values at paths.
    init(_ paths: [PropertyListPath]) {
        nodes = [Node(path: PropertyListPath())]
        current = Value(node: 0)
        for path in paths {
            var index = 0
            for component in path.components { index = member(component, of: index) }
            nodes[index].isWanted = true
        }
    }

    /// Creates a recorder of all elements.
    init() {
        all = RecordedElements()
    }

    private mutating func member(_ component: String, of index: Int) -> Int {
        if let known = nodes[index].members[.key(component)] { return known }
        nodes.append(Node(path: nodes[index].path.appending(component)))
        nodes[index].members[.key(component)] = nodes.count - 1
        return nodes.count - 1
    }

    /// The index of the node of the current value if a wanted path leads to the value or into it.
    var currentNode: Int? { current.node }
    /// Whether wanted paths lead into the current value.
    var leadsIntoCurrent: Bool { current.node.map { !nodes[$0].members.isEmpty } ?? false }

    /// Enters the current value, which is a container.
    @inline(never)
    mutating func enter() {
        if all?.enter() != nil { return }
        containers.append(current)
        lastNumber += 1
        numbers.append(lastNumber)
        current.node = nil
    }

    /// Leaves the innermost container, which becomes the current value.
    @inline(never)
    mutating func leave() {
        if all?.leave() != nil { return }
        if let container = containers.popLast() { current = container }
        _ = numbers.popLast()
    }

    /// Moves to the value of a key in the innermost container.
    @inline(never)
    mutating func move(to key: String, at range: Range<Int>) {
        if all?.move(toKeyAt: range) != nil { return }
        current = Value(node: node(of: key), key: range)
    }

    /// Moves to an element of the innermost container.
    @inline(never)
    mutating func move(to index: Int) {
        if all?.move(toKeyAt: nil) != nil { return }
        guard let container = containers.last?.node, !nodes[container].members.isEmpty else {
            return current = Value()
        }
        current = Value(node: node(of: String(index)))
    }

    /// Moves to the only value of a container that stands for this value, such as a tag of JSON.
    mutating func moveToContent() {
        current = containers.last ?? current
    }

    private func node(of component: String) -> Int? {
        guard let container = containers.last?.node, !nodes[container].members.isEmpty else { return nil }
        return nodes[container].members[.key(component)]
    }

    /// Records the range of the current value.
    @inline(never)
    mutating func note(_ range: Range<Int>) {
        if all?.note(range) != nil { return }
        guard let node = current.node, nodes[node].isWanted else { return }
        elements[nodes[node].path, default: []].append(
            ElementPlaces.Element(key: current.key, value: range, container: numbers.last ?? 0))
    }

    /// Forgets what is recorded, and begins at the root again.
    mutating func restart() {
        (containers, numbers, current, elements) = ([], [], Value(node: 0), [:])
        if all != nil { all = RecordedElements() }
    }
}
