extension PropertyListValue {
    /// The value at a path, or `nil` if there is no such value. The path of the root is empty.
    public subscript(path: PropertyListPath) -> PropertyListValue? {
        var value = self
        for component in path.components {
            guard let next = value.member(component) else { return nil }
            value = next
        }
        return value
    }

    /// Sets the value at a path. The empty path replaces the whole value. Missing containers on the way are created as
    /// dictionaries.
    ///
    /// - Throws: ``PropertyListError`` if the path is too long, leads through a value that is not a container, or
    ///   contains an invalid array index. The value is then unchanged.
    public mutating func set(_ value: PropertyListValue, at path: PropertyListPath) throws(PropertyListError) {
        guard path.components.count <= PropertyListLimits.depth else {
            throw PropertyListError(.tooLong(path.components.count))
        }
        try edit(path) { $0 = value }
    }

    /// Inserts a value into an array.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - path: The path of the new element. An index equal to the number of elements appends the value.
    /// - Throws: ``PropertyListError`` if there is no such array or the index is out of range.
    public mutating func insert(_ value: PropertyListValue, at path: PropertyListPath) throws(PropertyListError) {
        guard let last = path.components.last else { throw PropertyListError(.notAnElement(path)) }
        let parent = path.parent
        guard case .array(let present) = self[parent] else { throw PropertyListError(.notAnElement(path)) }
        let count = present.count
        guard let index = Int(indexComponent: last), index <= count else {
            throw PropertyListError(.notAnIndex(path, count: count))
        }
        try edit(parent) { array in
            guard case .array(var elements) = array else { return }
            array = nil
            elements.insert(value, at: index)
            array = .array(elements)
        }
    }

    /// Removes the value at a path. If it is an array element, the indexes of the later elements decrease by one.
    ///
    /// - Throws: `PropertyListError.Code.noValue` if there is no value, and `PropertyListError.Code.invalidPath` if the
    ///   path is empty.
    public mutating func remove(at path: PropertyListPath) throws(PropertyListError) {
        guard !path.components.isEmpty else { throw PropertyListError(.root) }
        guard self[path] != nil else { throw PropertyListError(.noValue(path)) }
        try edit(path) { $0 = nil }
    }

    /// Changes the value at a path. Only a value below the root can be removed.
    private mutating func edit(
        _ path: PropertyListPath, _ body: (inout PropertyListValue?) -> Void
    ) throws(PropertyListError) {
        if path.components.isEmpty {
            var root: PropertyListValue? = self
            self = false
            body(&root)
            if let root { self = root }
        } else {
            try editMember(path, at: 0, body)
        }
    }
}

extension PropertyListDictionary {
    /// The value at a path, or `nil` if there is no such value. The path of the root is empty.
    public subscript(path: PropertyListPath) -> PropertyListValue? {
        if path.components.count == 1 { return self[path.components[0]] }
        return PropertyListValue.dictionary(self)[path]
    }

    /// Sets the value at a path. Missing containers on the way are created as dictionaries.
    ///
    /// ```swift
    /// try contents.set(640, at: PropertyListPath(["Window", "Width"]))  // creates "Window" if necessary
    /// ```
    ///
    /// - Throws: ``PropertyListError`` if the path is empty or too long, leads through a value that is not a
    ///   container, or contains an invalid array index. The dictionary is then unchanged.
    public mutating func set(_ value: PropertyListValue, at path: PropertyListPath) throws(PropertyListError) {
        try edit(path) { (root) throws(PropertyListError) in try root.set(value, at: path) }
    }

    /// Inserts a value into an array.
    ///
    /// ```swift
    /// try contents.insert("notes.txt", at: PropertyListPath(["Recent", "0"]))  // before all others
    /// ```
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - path: The path of the new element. An index equal to the number of elements appends the value.
    /// - Throws: ``PropertyListError`` if there is no such array or the index is out of range.
    public mutating func insert(_ value: PropertyListValue, at path: PropertyListPath) throws(PropertyListError) {
        try edit(path) { (root) throws(PropertyListError) in try root.insert(value, at: path) }
    }

