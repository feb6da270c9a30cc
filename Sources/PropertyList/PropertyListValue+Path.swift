extension PropertyListDictionary {
    /// The value at a path, or `nil` if there is none.
    public subscript(path: PropertyListPath) -> PropertyListValue? {
        if path.components.count == 1 { return self[path.components[0]] }
        var value = PropertyListValue.dictionary(self)
        for component in path.components {
            guard let next = value.member(component) else { return nil }
            value = next
        }
        return value
    }

    /// Sets the value at a path. Missing containers on the way are created as dictionaries.
    ///
    /// - Throws: ``PropertyListPathError`` if the path leads through a value that is not a container or past the end of
    ///   an array, or if the path is too long. The dictionary is not changed then.
    public mutating func set(_ value: PropertyListValue, at path: PropertyListPath) throws(PropertyListPathError) {
        guard path.components.count <= PropertyListLimits.depth else {
            throw PropertyListPathError(.tooLong(path.components.count))
        }
        try edit(path, from: 0) { $0 = value }
    }

    /// Inserts a value into an array.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - path: The path of the element to insert before. An index equal to the number of elements appends the value.
    /// - Throws: ``PropertyListPathError`` if there is no such array or the index is out of range.
    public mutating func insert(_ value: PropertyListValue, at path: PropertyListPath) throws(PropertyListPathError) {
        guard let last = path.components.last else { throw PropertyListPathError(.notAnElement(path)) }
        let parent = PropertyListPath(Array(path.components.dropLast()))
        guard let count = elementCount(at: parent) else { throw PropertyListPathError(.notAnElement(path)) }
        guard let index = Int(indexComponent: last), index <= count else {
            throw PropertyListPathError(.notAnIndex(path, count: count))
        }
        try edit(parent, from: 0) { array in
            guard case .array(var elements) = array else { return }
            array = nil
            elements.insert(value, at: index)
            array = .array(elements)
        }
    }

    /// Removes the value at a path. Later elements of an array move up.
    ///
    /// - Throws: ``PropertyListPathError/Code/noValue`` if there is no value.
    public mutating func remove(at path: PropertyListPath) throws(PropertyListPathError) {
        guard self[path] != nil else { throw PropertyListPathError(.noValue(path)) }
        try edit(path, from: 0) { $0 = nil }
    }

    private func elementCount(at path: PropertyListPath) -> Int? {
        if case .array(let elements) = self[path] { elements.count } else { nil }
    }

    /// Changes the value at a path. The components before the position lead to this dictionary.
    fileprivate mutating func edit(
        _ path: PropertyListPath, from position: Int, _ body: (inout PropertyListValue?) -> Void
    ) throws(PropertyListPathError) {
        guard position < path.components.count else { throw PropertyListPathError(.noValue(path)) }
        try edit(path.components[position]) { (member) throws(PropertyListPathError) in
            try member.edit(path, from: position + 1, body)
        }
    }
}

extension PropertyListValue {
    /// Returns the value without the field at a path, which leads through the fields of dictionaries and through all
    /// elements of arrays.
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
    ) throws(PropertyListPathError) {
        guard position < path.components.count else { return body(&self) }
        // Any path can be set in an empty dictionary, so an error never leaves an empty one behind.
        if case nil = self { self = .dictionary([:]) }
        try self?.editMember(path, at: position, body)
    }
}

extension PropertyListValue {
    /// Returns the value of a key or at an index of a container.
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

    /// Changes the value at a path. The component at the position is a key or an index of this container.
    fileprivate mutating func editMember(
        _ path: PropertyListPath, at position: Int, _ body: (inout PropertyListValue?) -> Void
    ) throws(PropertyListPathError) {
        // A value with two owners would be copied when it changes, so each is taken out of its container first.
        switch self {
        case .dictionary(var dictionary):
            self = false
            defer { self = .dictionary(dictionary) }
            try dictionary.edit(path, from: position, body)
        case .array(var elements):
            guard let index = Int(indexComponent: path.components[position]), index < elements.count else {
                throw PropertyListPathError(
                    .notAnIndex(PropertyListPath(Array(path.components[...position])), count: elements.count))
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
            throw PropertyListPathError(.notAContainer(PropertyListPath(Array(path.components[..<position])), type))
        }
    }
}

extension Int {
    /// Parses an index: `0`, or decimal digits that do not begin with zero.
    fileprivate init?(indexComponent text: String) {
        let isDecimal = !text.isEmpty && text.utf8.allSatisfy(\.isASCIIDigit)
        guard isDecimal, text == "0" || text.utf8.first != UInt8(ascii: "0") else { return nil }
        self.init(text)
    }
}
