/// A difference between two property lists.
public struct PropertyListDifference: Hashable, Sendable {
    /// The path of the differing values. Dictionaries are compared key by key, and arrays as a whole.
    public var path: PropertyListPath
    /// The first value, or `nil` if the first property list has no value at the path.
    public var old: PropertyListValue?
    /// The second value, or `nil` if the second property list has no value at the path.
    public var new: PropertyListValue?
    /// The text of the pattern that is expected as the first value, if any. ``old`` is then the pattern's JSON form.
    package var oldPattern: String?
    /// The text of the pattern that is expected as the second value, if any.
    package var newPattern: String?

    /// Creates a difference.
    package init(path: PropertyListPath, old: PropertyListValue?, new: PropertyListValue?) {
        (self.path, self.old, self.new) = (path, old, new)
    }

    /// Returns the differences between two dictionaries in the order of their paths, in one pass.
    ///
    /// ```swift
    /// let before: PropertyListDictionary = ["FontSize": 12, "Window": ["Width": 640, "Height": 480]]
    /// let after: PropertyListDictionary = ["Theme": "dark", "Window": ["Width": 800, "Height": 480]]
    /// let paths = PropertyListDifference.between(before, after).map(\.path)  // FontSize, Theme, Window.Width
    /// ```
    public static func between(_ old: PropertyListDictionary, _ new: PropertyListDictionary) -> [PropertyListDifference]
    {
        between(old, new, isWhole: { _ in false })
    }

    /// Returns the differences between two property lists with roots of any type. Roots that are not both dictionaries
    /// are one difference, whose path is empty. In it, an empty dictionary is no value, since a domain without keys
    /// does not exist.
    public static func between(_ old: PropertyListValue, _ new: PropertyListValue) -> [PropertyListDifference] {
        between(old, new, isWhole: { _ in false })
    }

    /// Returns the differences between two property lists.
    ///
    /// - Parameter isWhole: Returns whether two dictionaries at a path are compared as a whole.
    package static func between(
        _ old: PropertyListValue, _ new: PropertyListValue, isWhole: (PropertyListPath) -> Bool
    ) -> [PropertyListDifference] {
        if case (.dictionary(let old), .dictionary(let new)) = (old, new) {
            return between(old, new, isWhole: isWhole)
        }
        if old == new { return [] }
        let (old, new) = (old == [:] ? nil : old, new == [:] ? nil : new)
        return [PropertyListDifference(path: PropertyListPath(), old: old, new: new)]
    }

    /// Returns the differences between two dictionaries.
    ///
    /// - Parameter isWhole: Returns whether two dictionaries at a path are compared as a whole.
    private static func between(
        _ old: PropertyListDictionary, _ new: PropertyListDictionary, isWhole: (PropertyListPath) -> Bool
    ) -> [PropertyListDifference] {
        var differences: [PropertyListDifference] = []
        collect(old, new, at: PropertyListPath(), isWhole, into: &differences)
        return differences
    }

    private static func collect(
        _ old: PropertyListDictionary, _ new: PropertyListDictionary, at path: PropertyListPath,
        _ isWhole: (PropertyListPath) -> Bool, into differences: inout [PropertyListDifference]
    ) {
        var (left, right) = (old[...], new[...])
        while let key = nextKey(left, right) {
            let (oldValue, newValue) = (left.take(key), right.take(key))
            // Most values are equal, and need no path.
            lazy var place = path.appending(key)
            if case (.dictionary(let old)?, .dictionary(let new)?) = (oldValue, newValue), !isWhole(place) {
                collect(old, new, at: place, isWhole, into: &differences)
            } else if oldValue != newValue {
                differences.append(PropertyListDifference(path: place, old: oldValue, new: newValue))
            }
        }
    }

    /// Returns the first of the remaining keys.
    private static func nextKey(
        _ left: PropertyListDictionary.SubSequence, _ right: PropertyListDictionary.SubSequence
    ) -> String? {
        guard let first = left.first?.key else { return right.first?.key }
        guard let second = right.first?.key else { return first }
        return second.precedesInUTF16(first) ? second : first
    }
}

extension Slice<PropertyListDictionary> {
    /// Removes the first pair and returns its value if the pair has the given key. Otherwise returns `nil`.
    package mutating func take(_ key: String) -> PropertyListValue? {
        guard let first, first.key.hasSameScalars(as: key) else { return nil }
        removeFirst()
        return first.value
    }
}
