import PropertyList

/// A change of a property list at a key path.
struct PlutilEdit: Equatable {
    enum Change: Equatable {
        /// Adds a key, or an element before the one with the index.
        case insert(PropertyListValue)
        /// Adds an element to the end of the array at the path. If the last key is missing, adds the value under it.
        case append(PropertyListValue)
        /// Sets a key or an element. A missing last key is added, and an index after the last one adds an element.
        case replace(PropertyListValue)
        case remove
    }

    let change: Change
    let keyPath: PlutilKeyPath

    init(_ change: Change, at keyPath: PlutilKeyPath) {
        (self.change, self.keyPath) = (change, keyPath)
    }

    /// Performs the change. The containers on the way must exist.
    ///
    /// - Throws: ``PlutilError`` with the sentence of Apple's tool. The value is then unchanged.
    func apply(to root: inout PropertyListValue) throws(PlutilError) {
        try PlutilError.mapping(try perform(on: &root))
    }

    private func perform(on root: inout PropertyListValue) throws {
        let path = keyPath.path
        switch change {
        case .remove:
            guard root[path] != nil else { throw PlutilError("No value to remove at key path \(keyPath.text)") }
            try root.remove(at: path)
        case .insert(let value):
            switch try place(in: root) {
            case .missingKey: try root.set(value, at: path)
            case .presentKey: throw PlutilError("Value already exists at key path \(keyPath.text)")
            case .presentElement, .newElement: try root.insert(value, at: path)
            }
        case .replace(let value):
            let isNew = try place(in: root) == .newElement
            if isNew { try root.insert(value, at: path) } else { try root.set(value, at: path) }
        case .append(let value):
            guard let end = try end(of: place(in: root), in: root) else { return try root.set(value, at: path) }
            try root.insert(value, at: path.appending(String(end)))
        }
    }

    /// The place that a key path leads to.
    private enum Place {
        case missingKey
        case presentKey
        case presentElement
        /// The index after that of the last element.
        case newElement
    }

    /// Returns the place that the path leads to, or throws an error if the container of the place does not exist.
    private func place(in root: PropertyListValue) throws(PlutilError) -> Place {
        var container = root
        for component in keyPath.path.components.dropLast() {
            guard let member = container.member(component) else { throw missing(component, in: container) }
            container = member
        }
        guard let last = keyPath.path.components.last else { throw .notInserted(keyPath) }
        if container.member(last) != nil { return container.type == .array ? .presentElement : .presentKey }
        switch container {
        case .dictionary: return .missingKey
        case .array(let elements) where Int(indexComponent: last) == elements.count: return .newElement
        default: throw missing(last, in: container)
        }
    }

    private func missing(_ component: String, in container: PropertyListValue) -> PlutilError {
        switch container {
        case .dictionary: PlutilError("Key path not found \(keyPath.text)")
        case .array where Int(indexComponent: component) != nil: .outOfBounds(component, keyPath)
        case .array: PlutilError("Unable to index into array with key path \(keyPath.text)")
        case .string, .integer, .real, .boolean, .date, .data, .uid: .notInserted(keyPath)
        }
    }

    /// Returns the number of elements of the array at the path, or `nil` if the key is missing.
    private func end(of place: Place, in root: PropertyListValue) throws(PlutilError) -> Int? {
        switch (place, root[keyPath.path]) {
        case (.missingKey, _): return nil
        case (.newElement, _): throw .outOfBounds(keyPath.path.components.last ?? "", keyPath)
        case (_, .array(let elements)?): return elements.count
        case (.presentElement, _):
            throw PlutilError("Attempt to append value to non-array at key path \(keyPath.text)")
        case (.presentKey, _): throw PlutilError("Appending to a non-array at key path \(keyPath.text)")
        }
    }
}
