public import PropertyList

/// Why the value of a key could not be given or stored. Nothing has changed.
///
/// That a file could not be read or written is a ``PreferencesError``; that there is no value is no error.
public enum PreferenceValueError: Error, Hashable, Sendable {
    /// Something else is stored than the key's type: at the path, which begins with the key, not what was expected.
    case wrongType(at: PropertyListPath, expected: String, found: PropertyListType)
    /// What is stored has the right type, and is no value of the key for the reason given.
    case corrupt(at: PropertyListPath, reason: String)
    /// The value is none that a property list can hold, for the reason given.
    case unstorable(at: PropertyListPath, reason: String)
}

extension PreferenceValueError: CustomStringConvertible {
    /// What is wrong, as a sentence without its full stop.
    public var description: String {
        switch self {
        case .wrongType(let path, let expected, let found):
            "'\(path)' is \(found.withArticle), not \(expected)"
        case .corrupt(let path, let reason):
            "'\(path)' cannot be read: \(reason)"
        case .unstorable(let path, let reason):
            "'\(path)' cannot be stored: \(reason)"
        }
    }
}

extension PreferenceValueError {
    /// Runs a body that decodes a stored value, and throws its `DecodingError` as an error whose path begins with the key.
    ///
    /// - Parameters:
    ///   - key: The key of the value.
    ///   - stored: The value as it is stored.
    ///   - body: Decodes the value.
    public static func decoding<Result>(
        _ key: String, from stored: PropertyListValue, _ body: () throws -> Result
    ) throws -> Result {
        do {
            return try body()
        } catch let error as DecodingError {
            throw PreferenceValueError(error, key: key, stored: stored)
        }
    }

    /// Runs a body that encodes the value of a key, and throws its `EncodingError` as an error whose path begins with the key.
    public static func encoding<Result>(_ key: String, _ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let error as EncodingError {
            guard case .invalidValue(_, let context) = error else { throw error }
            throw PreferenceValueError.unstorable(
                at: PropertyListPath(key, context.codingPath), reason: context.debugDescription)
        }
    }

    private init(_ error: DecodingError, key: String, stored: PropertyListValue) {
        switch error {
        case .typeMismatch(let type, let context):
            let path = PropertyListPath(key, context.codingPath)
            guard let found = stored.value(at: context.codingPath) else {
                self = .corrupt(at: path, reason: context.debugDescription)
                return
            }
            self = .wrongType(at: path, expected: Self.expectation(of: type), found: found.type)
        case .keyNotFound(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
            self = .corrupt(at: PropertyListPath(key, context.codingPath), reason: context.debugDescription)
        @unknown default:
            self = .corrupt(at: PropertyListPath([key]), reason: String(describing: error))
        }
    }

    static func expectation(of type: Any.Type) -> String {
        if let native = type as? any NativePropertyListValue.Type { return native.expectation }
        return "\(type)".hasPrefix("Array<") ? "an array" : "a dictionary"
    }
}

extension PropertyListPath {
    init(_ key: String, _ codingPath: [any CodingKey]) {
        self.init([key] + codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue })
    }
}

extension PropertyListValue {
    /// What stands at the end of a coding path, as far as there is something.
    fileprivate func value(at path: [any CodingKey]) -> PropertyListValue? {
        guard let key = path.first else { return self }
        switch self {
        case .dictionary(let dictionary):
            return dictionary[key.stringValue]?.value(at: Array(path.dropFirst()))
        case .array(let elements):
            guard let index = key.intValue, elements.indices.contains(index) else { return nil }
            return elements[index].value(at: Array(path.dropFirst()))
        case .string, .integer, .real, .boolean, .date, .data, .uid: return nil
        }
    }
}
