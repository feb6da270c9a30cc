public import Foundation

/// A JSON Schema for property lists, which checks values.
///
/// The schema is a subset of draft 2020-12. A keyword that is not in this list is an error, and is never ignored:
///
/// - Any value: `type`, `enum`, `const`, `anyOf`, and `true` and `false` as schemas.
/// - Numbers: `minimum`, `maximum`, `exclusiveMinimum`, `exclusiveMaximum`, `multipleOf`.
/// - Strings: `minLength` and `maxLength` in Unicode scalars, and `pattern`, a regular expression.
/// - Arrays: `items`, `minItems`, `maxItems`, `uniqueItems`.
/// - Dictionaries: `properties`, `required`, `additionalProperties`.
/// - Annotations: `title`, `description`, `default`, `deprecated`, `writeOnly`. `examples`, `readOnly`, `$comment`,
///   `$id`, `$defs` and names that begin with `x-` have no effect. `$schema` must name the draft.
///
/// The types are those of property lists. `number` accepts integers and reals, `integer` never accepts the real 1.0,
/// and `true` is never 1. A string is a date with `"format": "date-time"`, and data with `"contentEncoding": "base64"`.
/// There is no null: the type `null` accepts no value, so `["string", "null"]` accepts strings. `enum`, `const` and
/// `uniqueItems` compare values as `PropertyListValue` does, so 1 and 1.0 differ.
///
/// `"writeOnly": true` marks a secret. Findings never quote its value, nor any value in it.
///
/// ```swift
/// let schema = try SchemaDocument(data: Data(contentsOf: url))
/// for finding in schema.findings(in: value) { print(finding) }
/// ```
public struct SchemaDocument: Sendable {
    /// The maximum size of a schema, in bytes. A schema may come from an untrusted source.
    package static let maximumSize = 1 << 20
    /// The value of `$schema` in a schema.
    package static let dialect = "https://json-schema.org/draft/2020-12/schema"

    /// The schema of the whole value.
    package let root: Subschema

    /// Reads a schema.
    ///
    /// Dates and data in `enum`, `const` and `default` are strings if the type is a date or data, or else tags of
    /// lossless JSON such as `{"$date": "2024-01-31T12:00:00Z"}`.
    ///
    /// - Parameter data: JSON in UTF-8, at most one megabyte.
    /// - Throws: ``SchemaError`` if the data is not JSON, contains a null or a duplicate key, uses a keyword that is
    ///   not supported, or exceeds a limit: 10,000 schemas, 64 nested schemas, and 10,000 states of an expression,
    ///   which are about its characters and sets with repetitions written out, and 100,000 of all expressions.
    public init(data: Data) throws(SchemaError) {
        try self.init(bytes: Array(data.prefix(Self.maximumSize + 1)))
    }

    /// Reads a schema, as ``init(data:)`` does.
    package init(bytes: [UInt8]) throws(SchemaError) {
        if bytes.count > Self.maximumSize { throw SchemaError(.invalid("more than \(Self.maximumSize) bytes")) }
        let document: PropertyListDocument
        do {
            document = try JSONReader.read(bytes, to: .check, allowsTag: SchemaReader.isInValue)
        } catch {
            throw SchemaError(.unreadable(error), at: error.path ?? PropertyListPath(), error.position)
        }
        if let path = document.duplicateKeys.first {
            throw SchemaError(.invalid("a duplicate key"), at: path).located(in: bytes)
        }
        var reader = SchemaReader()
        do {
            root = try reader.schema(document.value)
        } catch {
            throw SchemaError(error, at: reader.path).located(in: bytes)
        }
    }

    /// Returns the schema of the value at a path, or `nil` if there is none, or the schema forbids such a value.
    ///
    /// The path is followed through `properties`, `additionalProperties` and `items`, but not through `anyOf`.
    package func subschema(at path: PropertyListPath) -> Subschema? {
        path.components.reduce(root) { $0?.member($1) }
    }

    /// Checks a value, in a time that is proportional to its size and to the number of schemas that apply to it.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - path: The path of the value, which determines its schema and begins the paths of findings. Rules of the
    ///     containers around the value, such as `required` and `anyOf`, are not checked.
    ///   - limit: The maximum number of findings. The check ends when it is reached.
    /// - Returns: The violations, or an empty array if the value is valid.
    public func findings(
        in value: PropertyListValue, at path: PropertyListPath = PropertyListPath(), limit: Int = 100
    ) -> [Finding] {
        var checker = SchemaChecker(limit: limit)
        checker.check(value, at: path, of: root)
        return checker.findings
    }
}
