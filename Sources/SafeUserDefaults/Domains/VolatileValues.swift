/// Values that are never saved: the values of a volatile domain or the registered defaults.
struct VolatileValues {
    /// The stored forms of the values by their keys.
    private(set) var values: PropertyListDictionary = [:]
    /// The values that were set as a `Float` or as a container of `Float` values.
    private var floats: PropertyListDictionary = [:]

    init() {}

    /// Creates values from objects, and omits objects that a property list cannot hold.
    ///
    /// - Parameter onError: A closure that is called with the error for each omitted object.
    init(_ objects: [String: Any], onError: (any Error) -> Void) {
        values = PropertyListDictionary(storing: objects, onError: onError)
        floats = PropertyListDictionary(
            values.filter { pair in objects[pair.key].map(FloatValues.isFloat) ?? false }.map { ($0.key, $0.value) })
    }

    /// Returns the object of a key, or `nil` if there is none.
    subscript(key: String) -> Any? {
        if values.isEmpty { return nil }
        return values[key].map { object(for: $0, of: key) }
    }

    /// The objects by their keys.
    var objects: [String: Any] {
        Dictionary(values.map { ($0.key, object(for: $0.value, of: $0.key)) }, uniquingKeysWith: { $1 })
    }

    /// Adds values, and replaces the values of keys that are already present.
    mutating func merge(_ other: VolatileValues) {
        values.merge(other.values)
        for key in other.values.keys { floats[key] = other.floats[key] }
    }

    private func object(for value: PropertyListValue, of key: String) -> Any {
        floats[key] == value ? value.floatObject : value.foundationObject
    }
}
