import Synchronization

/// The registered defaults, which all instances of the process share, as in Foundation.
enum RegisteredDefaults {
    private static let values = Mutex(VolatileValues())

    /// The stored forms of the values by their keys.
    static var contents: PropertyListDictionary { values.withLock { $0.values } }

    /// Returns the object of a key, or `nil` if there is none.
    static func object(of key: String) -> Any? {
        values.withLock { $0 }[key]
    }

    /// Adds objects, except those that a property list cannot hold. The values of other keys do not change.
    ///
    /// - Parameters:
    ///   - objects: The objects by their keys.
    ///   - onError: A closure that is called with the error for each object that is not added.
    static func add(_ objects: [String: Any], onError: (any Error) -> Void) {
        let defaults = VolatileValues(objects, onError: onError)
        values.withLock { $0.merge(defaults) }
    }
}
