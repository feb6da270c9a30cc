/// A place at which two property lists differ.
public struct PropertyListDifference: Hashable, Sendable {
    /// The place. Dictionaries that both have are compared key by key; arrays differ as a whole.
    public var path: PropertyListPath
    /// What the first holds there, nil for nothing.
    public var old: PropertyListValue?
    /// What the second holds there, nil for nothing.
    public var new: PropertyListValue?

    /// The differences between two dictionaries, in the order of their paths. Takes one pass over both.
    public static func between(_ old: PropertyListDictionary, _ new: PropertyListDictionary) -> [PropertyListDifference]
    {
        var differences: [PropertyListDifference] = []
        collect(old, new, at: PropertyListPath(), into: &differences)
        return differences
    }

    private static func collect(
        _ old: PropertyListDictionary, _ new: PropertyListDictionary, at path: PropertyListPath,
        into differences: inout [PropertyListDifference]
    ) {
        var (left, right) = (old[...], new[...])
        while let key = nextKey(left, right) {
            let oldValue = value(of: key, in: &left)
            let newValue = value(of: key, in: &right)
            let place = PropertyListPath(path.components + [key])
            switch (oldValue, newValue) {
            case (.dictionary(let old)?, .dictionary(let new)?):
                collect(old, new, at: place, into: &differences)
            case _ where oldValue != newValue:
                differences.append(PropertyListDifference(path: place, old: oldValue, new: newValue))
            default:
                break
            }
        }
    }

    /// The first of the keys that both have left.
    private static func nextKey(
        _ left: PropertyListDictionary.SubSequence, _ right: PropertyListDictionary.SubSequence
    ) -> String? {
        guard let first = left.first?.key else { return right.first?.key }
        guard let second = right.first?.key else { return first }
        return second.precedesInUTF16(first) ? second : first
    }

    /// The value of a key, if that is the next, which is then passed.
    private static func value(of key: String, in pairs: inout PropertyListDictionary.SubSequence) -> PropertyListValue?
    {
        guard let first = pairs.first, first.key.hasSameScalars(as: key) else { return nil }
        pairs.removeFirst()
        return first.value
    }
}
