extension SchemaDocument {
    /// A violation of a schema by a value.
    public struct Finding: Hashable, Sendable {
        /// A rule that a value violates.
        package enum Kind: String, CaseIterable, Sendable {
            /// The type is not allowed.
            case type
            /// The value is not in `enum`, or is not the value of `const`.
            case value
            /// A number is out of range.
            case range
            /// A number violates `multipleOf`.
            case multipleOf
            /// A string is too short or too long.
            case length
            /// A string does not match `pattern`.
            case pattern
            /// A string is not compared with `pattern`: it is too long for the pattern, or the check would take too
            /// long.
            case unchecked
            /// An array has too few or too many elements.
            case count
            /// An element of an array is equal to an earlier one.
            case duplicate
            /// A required key is missing. The path contains this key.
            case missingKey
            /// A key is not in `properties`, and others are not allowed.
            case unknownKey
            /// No value is allowed.
            case forbidden
            /// No schema of `anyOf` accepts the value.
            case alternatives
        }

        /// The rule that is violated.
        package let kind: Kind
        /// The path of the value or key.
        public let path: PropertyListPath
        /// The sentence without its subject and full stop.
        package let predicate: String
        /// For an unknown key, the keys that are known there, sorted.
        package let knownKeys: [String]
    }
}

extension SchemaDocument.Finding: CustomStringConvertible {
    /// A sentence with the path, the value there, and the allowed values, such as “FontSize is the string 'x'; it must
    /// be an integer from 6 to 72.” It contains neither control characters nor secret values.
    public var description: String { clause + "." }

    /// The sentence without its full stop.
    package var clause: String {
        let subject = path.components.isEmpty ? "The value" : path.description.excerpt
        return "\(subject) \(predicate)".escapingControlCharacters()
    }
}
