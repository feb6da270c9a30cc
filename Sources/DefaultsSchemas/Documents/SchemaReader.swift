import DefaultsCore
import Foundation
import PropertyList

/// A keyword that a schema may contain.
private enum Keyword: String {
    case type, format, contentEncoding, `enum`, const, anyOf
    case minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf, minLength, maxLength, pattern
    case items, minItems, maxItems, uniqueItems, properties, required, additionalProperties
    case title, description, `default`, deprecated, writeOnly, readOnly, examples
    case comment = "$comment"
    case identifier = "$id"
    case dialect = "$schema"
    case definitions = "$defs"
}

/// A reader of the schemas in a document.
struct SchemaReader {
    typealias Subschema = SchemaDocument.Subschema

    private var count = 0
    /// Whether a schema around the current one marks a secret.
    private var isSecret = false

    /// Reads a schema and the schemas in it.
    mutating func schema(
        _ value: PropertyListValue, at path: PropertyListPath, depth: Int
    ) throws(SchemaError) -> Subschema {
        count += 1
        if count > 10_000 { throw SchemaError(.tooLarge("more than 10000 schemas"), at: path) }
        if depth > 64 { throw SchemaError(.tooLarge("more than 64 nested schemas"), at: path) }
        let isSecretAround = isSecret
        defer { isSecret = isSecretAround }
        var schema = Subschema()
        schema.isSecret = isSecret
        if case .boolean(let allowsAll) = value {
            schema.types = allowsAll ? nil : []
            return schema
        }
        guard case .dictionary(let pairs) = value else {
            throw SchemaError(.invalidValue(nil, rule: "must be an object or a boolean"), at: path)
        }
        isSecret = isSecret || pairs["writeOnly"] == true
        schema.isSecret = isSecret
        for (key, value) in pairs where key.hasScalarPrefix("x-") { schema.extensions[key] = value }
        for (key, value) in pairs where !key.hasScalarPrefix("x-") {
            let path = path.appending(key)
            guard let keyword = Keyword(rawValue: key) else { throw SchemaError(.unsupportedKeyword(key), at: path) }
            try read(Entry(keyword: keyword, value: value, path: path), depth: depth, into: &schema)
        }
        try Self.readTypes(pairs, at: path, into: &schema)
        schema.allowedSet = Set(schema.allowedValues ?? [])
        schema.defaultValue = schema.defaultValue.map { schema.converting($0, by: Subschema.valueInJSON) }
        let inner = schema.members.values + schema.alternatives + [schema.others, schema.items].compactMap(\.schema)
        schema.containsSecret = schema.isSecret || inner.contains(where: \.containsSecret)
        return schema
    }

    private mutating func read(_ entry: Entry, depth: Int, into schema: inout Subschema) throws(SchemaError) {
        switch entry.keyword {
        case .anyOf:
            guard case .array(let elements) = entry.value, !elements.isEmpty else {
                throw entry.wrong("a nonempty array of schemas")
            }
            for (index, element) in elements.enumerated() {
                let path = entry.path.appending(String(index))
                schema.alternatives.append(try self.schema(element, at: path, depth: depth + 1))
            }
        case .properties:
            guard case .dictionary(let pairs) = entry.value else { throw entry.wrong("an object of schemas") }
            schema.keys = pairs.keys
            for (key, value) in pairs {
                schema.members[ExactName(key)] = try self.schema(value, at: entry.path.appending(key), depth: depth + 1)
            }
        case .items: schema.items = try others(entry, depth: depth)
        case .additionalProperties: schema.others = try others(entry, depth: depth)
        case .minimum: schema.range.minimum = try entry.number()
        case .maximum: schema.range.maximum = try entry.number()
        case .exclusiveMinimum: schema.range.exclusiveMinimum = try entry.number()
        case .exclusiveMaximum: schema.range.exclusiveMaximum = try entry.number()
        case .multipleOf: schema.multipleOf = try entry.number(isPositive: true)
        case .minLength: schema.length.minimum = try entry.count()
        case .maxLength: schema.length.maximum = try entry.count()
        case .minItems: schema.count.minimum = try entry.count()
        case .maxItems: schema.count.maximum = try entry.count()
        case .uniqueItems: schema.hasUniqueItems = try entry.boolean()
        case .required: schema.requiredKeys = try entry.strings()
        case .pattern: schema.expression = try entry.expression()
        case .title: schema.title = try entry.string()
        case .description: schema.description = try entry.string()
        case .default: schema.defaultValue = entry.value
        case .deprecated: schema.isDeprecated = try entry.boolean()
        case .writeOnly, .readOnly: _ = try entry.boolean()
        case .comment, .identifier: _ = try entry.string()
        case .dialect: _ = try entry.string(SchemaDocument.dialect)
        case .format: _ = try entry.string("date-time")
        case .contentEncoding: _ = try entry.string("base64")
        case .type: schema.types = try entry.types()
        case .enum, .const: schema.allowedValues = try entry.values(among: schema.allowedValues)
        case .examples, .definitions: break
        }
    }

