/// Why there can be no stored object.
public enum StoredObjectError: Error, Hashable, Sendable {
    /// The identifier is empty.
    case noIdentifier
    /// Names to be ignored are none of the type's fields, which are given too.
    case unknownIgnoredNames([String], fields: [String])
    /// Another live object has the place: what each is, and where it was made.
    case alreadyLive(identifier: String, first: String, second: String)
    /// The object has no fields to be the keys of a domain.
    case noFields
}

extension StoredObjectError: CustomStringConvertible {
    /// What is wrong, as a sentence without its full stop.
    public var description: String {
        switch self {
        case .noIdentifier:
            "a stored object has an identifier that is not empty"
        case .unknownIgnoredNames(let names, let fields):
            "there is no field \(Self.list(names)) to ignore; the fields are \(Self.list(fields))"
        case .alreadyLive(let identifier, let first, let second):
            "two live objects are stored under '\(identifier)': \(first) and \(second)"
        case .noFields:
            "an object without fields cannot be a domain"
        }
    }

    private static func list(_ names: [String]) -> String {
        names.map { "'\($0)'" }.joined(separator: ", ")
    }
}
