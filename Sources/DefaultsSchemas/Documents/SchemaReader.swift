import Foundation

/// A reader of the schemas in a document.
struct SchemaReader {
    typealias Subschema = SchemaDocument.Subschema
    typealias Failure = SchemaError.Reason

    /// The path of the schema or keyword that is read. After an error, it is the place of the error.
    private(set) var path = PropertyListPath()
    private var (count, depth) = (0, 0)
    /// The size of all regular expressions so far.
    private var expressionSize = 0
    /// Whether a schema around the current one marks a secret.
    private var isSecret = false
    /// The number of schemas of secrets.
    private var secretCount = 0

    /// Returns whether a path leads into a value, such as a default. Only values can be tags of lossless JSON. In a
    /// schema, `$dictionary` can be the name of a property.
    static func isInValue(_ path: PropertyListPath) -> Bool {
        var components = path.components[...]
        while let keyword = components.popFirst() {
            switch keyword {
            case "properties", "anyOf", "$defs": components = components.dropFirst()
            case "items", "additionalProperties": break
            default: return true
            }
        }
        return false
    }

    /// Reads a schema and the schemas in it.
    mutating func schema(_ value: PropertyListValue) throws(Failure) -> Subschema {
        let (isSecretAround, secretsBefore) = (isSecret, secretCount)
        count += 1
        depth += 1
        defer { (isSecret, depth) = (isSecretAround, depth - 1) }
        if count > 10_000 { throw .invalid("more than 10000 schemas") }
        if depth > 64 { throw .invalid("more than 64 nested schemas") }
        if case .dictionary(let pairs) = value, pairs["writeOnly"] == true { isSecret = true }
        if isSecret { secretCount += 1 }
        var schema = Subschema()
        schema.isSecret = isSecret
        switch value {
        case .boolean(let allowsAll): schema.types = allowsAll ? nil : []
        case .dictionary(let pairs): try read(pairs, into: &schema)
        default: throw .invalid("a schema must be an object or a boolean")
        }
        schema.containsSecret = secretCount > secretsBefore
        return schema
    }

    private mutating func read(_ pairs: PropertyListDictionary, into schema: inout Subschema) throws(Failure) {
        schema.source = pairs
        var hasStoredType = false
        for (key, value) in pairs {
            if key.hasScalarPrefix("x-") { continue }
            path.components.append(key)
            if key == "format" || key == "contentEncoding" { hasStoredType = true }
            try read(key, value, into: &schema)
            path.components.removeLast()
        }
        if hasStoredType { try readTypes(pairs, into: &schema) }
        guard let value = schema.defaultValue else { return }
        schema.defaultValue = schema.converting(value, by: Subschema.valueInJSON)
    }

    private mutating func read(
        _ keyword: String, _ value: PropertyListValue, into schema: inout Subschema
    ) throws(Failure) {
        // The most frequent keywords are compared first.
        switch keyword {
        case "type": schema.types = try types(value)
        case "description": schema.description = try string(value)
        case "default": schema.defaultValue = value
        case "minimum": schema.range.minimum = try number(value)
        case "maximum": schema.range.maximum = try number(value)
        case "enum", "const":
            let values = try keyword == "enum" ? elements(value) : [value]
            schema.allowedValues = values.filter(schema.lists)
        case "pattern": schema.expression = try expression(value)
        case "items": schema.items = try others(value)
        case "deprecated": schema.isDeprecated = try boolean(value)
        case "writeOnly", "readOnly": _ = try boolean(value)
        case "format": _ = try string(value, "date-time")
        case "contentEncoding": _ = try string(value, "base64")
        case "properties":
            guard case .dictionary(let pairs) = value else { throw wrong("an object of schemas") }
            var schemas: [Subschema] = []
            schemas.reserveCapacity(pairs.count)
            for (key, value) in pairs { schemas.append(try self.schema(value, at: key)) }
            schema.setProperties(pairs.keys, schemas)
        case "required": schema.requiredKeys = try strings(value)
        case "additionalProperties": schema.others = try others(value)
        case "anyOf":
            for (index, element) in try elements(value, "a nonempty array of schemas").enumerated() {
                schema.alternatives.append(try self.schema(element, at: String(index)))
            }
        case "exclusiveMinimum": schema.range.exclusiveMinimum = try number(value)
        case "exclusiveMaximum": schema.range.exclusiveMaximum = try number(value)
        case "multipleOf": schema.multipleOf = try number(value, isPositive: true)
        case "minLength": schema.length.minimum = try count(value)
        case "maxLength": schema.length.maximum = try count(value)
        case "minItems": schema.count.minimum = try count(value)
        case "maxItems": schema.count.maximum = try count(value)
        case "uniqueItems": schema.hasUniqueItems = try boolean(value)
        case "title": schema.title = try string(value)
        case "$comment", "$id": _ = try string(value)
        case "$schema": _ = try string(value, SchemaDocument.dialect)
        case "examples", "$defs": break
        default: throw .unsupportedKeyword(keyword)
        }
    }

