import PropertyList
import Synchronization

/// The registered defaults, which all instances of the process share, as in Foundation.
enum RegisteredDefaults {
    private static let values = Mutex<PropertyListDictionary>([:])

    /// The values by their keys.
    static var contents: PropertyListDictionary { values.withLock { $0 } }

    /// Returns the object of a key, or `nil` if there is none.
    static func object(of key: String) -> Any? {
        guard let value = values.withLock({ $0[key] }) else { return nil }
        return FloatValues.object(for: value, of: key) { .registered }
    }

    /// Adds the objects that a property list can hold. Other values stay.
    ///
    /// - Parameters:
    ///   - objects: The objects by their keys.
    ///   - onError: A closure that is called with the error for each other object.
    static func add(_ objects: [String: Any], onError: (any Error) -> Void) {
        let defaults = PropertyListDictionary(storable: objects, onError: onError)
        values.withLock { $0.merge(defaults) }
        for (key, object) in objects {
            if let value = defaults[key] { FloatValues.note(object, as: value, of: key) { .registered } }
        }
    }
}
