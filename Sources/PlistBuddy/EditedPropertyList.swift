import PropertyList

/// A property list with a root of any type, and the changes that PlistBuddy makes to its entries.
struct EditedPropertyList {
    /// The root is the value of this key, since the functions that change a value at a path need a dictionary.
    private var box: PropertyListDictionary

    init(root: PropertyListValue = [:]) {
        box = ["": root]
    }

    var root: PropertyListValue { box[""] ?? [:] }

    private static func path(_ components: [String]) -> PropertyListPath {
        PropertyListPath([""] + components)
    }

    /// Returns the value at keys and indices, or `nil` if there is none.
    func value(at components: [String]) -> PropertyListValue? {
        box[Self.path(components)]
    }

    /// Returns the keys and indices that lead to an existing entry, or `nil` if it does not exist.
    ///
    /// An empty component that is not a key has no effect, so `:Array:` is `:Array`.
    ///
    /// - Parameter isToBeChanged: Whether an empty component at the end must be a key, because the entry before it is
    ///   not the one to change or remove.
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
        try box.set(value, at: Self.path(location))
    }

    /// Removes the entry at a location below the root.
    mutating func remove(at location: [String]) throws(PropertyListPathError) {
        try box.remove(at: Self.path(location))
    }
}

extension EditedPropertyList {
    /// The place of a new entry.
    private enum Place {
        /// A key of a dictionary. The dictionaries on the way to it may be missing.
        case key([String])
        /// An index of an array, and the keys inside the new element that lead to the entry.
        case element(array: [String], index: Int, keys: [String])
    }

    /// Adds an entry. Missing dictionaries on the way to it are created. In an array, the entry is inserted before the
    /// element with the index, or at the end if the index is larger or empty. In a dictionary, an empty component at
    /// the end is the empty key; elsewhere, it has no effect.
    ///
    /// - Parameter command: The name of the command, for errors.
    mutating func add(
        _ value: PropertyListValue, at entry: EntryPath, from container: [String], command: String
    ) throws(PlistBuddyError) {
        let place = try place(of: entry, from: container, command: command)
        do {
            switch place {
            case .key(let location):
                try box.set(value, at: Self.path(location))
            case .element(let array, let index, let keys):
                let element = keys.reversed().reduce(value) { .dictionary([$1: $0]) }
                try box.insert(element, at: Self.path(array + [String(index)]))
            }
        } catch {
            throw .cannotAdd(command, entry)
        }
    }

    private func place(
        of entry: EntryPath, from container: [String], command: String
    ) throws(PlistBuddyError) -> Place {
        var location = entry.start(in: container)
        // The root and the working container can only get a new entry with an empty name.
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
                let index = component.isEmpty ? elements.count : EntryPath.index(component)
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

    /// The keys of dictionaries that are created, without the empty components between them.
    private static func newKeys(_ components: ArraySlice<String>) -> [String] {
        components.dropLast().filter { !$0.isEmpty } + components.suffix(1)
    }
}

extension EditedPropertyList {
    /// Adds the entries of a container to the container at a location.
    ///
    /// - Parameters:
    ///   - isRecursive: Whether containers that both have are merged. Otherwise, and for other values, the present
    ///     entry stays.
    ///   - skipped: Receives the keys that were skipped, since they exist.
    /// - Returns: The container with the entries of both, or `nil` if they are not two containers of the same type.
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
