/// A list of changes to one domain, or to a property list with any root, as a value.
///
/// The edits are applied in order. If an edit fails, no edit takes effect.
///
/// ```swift
/// let changes = ChangeSet([
///     .set(PropertyListPath(["Window", "Width"]), 800), .append(["plan.txt"], to: "Recent"),
///     .rename("FontSize", to: "TextSize"),
/// ])
/// try store.apply(changes, to: editor)
/// ```
public struct ChangeSet: Hashable, Sendable {
    /// A change, or a condition for the whole change set. A string literal in place of a path is a single key.
    public enum Edit: Hashable, Sendable {
        /// Sets a value. Missing containers on the path are created as dictionaries.
        case set(PropertyListPath, PropertyListValue)
        /// Inserts a value into an array, before the element at the path. The index after the last element appends the
        /// value.
        case insert(PropertyListValue, at: PropertyListPath)
        /// Removes a value, if it exists.
        case remove(PropertyListPath)
        /// Removes every key. Fails if the root is not a dictionary.
        case removeAll
        /// Sets every key of the dictionary. Other keys of the domain keep their values. Fails if the root is not a
        /// dictionary.
        case merge(PropertyListDictionary)
        /// Sets every key of the dictionary, and merges dictionaries recursively. Arrays are replaced. Fails if the
        /// root is not a dictionary.
        case mergeDeeply(PropertyListDictionary)
        /// Moves the value at the first path to the second path, where it replaces any other value. Fails if there is
        /// no value at the first path.
        case rename(PropertyListPath, to: PropertyListPath)
        /// Appends elements to an array, which is created if it does not exist. Fails if the value is not an array.
        case append([PropertyListValue], to: PropertyListPath)
        /// Appends the elements that an array does not contain, each once. The array is created if it does not exist.
        /// Fails if the value is not an array.
        case appendMissing([PropertyListValue], to: PropertyListPath)
        /// Removes all elements of an array that are equal to one of the given elements. Changes nothing if there is no
        /// value at the path. Fails if the value is not an array.
        case removeElements([PropertyListValue], from: PropertyListPath)
        /// Sets keys of a dictionary, which is created if it does not exist. Fails if the value is not a dictionary.
        case mergeInto(PropertyListPath, PropertyListDictionary)
        /// Fails if there is no value at the path.
        case require(PropertyListPath)
        /// Fails if the domain has no keys.
        case requireAnyKey
    }

    /// The edits, in order.
    public var edits: [Edit]

    /// Creates a change set.
    public init(_ edits: [Edit] = []) {
        self.edits = edits
    }

    /// Whether the last edit removes every key, so that the domain no longer exists.
    package var removesAll: Bool { edits.last == .removeAll }
}
