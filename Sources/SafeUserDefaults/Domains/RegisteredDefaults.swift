import PropertyList
import Synchronization

/// The registered defaults, which all instances of the process share, as in Foundation.
enum RegisteredDefaults {
    private static let values = Mutex<PropertyListDictionary>([:])

    /// The values by their keys.
    static var contents: PropertyListDictionary { values.withLock { $0 } }

    /// Returns the value of a key, or `nil` if there is none.
    static func value(of key: String) -> PropertyListValue? {
        values.withLock { $0[key] }
    }

    /// Adds values. Other values stay.
    static func add(_ defaults: PropertyListDictionary) {
        values.withLock { $0.merge(defaults) }
    }
}
