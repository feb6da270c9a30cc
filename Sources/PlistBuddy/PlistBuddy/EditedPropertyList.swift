import PropertyList

/// A property list with a root of any type, and the changes that PlistBuddy makes to its entries.
struct EditedPropertyList {
    /// The root. The path of the root has no components.
    private(set) var root: PropertyListValue

    init(root: PropertyListValue = [:]) {
        self.root = root
    }

    /// Returns the value at a path of keys and indices, or `nil` if there is none.
    func value(at components: [String]) -> PropertyListValue? {
        root[PropertyListPath(components)]
    }

    /// Returns the keys and indices that lead to an existing entry, or `nil` if it does not exist.
    ///
    /// An empty component that is not a key is ignored, so `:Array:` means `:Array`.
    ///
    /// - Parameter isToBeChanged: Whether the entry is to be changed or removed. An empty component at the end must
    ///   then be a key, so that its parent is not changed instead.
    func location(of entry: EntryPath, from container: [String], isToBeChanged: Bool = false) -> [String]? {
        var location = entry.start(in: container)
        guard var value = value(at: location) else { return nil }
        for (index, component) in entry.components.enumerated() {
            guard let member = value.member(component) else {
                let isAtEnd = index == entry.components.count - 1
                guard component.isEmpty, !(isAtEnd && isToBeChanged) else { return nil }
                continue
            }
            location.append(component)
            value = member
        }
        return location
    }

    /// Replaces the value at the location of an existing entry.
    mutating func replace(at location: [String], with value: PropertyListValue) throws(PropertyListPathError) {
        try root.set(value, at: PropertyListPath(location))
    }

    /// Removes the entry at a location below the root.
    mutating func remove(at location: [String]) throws(PropertyListPathError) {
        try root.remove(at: PropertyListPath(location))
    }
}

extension EditedPropertyList {
    /// The location of a new entry.
    private enum Place {
        /// The path of a key. The dictionaries that contain it may be missing.
        case key([String])
        /// An index of an array, and the path of keys from the new element to the entry.
        case element(array: [String], index: Int, keys: [String])
    }

    /// Adds an entry, and creates missing dictionaries that contain it. In an array, the entry is inserted before the
    /// element with the index. If there is no such element, or the index is empty, the entry is appended. In a
    /// dictionary, an empty component at the end is the empty key. Elsewhere, an empty component that is not a key is
    /// ignored.
    ///
    /// - Parameter command: The name of the command, for errors.
    mutating func add(
        _ value: PropertyListValue, at entry: EntryPath, from container: [String], command: String
    ) throws(PlistBuddyError) {
        let place = try place(of: entry, from: container, command: command)
        do {
            switch place {
            case .key(let location):
                try root.set(value, at: PropertyListPath(location))
            case .element(let array, let index, let keys):
                let element = keys.reversed().reduce(value) { .dictionary([$1: $0]) }
                try root.insert(element, at: PropertyListPath(array + [String(index)]))
            }
        } catch {
            throw .cannotAdd(command, entry)
        }
    }

    private func place(
        of entry: EntryPath, from container: [String], command: String
    ) throws(PlistBuddyError) -> Place {
        var location = entry.start(in: container)
        // A path without components is treated as an empty component in the root.
        var rest = entry.components.isEmpty ? [""] : entry.components[...]
        guard var value = value(at: location) else { throw .cannotAdd(command, entry) }
        while let component = rest.popFirst() {
            if component.isEmpty, !rest.isEmpty, value.member(component) == nil { continue }
            switch value {
            case .dictionary(let dictionary):
                guard let member = dictionary[component] else {
                    return .key(location + [component] + Self.newKeys(rest))
                }
                if rest.isEmpty { throw .alreadyExists(command, entry) }
                location.append(component)
                value = member
            case .array(let elements):
                let index = component.isEmpty ? elements.count : Int(indexComponent: component)
                guard let index, rest.isEmpty || index <= elements.count else {
                    throw .cannotAdd(command, entry)
                }
                if rest.isEmpty || index == elements.count {
                    return .element(
                        array: location, index: min(index, elements.count), keys: Self.newKeys(rest))
                }
                location.append(String(index))
                value = elements[index]
            case .string, .integer, .real, .boolean, .date, .data, .uid:
                throw .cannotAdd(command, entry)
            }
        }
        throw .cannotAdd(command, entry)
    }

    /// Returns the keys of the dictionaries to create. Empty components are omitted, except the last one.
    private static func newKeys(_ components: ArraySlice<String>) -> [String] {
        components.dropLast().filter { !$0.isEmpty } + components.suffix(1)
    }
}

extension EditedPropertyList {
    /// Adds the entries of the source container to the target container.
    ///
    /// - Parameters:
    ///   - isRecursive: Whether two containers of the same type with the same key are merged. Otherwise, the value of
    ///     the target is kept.
    ///   - skipped: Receives the keys of the source that were skipped, because the target has them.
    /// - Returns: The merged container, or `nil` if the values are not two containers of the same type.
    static func merged(
        _ source: PropertyListValue, into target: PropertyListValue, isRecursive: Bool, _ skipped: inout [String]
    ) -> PropertyListValue? {
        switch (target, source) {
        case (.array(let present), .array(let added)):
            return .array(present + added)
        case (.dictionary(let present), .dictionary(let added)):
            var changes: [(String, PropertyListValue?)] = []
            for (key, value) in added {
                guard let old = present[key] else {
                    changes.append((key, value))
                    continue
                }
                if isRecursive, let merged = merged(value, into: old, isRecursive: true, &skipped) {
                    changes.append((key, merged))
                } else {
                    skipped.append(key)
                }
            }
            var result = present
            result.apply(changes)
            return .dictionary(result)
        default:
            return nil
        }
    }
}
