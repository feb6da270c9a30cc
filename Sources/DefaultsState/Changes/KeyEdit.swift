import PropertyList

/// A value to set at keys, or to remove.
struct KeyEdit: Hashable, Sendable {
    /// The keys that lead to the value. No component is an index of an array.
    var path: PropertyListPath
    /// The value, or `nil` for no value.
    var value: PropertyListValue?

    init(_ path: PropertyListPath, _ value: PropertyListValue?) {
        (self.path, self.value) = (path, value)
    }
}

/// Values that are addressed by keys alone: no component of a path is an index of an array.
///
/// Differences between dictionaries, state documents and applied records address values this way. The general paths of
/// `ChangeSet` would interpret the key `0` as an index if an array has replaced the dictionary.
extension PropertyListDictionary {
    /// Returns the value that keys lead to, or `nil` if there is no such value.
    func value(atKeys path: PropertyListPath) -> PropertyListValue? {
        var dictionary = self
        for key in path.components.dropLast() {
            guard case .dictionary(let inner)? = dictionary[key] else { return nil }
            dictionary = inner
        }
        return path.components.last.flatMap { dictionary[$0] }
    }

    /// Returns whether keys lead to a dictionary. The empty path leads to this dictionary.
    func hasDictionary(atKeys path: PropertyListPath) -> Bool {
        if path.components.isEmpty { return true }
        return if case .dictionary? = value(atKeys: path) { true } else { false }
    }

    /// Sets and removes values in one pass over each dictionary on their paths.
    ///
    /// Setting a value creates the missing dictionaries on its path, and replaces other values on the path by
    /// dictionaries. Removing a missing value has no effect.
    ///
    /// - Parameter edits: The changes. No path may begin with another one.
    mutating func apply(_ edits: [KeyEdit]) {
        let sorted = edits.sorted { $0.path.precedes($1.path) }
        apply(sorted[...], depth: 0)
    }

    private mutating func apply(_ edits: ArraySlice<KeyEdit>, depth: Int) {
        var changes: [(String, PropertyListValue?)] = []
        var rest = edits
        while let first = rest.first {
            let key = first.path.components[depth]
            let group = rest.prefix { $0.path.components[depth].hasSameScalars(as: key) }
            rest = rest.dropFirst(group.count)
            guard first.path.components.count > depth + 1 else {
                changes.append((key, first.value))
                continue
            }
            var inner: PropertyListDictionary = [:]
            if case .dictionary(let present)? = self[key] {
                inner = present
            } else if group.allSatisfy({ $0.value == nil }) {
                continue
            }
            inner.apply(group, depth: depth + 1)
            changes.append((key, .dictionary(inner)))
        }
        apply(changes)
    }
}

extension PropertyListPath {
    /// Returns whether this path sorts before another path. The components are compared in turn, in the order of keys.
    /// A path sorts before the paths inside its value.
    func precedes(_ other: PropertyListPath) -> Bool {
        for (left, right) in zip(components, other.components) where !left.hasSameScalars(as: right) {
            return left.precedesInUTF16(right)
        }
        return components.count < other.components.count
    }
}
