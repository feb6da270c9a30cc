/// An error that occurs when reading a schema.
public struct SchemaError: Error, Hashable, Sendable {
    /// The error with its details.
    enum Reason: Error, Hashable, Sendable {
        case unreadable(PropertyListError)
        case unsupportedKeyword(String)
        case invalid(String)
    }

    private let reason: Reason
    /// The path of the keyword or schema in the file. It is empty for the root and for the whole file.
    public let path: PropertyListPath
    /// The position in the file, or `nil` if it is not known.
    package let position: PropertyListError.Position?

    /// The line in the file, counted from 1, or `nil` if it is not known.
    public var line: Int? {
        if case .line(let line, _)? = position { line } else { nil }
    }

    init(
        _ reason: Reason, at path: PropertyListPath = PropertyListPath(), _ position: PropertyListError.Position? = nil
    ) {
        (self.reason, self.path, self.position) = (reason, path, position)
    }

    /// Returns the error with the position of its path in a file. For a duplicate key, this is the last such key.
    func located(in bytes: [UInt8]) -> SchemaError {
        let places = try? JSONReader.places(of: [path], in: bytes, allowsTag: SchemaReader.isInValue)
        guard let places, let start = places[path].last?.start else { return self }
        return SchemaError(reason, at: path, places.positions(of: [start])[start])
    }
}

extension ErrorCode where Failure == SchemaError {
    /// The data is not JSON, or contains a value that a property list cannot hold, such as null.
    public static var unreadable: Self { Self() }
    /// A keyword is not supported or unknown.
    public static var unsupportedKeyword: Self { Self() }
    /// A key occurs twice, the value of a keyword is invalid, is not supported or would have no effect, or the schema
    /// exceeds a limit: the size of the data, of all expressions or of one, or the number of schemas or their nesting.
    public static var invalid: Self { Self() }
}

extension SchemaError: CodedError {
    /// The kind of the error.
    public var code: Code { explanation.code }

    /// A clause that says what is wrong and can follow a colon.
    public var description: String { clause(position.map { " \($0)" } ?? "") }

    /// The clause without the position. The position of an error in the syntax of JSON remains.
    package var clauseWithoutPosition: String { clause("") }

    private func clause(_ position: String) -> String {
        if case .unreadable(let error) = reason { return "\(error)".escapingControlCharacters() }
        let path = path.components.isEmpty ? "" : " at '\(path.description.excerpt)'"
        return "invalid schema, " + (explanation.text + position + path).escapingControlCharacters()
    }

    private var explanation: (code: Code, text: String) {
        switch reason {
        case .unreadable(let error): (.unreadable, "\(error)")
        case .unsupportedKeyword(let key):
            (.unsupportedKeyword, "'\(key.excerpt)' is not a supported keyword; names of extensions begin with 'x-'")
        case .invalid(let text): (.invalid, text)
        }
    }
}