    /// Removes the value at a path. If it is an array element, the indexes of the later elements decrease by one.
    ///
    /// ```swift
    /// try contents.remove(at: PropertyListPath(["Recent", "1"]))
    /// ```
    ///
    /// - Throws: `PropertyListError.Code.noValue` if there is no value.
    public mutating func remove(at path: PropertyListPath) throws(PropertyListError) {
        try edit(path) { (root) throws(PropertyListError) in try root.remove(at: path) }
    }

    /// Changes the value at a path below the dictionary.
    private mutating func edit(
        _ path: PropertyListPath, _ body: (inout PropertyListValue) throws(PropertyListError) -> Void
    ) throws(PropertyListError) {
        // The root of a domain is a dictionary and stays one.
        guard !path.components.isEmpty else { throw PropertyListError(.root) }
        // A value with two owners is copied when it changes.
        var root = PropertyListValue.dictionary(self)
        self = [:]
        defer { if case .dictionary(let changed) = root { self = changed } }
        try body(&root)
    }
}

extension PropertyListValue {
    /// Returns the value without the field at a path. The path contains only names of fields. In an array, it applies
    /// to each element.
    ///
    /// ```swift
    /// let notes: PropertyListValue = [["text": "a", "draft": true], ["text": "b"]]
    /// let published = notes.removingField(at: "draft")  // [{"text": "a"}, {"text": "b"}]
    /// ```
    public func removingField(at path: PropertyListPath) -> PropertyListValue {
        removingField(path.components[...])
    }

    private func removingField(_ names: ArraySlice<String>) -> PropertyListValue {
        switch self {
        case .array(let elements): return .array(elements.map { $0.removingField(names) })
        case .dictionary(var fields):
            guard let name = names.first, let field = fields[name] else { return self }
            fields[name] = names.count == 1 ? nil : field.removingField(names.dropFirst())
            return .dictionary(fields)
        case .string, .integer, .real, .boolean, .date, .data, .uid: return self
        }
    }
}

extension PropertyListValue? {
    /// Changes the value at a path. The components before the position lead to this value. A missing container becomes
    /// a dictionary.
    fileprivate mutating func edit(
        _ path: PropertyListPath, from position: Int, _ body: (inout PropertyListValue?) -> Void
    ) throws(PropertyListError) {
        guard position < path.components.count else { return body(&self) }
        // Any path can be set in an empty dictionary, so an error never leaves an empty dictionary behind.
        if case nil = self { self = .dictionary([:]) }
        try self?.editMember(path, at: position, body)
    }
}

extension PropertyListValue {
    /// Returns the member with the given key or index, or `nil` if there is no such member.
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

    /// The values in a dictionary or an array, with their keys or indices.
    package var members: [(component: String, value: PropertyListValue)] {
        switch self {
        case .dictionary(let dictionary): dictionary.map { ($0.key, $0.value) }
        case .array(let elements): elements.enumerated().map { (String($0), $1) }
        case .string, .integer, .real, .boolean, .date, .data, .uid: []
        }
    }

    /// Returns a container with other members, or a scalar unchanged.
    package func mappingMembers(_ transform: (String, PropertyListValue) -> PropertyListValue) -> PropertyListValue {
        switch self {
        case .dictionary(let pairs):
            .dictionary(PropertyListDictionary(pairs.map { ($0.key, transform($0.key, $0.value)) }))
        case .array(let elements): .array(elements.enumerated().map { transform(String($0), $1) })
        case .string, .integer, .real, .boolean, .date, .data, .uid: self
        }
    }

    /// Changes the value at a path. The component at the position is a key or an index of this container.
    fileprivate mutating func editMember(
        _ path: PropertyListPath, at position: Int, _ body: (inout PropertyListValue?) -> Void
    ) throws(PropertyListError) {
        // A value with two owners is copied when it changes, so each value is taken out of its container first.
        switch self {
        case .dictionary(var dictionary):
            self = false
            defer { self = .dictionary(dictionary) }
            try dictionary.edit(path.components[position]) { (member) throws(PropertyListError) in
                try member.edit(path, from: position + 1, body)
            }
        case .array(var elements):
            guard let index = Int(indexComponent: path.components[position]), index < elements.count else {
                throw PropertyListError(
                    .notAnIndex(path.prefix(position + 1), count: elements.count))
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
            throw PropertyListError(.notAContainer(path.prefix(position), type))
        }
    }
}
