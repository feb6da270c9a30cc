extension PreferenceValueError {
    /// Runs a body that encodes the value of a key, and checks that a file preserves the result.
    ///
    /// - Parameters:
    ///   - key: The key, which begins the path of an error.
    ///   - body: A closure that encodes the value.
    /// - Returns: The result of the body.
    /// - Throws: ``unstorable(at:reason:)`` if the body throws an `EncodingError`, or if its result is nested too
    ///   deeply or contains a date that is not finite. Such a value would prevent the whole domain from being saved.
    ///   Other errors of the body are rethrown.
    public static func encoding(
        _ key: String, _ body: () throws -> PropertyListValue?
    ) throws -> PropertyListValue? {
        do {
            let value = try body()
            try value?.requireStorable(as: key)
            return value
        } catch let error as EncodingError {
            guard case .invalidValue(_, let context) = error else { throw error }
            throw PreferenceValueError.unstorable(
                at: PropertyListPath(key, context.codingPath), reason: context.debugDescription)
        }
    }

    /// Runs a body that decodes the stored value of a key.
    ///
    /// - Parameters:
    ///   - key: The key, which begins the path of an error.
    ///   - stored: The stored value.
    ///   - body: A closure that decodes the value.
    /// - Returns: The result of the body.
    /// - Throws: ``wrongType(at:expected:found:)`` or ``corrupt(at:reason:)`` if the body throws a `DecodingError`.
    ///   Other errors of the body are rethrown.
    public static func decoding<Result>(
        _ key: String, from stored: PropertyListValue, _ body: () throws -> Result
    ) throws -> Result {
        do {
            return try body()
        } catch let error as DecodingError {
            throw PreferenceValueError(error, key: key, stored: stored)
        }
    }

    private init(_ error: DecodingError, key: String, stored: PropertyListValue) {
        switch error {
        case .typeMismatch(let type, let context):
            let path = PropertyListPath(key, context.codingPath)
            let domain: PropertyListDictionary = [key: stored]
            self =
                domain[path].map { .wrongType(at: path, expected: Self.expectation(of: type), found: $0.type) }
                ?? .corrupt(at: path, reason: context.debugDescription)
        case .keyNotFound(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
            self = .corrupt(at: PropertyListPath(key, context.codingPath), reason: context.debugDescription)
        @unknown default:
            self = .corrupt(at: PropertyListPath([key]), reason: String(describing: error))
        }
    }

    private static func expectation(of type: Any.Type) -> String {
        if let native = PropertyListType.native(type) { return native.expectation }
        return "\(type)".hasScalarPrefix("Array<") ? "an array" : "a dictionary"
    }
}

extension PropertyListPath {
    fileprivate init(_ key: String, _ codingPath: [any CodingKey]) {
        self.init([key] + codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue })
    }
}

extension PropertyListValue {
    /// Throws an error if a file would not preserve the value under the given key.
    fileprivate func requireStorable(as key: String) throws(PreferenceValueError) {
        switch self {
        case .string, .integer, .real, .boolean, .data, .uid: return
        case .date, .array, .dictionary: break
        }
        do {
            try PropertyListWriter.validate(.dictionary([key: self]))
        } catch {
            let root = PropertyListPath()
            switch error.reason {
            case .tooDeep(let path): throw .unstorable(at: path, reason: "\(PropertyListError(.tooDeep(at: root)))")
            case .dateNotFinite(let path):
                throw .unstorable(at: path, reason: "\(PropertyListError(.dateNotFinite(at: root)))")
            default: throw .unstorable(at: PropertyListPath([key]), reason: "\(error)")
            }
        }
    }
}
