import DefaultsCore
public import PropertyList

extension SchemaDocument {
    /// A schema for one value, such as the value of a key.
    public struct Subschema: Hashable, Sendable {
        /// The `title`, or `nil` if it is missing.
        public internal(set) var title: String?
        /// The `description`, or `nil` if it is missing.
        public internal(set) var description: String?
        /// Whether the value is `deprecated`.
        public internal(set) var isDeprecated = false
        /// Whether the value is a secret, which is marked by `writeOnly`.
        public internal(set) var isSecret = false
        /// The `default`, or `nil` if it is missing. It need not be valid.
        public internal(set) var defaultValue: PropertyListValue?
        /// The allowed types, or `nil` if every type is allowed. The set is empty if no value is allowed.
        public internal(set) var types: Set<PropertyListType>?
        /// The values of `enum` or `const`, or `nil` if values are not listed.
        public internal(set) var allowedValues: [PropertyListValue]?
        /// The allowed numbers.
        public internal(set) var range = NumberRange()
        /// The number of `multipleOf`, or `nil` if it is missing.
        public internal(set) var multipleOf: PropertyListValue?
        /// The allowed numbers of Unicode scalars in a string.
        public internal(set) var length = CountRange()
        /// The allowed numbers of elements in an array.
        public internal(set) var count = CountRange()
        /// The `required` keys of a dictionary.
        public internal(set) var requiredKeys: [String] = []
        /// The keys of `properties`, sorted.
        public internal(set) var keys: [String] = []
        /// The regular expression of `pattern`, or `nil` if it is missing.
        public var pattern: String? { expression?.text }
        /// The keys of `properties` with their schemas, sorted by key.
        public var properties: [(key: String, schema: Subschema)] {
            keys.compactMap { key in members[ExactName(key)].map { (key, $0) } }
        }

        /// The values of names that begin with `x-`.
        package internal(set) var extensions: PropertyListDictionary = [:]

        /// Creates the schema that accepts every value.
        package init() {}

        var expression: BoundedExpression?
        var allowedSet: Set<PropertyListValue> = []
        var members: [ExactName: Subschema] = [:]
        /// The schemas of keys that are not in ``members``.
        var others = Others.any
        var items = Others.any
        var hasUniqueItems = false
        var alternatives: [Subschema] = []
        /// Whether the schema or a schema in it marks a secret.
        package internal(set) var containsSecret = false

        /// The schemas of members without a schema of their own.
        indirect enum Others: Hashable, Sendable {
            case any
            case none
            case each(Subschema)

            var schema: Subschema? { if case .each(let schema) = self { schema } else { nil } }
        }

        /// The schema that accepts no value.
        static let never: Self = {
            var schema = Self()
            schema.types = []
            return schema
        }()

        /// Whether findings must not quote the value and the values in it.
        package var hidesValue: Bool { isSecret || alternatives.contains(where: \.containsSecret) }

        /// Returns the schema of a member, or `nil` if there is none.
        package func member(_ component: String) -> Subschema? {
            members[ExactName(component)] ?? others.schema
                ?? (Int(indexComponent: component) == nil ? nil : items.schema)
        }
    }

    /// A range of numbers. A bound is an integer or a real, or `nil` if there is none.
    public struct NumberRange: Hashable, Sendable {
        /// The bounds, which are allowed themselves.
        public internal(set) var minimum, maximum: PropertyListValue?
        /// The bounds that are not allowed themselves.
        public internal(set) var exclusiveMinimum, exclusiveMaximum: PropertyListValue?
    }

    /// A range of counts.
    public struct CountRange: Hashable, Sendable {
        /// The least count.
        public internal(set) var minimum = 0
        /// The greatest count, or `nil` if there is none.
        public internal(set) var maximum: Int?

        /// Returns whether a count is in the range.
        public func contains(_ count: Int) -> Bool { count >= minimum && count <= maximum ?? .max }
    }
}