    private mutating func schema(_ value: PropertyListValue, at component: String) throws(Failure) -> Subschema {
        path.components.append(component)
        let schema = try schema(value)
        path.components.removeLast()
        return schema
    }

    private mutating func others(_ value: PropertyListValue) throws(Failure) -> Subschema.Others {
        if case .boolean(let isAllowed) = value { return isAllowed ? .any : .none }
        return .each(try schema(value))
    }

    /// Applies `format` and `contentEncoding`, which make strings dates or data.
    private mutating func readTypes(_ pairs: PropertyListDictionary, into schema: inout Subschema) throws(Failure) {
        let isDate = pairs["format"] != nil
        guard let types = schema.types, types.contains(.string) else {
            throw failure(of: isDate ? "format" : "contentEncoding", "needs the type 'string'")
        }
        let type = isDate ? PropertyListType.date : .data
        schema.types = PropertyListType.allCases.filter { $0 == type || $0 != .string && types.contains($0) }
        let others = ["pattern", "minLength", "maxLength"] + (isDate ? ["contentEncoding"] : [])
        if let keyword = others.first(where: { pairs[$0] != nil }) {
            throw failure(of: keyword, "has no effect on \(isDate ? "dates" : "data")")
        }
        func stored(_ value: PropertyListValue) -> PropertyListValue? {
            if case .string(let text) = value { Subschema.valueInJSON(text, type) } else { value }
        }
        let (values, defaultValue) = (schema.allowedValues, schema.defaultValue)
        schema.allowedValues = values?.compactMap(stored)
        schema.defaultValue = defaultValue.flatMap(stored)
        let invalid = schema.allowedValues?.count != values?.count ? pairs["enum"] == nil ? "const" : "enum" : "default"
        if invalid != "default" || (schema.defaultValue == nil) != (defaultValue == nil) {
            throw failure(of: invalid, isDate ? "must contain dates of ISO 8601" : "must contain data in base64")
        }
    }

    /// Returns the error of a keyword in the current schema.
    private mutating func failure(of keyword: String, _ rule: String) -> Failure {
        path.components.append(keyword)
        return .invalid("'\(keyword)' \(rule)")
    }
}

/// The values of the current keyword.
extension SchemaReader {
    private func wrong(_ expected: String) -> Failure {
        .invalid((path.components.last.map { "'\($0)'" } ?? "a schema") + " must be " + expected)
    }

    private func boolean(_ value: PropertyListValue) throws(Failure) -> Bool {
        if case .boolean(let flag) = value { return flag }
        throw wrong("a boolean")
    }

    private func string(_ value: PropertyListValue, _ required: String? = nil) throws(Failure) -> String {
        if case .string(let text) = value, text == required ?? text { return text }
        throw wrong(required.map { "'\($0)'" } ?? "a string")
    }

    private func elements(
        _ value: PropertyListValue, _ expected: String = "a nonempty array"
    ) throws(Failure) -> [PropertyListValue] {
        if case .array(let elements) = value, !elements.isEmpty { return elements }
        throw wrong(expected)
    }

    private func strings(_ value: PropertyListValue) throws(Failure) -> [String] {
        guard case .array(let elements) = value else { throw wrong("an array of strings") }
        let texts = elements.compactMap { if case .string(let text) = $0 { text } else { nil } }
        guard texts.count == elements.count else { throw wrong("an array of strings") }
        return texts
    }

    private func number(_ value: PropertyListValue, isPositive: Bool = false) throws(Failure) -> PropertyListValue {
        if case .integer = value, !isPositive { return value }
        guard let number = ExactNumber(value), !isPositive || number.isPositive else {
            throw wrong(isPositive ? "a number above 0" : "a number")
        }
        return value
    }

    private func count(_ value: PropertyListValue) throws(Failure) -> Int {
        guard let count = ExactNumber(value)?.count else { throw wrong("an integer of at least 0") }
        return count
    }

    private mutating func expression(_ value: PropertyListValue) throws(Failure) -> RegularExpression {
        let text = try string(value)
        do {
            let expression = try RegularExpression(text)
            expressionSize += expression.size
            if expressionSize <= 100_000 { return expression }
        } catch {
            throw .invalid("an invalid expression: " + error.reason)
        }
        throw .invalid("more than 100000 states in all patterns")
    }

    private func types(_ value: PropertyListValue) throws(Failure) -> [PropertyListType] {
        if case .string(let name) = value { return try types(named: name) }
        let names = (try? strings(value)) ?? []
        if names.isEmpty { throw wrong(Self.typeRule) }
        var types: [PropertyListType] = []
        for name in names { types += try self.types(named: name) }
        return PropertyListType.allCases.filter(types.contains)
    }

    private func types(named name: String) throws(Failure) -> [PropertyListType] {
        switch name {
        case "string": [.string]
        case "integer": [.integer]
        case "number": [.integer, .real]
        case "boolean": [.boolean]
        case "array": [.array]
        case "object": [.dictionary]
        case "null": []
        default: throw wrong(Self.typeRule)
        }
    }

    private static let typeRule = "one or several of array, boolean, integer, null, number, object, string"
}
