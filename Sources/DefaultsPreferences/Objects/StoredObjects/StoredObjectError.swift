/// An error that occurs when creating or storing a ``StoredObject`` or an element of a ``StoredCollection``. Stored
/// values are unchanged.
public struct StoredObjectError: Error, Hashable, Sendable {
    /// The error with its details.
    enum Reason: Hashable, Sendable {
        case noIdentifier
        case unknownIgnoredFields([String], fields: [String])
        case ignoredFieldWithoutDefault(String)
        /// The texts are the types and source locations of both objects.
        case alreadyLive(identifier: String, first: String, second: String)
        case noFields
        case otherIdentity(expected: String, found: String)
    }

    let reason: Reason

    init(_ reason: Reason) {
        self.reason = reason
    }
}

extension ErrorCode where Failure == StoredObjectError {
    /// The identifier is empty.
    public static var noIdentifier: Self { Self() }
    /// Some fields to ignore are not fields of the type.
    public static var unknownIgnoredFields: Self { Self() }
    /// A field to ignore could not be loaded, because a new object does not have it and the type requires it.
    public static var ignoredFieldWithoutDefault: Self { Self() }
    /// Another live object has the same location.
    public static var alreadyLive: Self { Self() }
    /// The object has no fields that could be the keys of a domain.
    public static var noFields: Self { Self() }
    /// An update has changed the identity of a collection element.
    public static var otherIdentity: Self { Self() }
}

extension StoredObjectError: CodedError {
    /// The kind of the error.
    public var code: Code { explanation.code }

    /// A description of the error, as a sentence without a full stop.
    public var description: String { explanation.text }

    private var explanation: (code: Code, text: String) {
        switch reason {
        case .noIdentifier: (.noIdentifier, "the identifier of a stored object is empty")
        case .unknownIgnoredFields(let unknown, let fields):
            (
                .unknownIgnoredFields,
                "there is no field \(Self.list(unknown)) to ignore; "
                    + (fields.isEmpty ? "the value has no fields" : "the fields are \(Self.list(fields))")
            )
        case .ignoredFieldWithoutDefault(let field):
            (
                .ignoredFieldWithoutDefault,
                "'\(field)' cannot be ignored: the type requires it, and a new object has no value for it"
            )
        case .alreadyLive(let identifier, let first, let second):
            (.alreadyLive, "two live objects are stored under '\(identifier)': \(first) and \(second)")
        case .noFields: (.noFields, "an object without fields cannot be a domain")
        case .otherIdentity(let expected, let found):
            (.otherIdentity, "an update of the object '\(expected)' has changed its identity to '\(found)'")
        }
    }

    private static func list(_ names: [String]) -> String {
        names.map { "'\($0)'" }.joined(separator: ", ")
    }
}
