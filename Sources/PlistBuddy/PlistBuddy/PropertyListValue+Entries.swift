import PropertyList

/// The entries that PlistBuddy finds, adds and merges in a root of any type.
extension PropertyListValue {
    /// The type of the entry. A UID of a keyed archive is a dictionary, as in XML.
    var entryType: PropertyListType { type == .uid ? .dictionary : type }

    /// Returns an entry, or `nil` if it does not exist.
    ///
    /// An empty component that is not a key is ignored, so `:Array:` means `:Array`.
    ///
    /// - Parameter isToBeChanged: Whether the entry is to be changed or removed. An empty component at the end must
    ///   then be a key, so that its parent is not changed instead.
    func entry(
        at entry: EntryPath, from container: PropertyListPath, isToBeChanged: Bool = false
    ) -> (path: PropertyListPath, value: PropertyListValue)? {
        var path = entry.isAbsolute ? PropertyListPath() : container
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
        return (path, value)
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
        let (path, keys) = try place(of: entry, from: container, command: command)
        do {
            guard let keys else { return try set(value, at: path) }
            try insert(keys.reversed().reduce(value) { .dictionary([$1: $0]) }, at: path)
        } catch {
            throw .cannotAdd(command, entry)
        }
    }

    /// Returns the place of a new entry. The dictionaries that contain it may be missing.
    ///
    /// - Returns: The path of a key and `nil`, or the path of a new array element and the keys from it to the entry.
    private func place(
        of entry: EntryPath, from container: PropertyListPath, command: String
    ) throws(PlistBuddyError) -> (path: PropertyListPath, keysInElement: [String]?) {
        var path = entry.isAbsolute ? PropertyListPath() : container
        // A path without components is treated as an empty component in the root.
        var rest = entry.components.isEmpty ? [""] : entry.components[...]
        guard var value = self[path] else { throw .cannotAdd(command, entry) }
        while let component = rest.popFirst() {
            if component.isEmpty, !rest.isEmpty, value.member(component) == nil { continue }
            switch value {
            case .dictionary(let dictionary):
                guard let member = dictionary[component] else {
                    return (PropertyListPath(path.components + [component] + Self.newKeys(rest)), nil)
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
                    return (path.appending(String(min(index, elements.count))), Self.newKeys(rest))
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
                let old = present[key]
                let merged = isRecursive ? old?.merged(with: value, isRecursive: true, &skipped) : nil
                if let new = old == nil ? value : merged { changes.append((key, new)) } else { skipped.append(key) }
            }
            var result = present
            result.apply(changes)
            return .dictionary(result)
        default:
            return nil
        }
    }
}
