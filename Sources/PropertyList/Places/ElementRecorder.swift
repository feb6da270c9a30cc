/// The elements that a reader records on request.
///
/// The wanted paths form a tree. The recorder follows the reader through this tree, so a value that is not on a wanted
/// path costs one comparison.
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

    private var nodes = [Node(path: PropertyListPath())]
    private var containers: [Value] = []
    /// The numbers of the containers, and the number of the last one.
    private var numbers: [Int] = []
    private var lastNumber = 0
    private var current = Value(node: 0)
    private(set) var elements: [PropertyListPath: [ElementPlaces.Element]] = [:]

    init(_ paths: [PropertyListPath]) {
        for path in paths {
            var index = 0
            for component in path.components { index = member(component, of: index) }
            nodes[index].isWanted = true
        }
    }

    private mutating func member(_ component: String, of index: Int) -> Int {
        if let known = nodes[index].members[.key(component)] { return known }
        nodes.append(Node(path: PropertyListPath(nodes[index].path.components + [component])))
        nodes[index].members[.key(component)] = nodes.count - 1
        return nodes.count - 1
    }

    /// The index of the node of the current value if a wanted path leads to the value or into it.
    var currentNode: Int? { current.node }
    /// Whether wanted paths lead into the current value.
    var leadsIntoCurrent: Bool { current.node.map { !nodes[$0].members.isEmpty } ?? false }

    /// Enters the current value, which is a container.
    mutating func enter() {
        containers.append(current)
        lastNumber += 1
        numbers.append(lastNumber)
        current.node = nil
    }

    /// Leaves the innermost container, which becomes the current value.
    mutating func leave() {
        if let container = containers.popLast() { current = container }
        _ = numbers.popLast()
    }

    /// Moves to the value of a key in the innermost container.
    mutating func move(to key: String, at range: Range<Int>) {
        current = Value(node: node(of: key), key: range)
    }

    /// Moves to an element of the innermost container.
    mutating func move(to index: Int) {
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
    mutating func note(_ range: Range<Int>) {
        guard let node = current.node, nodes[node].isWanted else { return }
        elements[nodes[node].path, default: []].append(
            ElementPlaces.Element(key: current.key, value: range, container: numbers.last ?? 0))
    }

    /// Forgets what is recorded, and begins at the root again.
    mutating func restart() {
        (containers, numbers, current, elements) = ([], [], Value(node: 0), [:])
    }
}
