/// Errors of a ``StoredObject`` or an element of a ``StoredCollection``. Stored values are unchanged.
extension ErrorCode where Failure == PreferenceValueError {
    /// The identifier of an object is empty.
    public static var noIdentifier: Self { Self() }
    /// A field to ignore is not a field of the type, or could not be loaded, because a new object does not have it and
    /// the type requires it.
    public static var invalidIgnoredField: Self { Self() }
    /// Another live object has the same location.
    public static var alreadyLive: Self { Self() }
    /// An update has changed the identity of a collection element.
    public static var otherIdentity: Self { Self() }
}

extension PreferenceValueError {
    static let objectWithoutIdentifier = Self(.noIdentifier, "the identifier of a stored object is empty")

    static let objectWithoutFields = Self(.unstorable, "an object without fields cannot be a domain")

    static func unknownIgnoredFields(_ unknown: [String], fields: [String]) -> Self {
        let list = { (names: [String]) in names.map { "'\($0)'" }.joined(separator: ", ") }
        let known = fields.isEmpty ? "the value has no fields" : "the fields are \(list(fields))"
        return Self(.invalidIgnoredField, "there is no field \(list(unknown)) to ignore; \(known)")
    }

    static func ignoredFieldWithoutDefault(_ field: String) -> Self {
        let reason = "the type requires it, and a new object has no value for it"
        return Self(.invalidIgnoredField, "'\(field)' cannot be ignored", reason: reason)
    }

    /// - Parameters:
    ///   - first: The type and source location of one object.
    ///   - second: Those of the other object.
    static func alreadyLive(_ identifier: String, _ first: String, _ second: String) -> Self {
        let clause = "two live objects are stored under '\(identifier)'"
        return Self(.alreadyLive, clause, reason: "\(first) and \(second)")
    }

    static func otherIdentity(expected: String, found: String) -> Self {
        Self(.otherIdentity, "an update of the object '\(expected)' has changed its identity to '\(found)'")
    }
}
