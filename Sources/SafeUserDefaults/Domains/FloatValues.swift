import Foundation
import Synchronization

/// The stored values that this process has set as `Float`.
///
/// A property list has only one type of real numbers, so a value read from a file is a `Double`. Until the process
/// ends, a `Float` is returned as a `Float` if the stored value has not changed. The same applies to a `[Float]` and to
/// a `[String: Float]`.
enum FloatValues {
    private static let values = Mutex<[StoreIdentity: PropertyListDictionary]>([:])
    /// Whether a `Float` was ever set. Programs that never set a `Float` do not take the lock.
    private static let isUsed = Atomic(false)

    /// Records that a value was set under a key.
    ///
    /// - Parameters:
    ///   - object: The object that was set.
    ///   - value: Its stored form.
    ///   - key: The key.
    ///   - domain: A closure that returns the identity of the domain, or `nil` if it is unknown.
    static func note(
        _ object: Any, as value: PropertyListValue?, of key: String, in domain: () -> StoreIdentity?
    ) {
        let isFloat = isFloat(object)
        guard isFloat || isUsed.load(ordering: .acquiring), let domain = domain() else { return }
        values.withLock { $0[domain, default: [:]][key] = isFloat ? value : nil }
        if isFloat { isUsed.store(true, ordering: .releasing) }
    }

    /// Returns the object for the value of a key.
    ///
    /// - Parameters:
    ///   - value: The stored value.
    ///   - key: The key.
    ///   - domain: A closure that returns the identity of the domain, or `nil` if it is unknown.
    static func object(for value: PropertyListValue, of key: String, in domain: () -> StoreIdentity?) -> Any {
        guard isUsed.load(ordering: .acquiring), let domain = domain(),
            values.withLock({ $0[domain]?[key] }) == value
        else { return value.foundationObject }
        return value.floatObject
    }

    /// Returns whether an object is a `Float`, an `NSNumber` of a `Float`, a `[Float]` or a `[String: Float]`.
    static func isFloat(_ object: Any) -> Bool {
        let type = Swift.type(of: object)
        if type == Float.self || type == [Float].self || type == [String: Float].self { return true }
        if type == Double.self || type == Int.self || type == Bool.self || type == String.self { return false }
        return (object as? NSNumber).map { String(cString: $0.objCType) == "f" } ?? false
    }
}

extension PropertyListValue {
    /// The object of a value that was set as a `Float` or as a container of `Float` values.
    var floatObject: Any {
        switch self {
        case .real(let number): Float(number)
        case .array(let elements): elements.map(\.floatObject)
        case .dictionary(let fields):
            Dictionary(fields.map { ($0.key, $0.value.floatObject) }, uniquingKeysWith: { $1 })
        case .string, .integer, .boolean, .date, .data, .uid: foundationObject
        }
    }
}
