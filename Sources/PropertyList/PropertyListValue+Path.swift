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
        if path.components.count == 1 { return self[path.components[0]] = value }
        guard path.components.count <= PropertyListLimits.depth else { throw .tooLong(path.components.count) }
        try replaceContents { (root) throws(PropertyListPathError) in
            try root.change(path, from: 0) { (_) throws(PropertyListPathError) in value }
        }
    }

    /// Puts a value into an array, before the element at the path or, where the path's index is their number, after the last.
    ///
    /// - Throws: ``PropertyListPathError`` where there is no such array, or the index is beyond its end.
    public mutating func insert(_ value: PropertyListValue, at path: PropertyListPath) throws(PropertyListPathError) {
        guard let last = path.components.last else { throw .notAnElement(path) }
        let parent = PropertyListPath(Array(path.components.dropLast()))
        guard case .array(var elements) = self[parent] else { throw .notAnElement(path) }
        guard let index = Int(indexComponent: last), index <= elements.count else {
            throw .notAnIndex(path, count: elements.count)
        }
        elements.insert(value, at: index)
        try set(.array(elements), at: parent)
    }

    /// Takes away the value at a path. The elements of an array that follow move up.
    ///
    /// - Throws: ``PropertyListPathError/noValue(_:)`` where there is none.
    public mutating func remove(at path: PropertyListPath) throws(PropertyListPathError) {
        guard self[path] != nil else { throw .noValue(path) }
        if path.components.count == 1 { return self[path.components[0]] = nil }
        try replaceContents { (root) throws(PropertyListPathError) in
            try root.change(path, from: 0) { (_) throws(PropertyListPathError) in nil }
        }
    }

    private mutating func replaceContents(
        _ body: (inout PropertyListValue) throws(PropertyListPathError) -> Void
    ) throws(PropertyListPathError) {
        var root = PropertyListValue.dictionary(self)
        try body(&root)
        if case .dictionary(let changed) = root { self = changed }
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

    /// Replaces what lies at a path, of which the components before `position` lead here, by what the body makes of it; nil stands for
    /// nothing there.
    fileprivate mutating func change(
        _ path: PropertyListPath, from position: Int,
        _ body: (PropertyListValue?) throws(PropertyListPathError) -> PropertyListValue?
    ) throws(PropertyListPathError) {
        let component = path.components[position]
        let isLast = position == path.components.count - 1
        var member = member(component)
        if isLast {
            member = try body(member)
        } else {
            var inner = member ?? .dictionary([:])
            try inner.change(path, from: position + 1, body)
            member = inner
        }
        let here = PropertyListPath(Array(path.components.prefix(position + 1)))
        try setMember(component, to: member, at: here)
    }

    private mutating func setMember(
        _ component: String, to member: PropertyListValue?, at path: PropertyListPath
    ) throws(PropertyListPathError) {
        switch self {
        case .dictionary(var dictionary):
            dictionary[component] = member
            self = .dictionary(dictionary)
        case .array(var elements):
            guard let index = Int(indexComponent: component), index < elements.count else {
                throw .notAnIndex(path, count: elements.count)
            }
            elements.replaceSubrange(index...index, with: member.map { [$0] } ?? [])
            self = .array(elements)
        case .string, .integer, .real, .boolean, .date, .data, .uid:
            throw .notAContainer(PropertyListPath(Array(path.components.dropLast())), type)
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
