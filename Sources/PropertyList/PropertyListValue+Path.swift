/// Why a value cannot be put at, or taken from, a path.
public enum PropertyListPathError: Error, Hashable, Sendable {
    /// There is no value at the path.
    case noValue(PropertyListPath)
    /// The value at the path is of a type that has nothing inside, so that a longer path leads nowhere.
    case notAContainer(PropertyListPath, PropertyListType)
    /// The last component of the path is no index of the array there, which has so many elements.
    case notAnIndex(PropertyListPath, count: Int)
    /// The path is not one of an array's elements, so that nothing can be inserted before it.
    case notAnElement(PropertyListPath)
    /// The path has so many components, more than ``PropertyListLimits/depth``.
    case tooLong(Int)
}

extension PropertyListPathError: CustomStringConvertible {
    /// What is wrong, as a clause.
    public var description: String {
        switch self {
        case .noValue(let path):
            "there is no value at \(path)"
        case .notAContainer(let path, let type):
            "value at \(path) is \(type.withArticle), which holds no other values"
        case .notAnIndex(let path, let count):
            "path \(path) is not an index of the array, which has \(count) element\(count == 1 ? "" : "s")"
        case .notAnElement(let path):
            "path \(path) is not the place of an array's element"
        case .tooLong(let count):
            "the path leads through \(count) containers, of which \(PropertyListLimits.depth) can lie inside one another"
        }
    }
}

/// Values inside values. Every operation leaves all other values as they are.
extension PropertyListDictionary {
    /// The value at a path, nil where there is none.
    public subscript(path: PropertyListPath) -> PropertyListValue? {
        if path.components.count == 1 { return self[path.components[0]] }
        var value = PropertyListValue.dictionary(self)
        for component in path.components {
            guard let next = value.member(component) else { return nil }
            value = next
        }
        return value
    }

    /// Puts a value at a path, over what was there. Containers that are missing on the way are made as dictionaries.
    ///
    /// - Throws: ``PropertyListPathError`` where the way leads through a value that is no container, past the end of an array, or deeper
    ///   than containers can lie inside one another.
    public mutating func set(_ value: PropertyListValue, at path: PropertyListPath) throws(PropertyListPathError) {
        guard path.components.count <= PropertyListLimits.depth else { throw .tooLong(path.components.count) }
        try edit(path, from: 0) { $0 = value }
    }

    /// Puts a value into an array, before the element at the path or, where the path's index is their number, after the last.
    ///
    /// - Throws: ``PropertyListPathError`` where there is no such array, or the index is beyond its end.
    public mutating func insert(_ value: PropertyListValue, at path: PropertyListPath) throws(PropertyListPathError) {
        guard let last = path.components.last else { throw .notAnElement(path) }
        let parent = PropertyListPath(Array(path.components.dropLast()))
        guard let count = elementCount(at: parent) else { throw .notAnElement(path) }
        guard let index = Int(indexComponent: last), index <= count else { throw .notAnIndex(path, count: count) }
        try edit(parent, from: 0) { array in
            guard case .array(var elements) = array else { return }
            array = nil
            elements.insert(value, at: index)
            array = .array(elements)
        }
    }

    /// Takes away the value at a path. The elements of an array that follow move up.
    ///
    /// - Throws: ``PropertyListPathError/noValue(_:)`` where there is none.
    public mutating func remove(at path: PropertyListPath) throws(PropertyListPathError) {
        guard self[path] != nil else { throw .noValue(path) }
        try edit(path, from: 0) { $0 = nil }
    }

    private func elementCount(at path: PropertyListPath) -> Int? {
        if case .array(let elements) = self[path] { elements.count } else { nil }
    }

    /// Changes the value at a path, of which the components before a position lead to this dictionary.
    fileprivate mutating func edit(
        _ path: PropertyListPath, from position: Int, _ body: (inout PropertyListValue?) -> Void
    ) throws(PropertyListPathError) {
        guard position < path.components.count else { throw .noValue(path) }
        try edit(path.components[position]) { (member) throws(PropertyListPathError) in
            try member.edit(path, from: position + 1, body)
        }
    }
}

extension PropertyListValue? {
    /// Changes the value at a path, of which the components before a position lead here. A missing container becomes a dictionary.
    fileprivate mutating func edit(
        _ path: PropertyListPath, from position: Int, _ body: (inout PropertyListValue?) -> Void
    ) throws(PropertyListPathError) {
        guard position < path.components.count else { return body(&self) }
        // No path is refused in an empty dictionary, so an error leaves none behind.
        if case nil = self { self = .dictionary([:]) }
        try self?.editMember(path, at: position, body)
    }
}

extension PropertyListValue {
    /// The value under a key or at an index of a container.
    package func member(_ component: String) -> PropertyListValue? {
        switch self {
        case .dictionary(let dictionary):
            return dictionary[component]
        case .array(let elements):
            guard let index = Int(indexComponent: component), index < elements.count else { return nil }
            return elements[index]
        case .string, .integer, .real, .boolean, .date, .data, .uid:
            return nil
        }
    }

    /// Changes the value at a path, whose component at a position is a key or an index of this container.
    fileprivate mutating func editMember(
        _ path: PropertyListPath, at position: Int, _ body: (inout PropertyListValue?) -> Void
    ) throws(PropertyListPathError) {
        // What changes is taken out of its container, because a value with two owners would be copied.
        switch self {
        case .dictionary(var dictionary):
            self = false
            defer { self = .dictionary(dictionary) }
            try dictionary.edit(path, from: position, body)
        case .array(var elements):
            guard let index = Int(indexComponent: path.components[position]), index < elements.count else {
                throw .notAnIndex(PropertyListPath(Array(path.components[...position])), count: elements.count)
            }
            self = false
            var element: PropertyListValue? = elements[index]
            elements[index] = false
            defer {
                if let element { elements[index] = element } else { elements.remove(at: index) }
                self = .array(elements)
            }
            try element.edit(path, from: position + 1, body)
        case .string, .integer, .real, .boolean, .date, .data, .uid:
            throw .notAContainer(PropertyListPath(Array(path.components[..<position])), type)
        }
    }
}

extension Int {
    /// An index as a path writes it: `0`, or digits that do not begin with zero.
    fileprivate init?(indexComponent text: String) {
        let isDecimal = !text.isEmpty && text.utf8.allSatisfy(\.isASCIIDigit)
        guard isDecimal, text == "0" || text.utf8.first != UInt8(ascii: "0") else { return nil }
        self.init(text)
    }
}
