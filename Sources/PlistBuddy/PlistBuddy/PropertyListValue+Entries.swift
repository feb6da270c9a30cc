import PropertyList

/// The entries that PlistBuddy finds, adds and merges in a root of any type.
extension PropertyListValue {
    /// Returns the path of an existing entry, or `nil` if it does not exist.
    ///
    /// An empty component that is not a key is ignored, so `:Array:` means `:Array`.
    ///
    /// - Parameter isToBeChanged: Whether the entry is to be changed or removed. An empty component at the end must
    ///   then be a key, so that its parent is not changed instead.
    func path(
        of entry: EntryPath, from container: PropertyListPath, isToBeChanged: Bool = false
    ) -> PropertyListPath? {
        var path = entry.start(in: container)
        guard var value = self[path] else { return nil }
        for (index, component) in entry.components.enumerated() {
            guard let member = value.member(component) else {
                let isAtEnd = index == entry.components.count - 1
                guard component.isEmpty, !(isAtEnd && isToBeChanged) else { return nil }
                continue
            }
            path.components.append(component)
            value = member
        }
        return path
    }

    /// The location of a new entry.
    private enum Place {
        /// The path of a key. The dictionaries that contain it may be missing.
        case key(PropertyListPath)
        /// An index of an array, and the path of keys from the new element to the entry.
        case element(array: PropertyListPath, index: Int, keys: [String])
    }

    /// Adds an entry, and creates missing dictionaries that contain it. In an array, the entry is inserted before the
    /// element with the index. If there is no such element, or the index is empty, the entry is appended. In a
    /// dictionary, an empty component at the end is the empty key. Elsewhere, an empty component that is not a key is
    /// ignored.
    ///
    /// - Parameter command: The name of the command, for errors.
    mutating func add(
        _ value: PropertyListValue, at entry: EntryPath, from container: PropertyListPath, command: String
    ) throws(PlistBuddyError) {
        let place = try place(of: entry, from: container, command: command)
        do {
            switch place {
            case .key(let path): try set(value, at: path)
            case .element(let array, let index, let keys):
                let element = keys.reversed().reduce(value) { .dictionary([$1: $0]) }
                try insert(element, at: array.appending(String(index)))
            }
        } catch {
            throw .cannotAdd(command, entry)
        }
    }

    private func place(
        of entry: EntryPath, from container: PropertyListPath, command: String
    ) throws(PlistBuddyError) -> Place {
        var path = entry.start(in: container)
        // A path without components is treated as an empty component in the root.
        var rest = entry.components.isEmpty ? [""] : entry.components[...]
        guard var value = self[path] else { throw .cannotAdd(command, entry) }
        while let component = rest.popFirst() {
            if component.isEmpty, !rest.isEmpty, value.member(component) == nil { continue }
            switch value {
            case .dictionary(let dictionary):
                guard let member = dictionary[component] else {
                    return .key(PropertyListPath(path.components + [component] + Self.newKeys(rest)))
                }
                if rest.isEmpty { throw .alreadyExists(command, entry) }
                path.components.append(component)
                value = member
            case .array(let elements):
                let index = component.isEmpty ? elements.count : Int(indexComponent: component)
                guard let index, rest.isEmpty || index <= elements.count else {
                    throw .cannotAdd(command, entry)
                }
                if rest.isEmpty || index == elements.count {
                    return .element(array: path, index: min(index, elements.count), keys: Self.newKeys(rest))
                }
                path.components.append(String(index))
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

    /// Adds the entries of another container to the container.
    ///
    /// - Parameters:
    ///   - isRecursive: Whether two containers of the same type with the same key are merged. Otherwise, the value of
    ///     this container is kept.
    ///   - skipped: Receives the keys of the other container that were skipped, because this one has them.
    /// - Returns: The merged container, or `nil` if the values are not two containers of the same type.
    func merged(with other: PropertyListValue, isRecursive: Bool, _ skipped: inout [String]) -> PropertyListValue? {
        switch (self, other) {
        case (.array(let present), .array(let added)):
            return .array(present + added)
        case (.dictionary(let present), .dictionary(let added)):
            var changes: [(String, PropertyListValue?)] = []
            for (key, value) in added {
                guard let old = present[key] else {
                    changes.append((key, value))
                    continue
                }
                if isRecursive, let merged = old.merged(with: value, isRecursive: true, &skipped) {
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