    private mutating func others(_ entry: Entry, depth: Int) throws(SchemaError) -> Subschema.Others {
        if case .boolean(let isAllowed) = entry.value { return isAllowed ? .any : .none }
        return .each(try schema(entry.value, at: entry.path, depth: depth + 1))
    }

    /// Applies `format` and `contentEncoding`, which make strings dates or data.
    private static func readTypes(
        _ pairs: PropertyListDictionary, at path: PropertyListPath, into schema: inout Subschema
    ) throws(SchemaError) {
        let isDate = pairs["format"] != nil
        guard isDate || pairs["contentEncoding"] != nil else { return }
        if schema.types?.remove(.string) == nil {
            let keyword = isDate ? "format" : "contentEncoding"
            throw SchemaError(.invalidValue(keyword, rule: "needs the type 'string'"), at: path.appending(keyword))
        }
        let type = isDate ? PropertyListType.date : .data
        schema.types?.insert(type)
        let others = ["pattern", "minLength", "maxLength"] + (isDate ? ["contentEncoding"] : [])
        if let keyword = others.first(where: { pairs[$0] != nil }) {
            let rule = "has no effect on \(isDate ? "dates" : "data")"
            throw SchemaError(.invalidValue(keyword, rule: rule), at: path.appending(keyword))
        }
        func stored(_ value: PropertyListValue) -> PropertyListValue? {
            if case .string(let text) = value { Subschema.valueInJSON(text, type) } else { value }
        }
        let (values, defaultValue) = (schema.allowedValues, schema.defaultValue)
        schema.allowedValues = values?.compactMap(stored)
        schema.defaultValue = defaultValue.flatMap(stored)
        let invalid = schema.allowedValues?.count != values?.count ? pairs["enum"] == nil ? "const" : "enum" : "default"
        if invalid != "default" || (schema.defaultValue == nil) != (defaultValue == nil) {
            let rule = isDate ? "must contain dates of ISO 8601" : "must contain data in base64"
            throw SchemaError(.invalidValue(invalid, rule: rule), at: path.appending(invalid))
        }
    }
}

/// A keyword with its value.
private struct Entry {
    let keyword: Keyword
    let value: PropertyListValue
    let path: PropertyListPath

    func wrong(_ expected: String) -> SchemaError {
        SchemaError(.invalidValue(keyword.rawValue, rule: "must be " + expected), at: path)
    }

    func boolean() throws(SchemaError) -> Bool {
        if case .boolean(let flag) = value { return flag }
        throw wrong("a boolean")
    }

    func string(_ required: String? = nil) throws(SchemaError) -> String {
        if case .string(let text) = value, text == required ?? text { return text }
        throw wrong(required.map { "'\($0)'" } ?? "a string")
    }

    func strings() throws(SchemaError) -> [String] {
        guard case .array(let elements) = value else { throw wrong("an array of strings") }
        let texts = elements.compactMap { if case .string(let text) = $0 { text } else { nil } }
        guard texts.count == elements.count else { throw wrong("an array of strings") }
        return texts
    }

    func number(isPositive: Bool = false) throws(SchemaError) -> PropertyListValue {
        guard let number = ExactNumber(value), !isPositive || number.isPositive else {
            throw wrong(isPositive ? "a number above 0" : "a number")
        }
        return value
    }

    func count() throws(SchemaError) -> Int {
        guard let count = ExactNumber(value)?.count else { throw wrong("an integer of at least 0") }
        return count
    }

    func expression() throws(SchemaError) -> BoundedExpression {
        let text = try string()
        do {
            return try BoundedExpression(text)
        } catch {
            throw SchemaError(.invalidExpression(error.reason), at: path)
        }
    }

    func types() throws(SchemaError) -> Set<PropertyListType> {
        let names = if case .string(let name) = value { [name] } else { (try? strings()) ?? [] }
        let types: [String: Set<PropertyListType>] = [
            "string": [.string], "integer": [.integer], "number": [.integer, .real], "boolean": [.boolean],
            "array": [.array], "object": [.dictionary], "null": [],
        ]
        guard !names.isEmpty, names.allSatisfy({ types[$0] != nil }) else {
            throw wrong("one or several of \(types.keys.sorted().joined(separator: ", "))")
        }
        return names.reduce(into: []) { $0.formUnion(types[$1] ?? []) }
    }

    /// Returns the values of `enum` or `const`, without those that the other keyword excludes.
    func values(among others: [PropertyListValue]?) throws(SchemaError) -> [PropertyListValue] {
        var values = [value]
        if keyword == .enum {
            guard case .array(let elements) = value, !elements.isEmpty else { throw wrong("a nonempty array") }
            values = elements
        }
        return values.filter { others?.contains($0) ?? true }
    }
}
