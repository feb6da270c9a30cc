extension SchemaDocument {
    /// A schema for one value, such as the value of a key.
    package struct Subschema: Hashable, Sendable {
        /// The `title`, or `nil` if it is missing.
        package internal(set) var title: String?
        /// The `description`, or `nil` if it is missing.
        package internal(set) var description: String?
        /// Whether the value is `deprecated`.
        package internal(set) var isDeprecated = false
        /// Whether the value is a secret, which is marked by `writeOnly`.
        var isSecret = false
        /// The `default`, or `nil` if it is missing. It need not be valid.
        package internal(set) var defaultValue: PropertyListValue?
        /// The allowed types in the order of their declaration, or `nil` if every type is allowed. Empty if no value is
        /// allowed.
        package internal(set) var types: [PropertyListType]?
        /// The values of `enum` or `const`, or `nil` if values are not listed.
        package internal(set) var allowedValues: [PropertyListValue]? {
            didSet { manyAllowedValues = (allowedValues?.count ?? 0) > 8 ? Set(allowedValues ?? []) : nil }
        }
        /// The allowed numbers.
        var range = NumberRange()
        /// The number of `multipleOf`, or `nil` if it is missing.
        var multipleOf: PropertyListValue?
        /// The allowed numbers of Unicode scalars in a string.
        var length = CountRange()
        /// The allowed numbers of elements in an array.
        var count = CountRange()
        /// The `required` keys of a dictionary.
        package internal(set) var requiredKeys: [String] = []
        /// The keys of `properties`, sorted. Those of a type have its order.
        package private(set) var keys: [String] = []
        /// The regular expression of `pattern`, or `nil` if it is missing.
        var pattern: String? { expression?.text }
        /// The keys of `properties` with their schemas, in the order of ``keys``.
        package var properties: [(key: String, schema: Subschema)] { zip(keys, schemas).map { ($0, $1) } }

        /// The keywords and extensions that were read. Empty for a boolean and for the schema of a Swift type.
        package internal(set) var source: PropertyListDictionary = [:]

        /// Creates the schema that accepts every value.
        package init() {}

        var expression: RegularExpression?
        /// The allowed values if they are many.
        private var manyAllowedValues: Set<PropertyListValue>?
        /// The schemas of ``keys``.
        private var schemas: [Subschema] = []
        /// The indices of ``keys`` in sorted order, or `nil` if they are sorted.
        private var order: [Int]?
        /// The schemas of other keys.
        package internal(set) var others = Others.any
        package internal(set) var items = Others.any
        package internal(set) var alternatives: [Subschema] = []
        var hasUniqueItems = false
        /// Whether the schema or a schema in it marks a secret.
        package internal(set) var containsSecret = false

        /// The schemas of members without a schema of their own.
        package indirect enum Others: Hashable, Sendable {
            case any
            case none
            case each(Subschema)

            package var schema: Subschema? { if case .each(let schema) = self { schema } else { nil } }
        }

        /// The schema that accepts no value.
        static let never: Self = {
            var schema = Self()
            schema.types = []
            return schema
        }()

        /// Whether the value and the values in it are not shown. It is also `true` if secrets are elements of an array,
        /// and ``member(_:)`` can return the schema of a key for an index.
        package var hidesValue: Bool {
            if isSecret || alternatives.contains(where: \.containsSecret) { return true }
            guard containsSecret, case .each(let item) = items, item.containsSecret else { return false }
            if case .each = others { return true }
            return !keys.isEmpty
        }

        /// Returns the schema of a member, or `nil` if there is none.
        package func member(_ component: String) -> Subschema? {
            property(component) ?? others.schema ?? (Int(indexComponent: component) == nil ? nil : items.schema)
        }

        /// Returns the schema that `properties` has for a key, or `nil` if there is none.
        func property(_ key: String) -> Subschema? {
            let place = keys.indices.partitioningIndex { !keys[order?[$0] ?? $0].precedesInUTF16(key) }
            guard place < keys.count else { return nil }
            let index = order?[place] ?? place
            return keys[index].hasSameScalars(as: key) ? schemas[index] : nil
        }

        /// Sets the keys of `properties` and their schemas. Without an order, the keys must be sorted.
        mutating func setProperties(_ keys: [String], _ schemas: [Subschema], order: [Int]? = nil) {
            (self.keys, self.schemas) = (keys, schemas)
            self.order = order?.elementsEqual(keys.indices) == false ? order : nil
        }

        /// Returns whether the schema lists a value, or does not list values.
        func lists(_ value: PropertyListValue) -> Bool {
            manyAllowedValues?.contains(value) ?? allowedValues?.contains(value) ?? true
        }
    }

    /// A range of numbers. A bound is an integer or a real, or `nil` if there is none.
    struct NumberRange: Hashable, Sendable {
        /// The bounds, which are allowed themselves.
        var minimum, maximum: PropertyListValue?
        /// The bounds that are not allowed themselves.
        var exclusiveMinimum, exclusiveMaximum: PropertyListValue?
    }

    /// A range of counts.
    struct CountRange: Hashable, Sendable {
        /// The least count.
        var minimum = 0
        /// The greatest count, or `nil` if there is none.
        var maximum: Int?

        /// Returns whether a count is in the range.
        func contains(_ count: Int) -> Bool { count >= minimum && count <= maximum ?? .max }
    }
}
