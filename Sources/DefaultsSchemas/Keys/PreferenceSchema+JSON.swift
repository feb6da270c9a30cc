extension PreferenceSchema {
    /// The JSON Schema (draft 2020-12) of the domain. Equal schemas have identical bytes.
    ///
    /// Titles of cases are in `x-titles`, the advice for a deprecated key is in `x-deprecated`, the title of its group
    /// is in `x-group`, and the domain is in `x-domain`. A secret key is `writeOnly` and has no default.
    public var jsonSchema: String {
        var root: PropertyListDictionary = [
            "$schema": .string(SchemaDocument.dialect), "title": .string(title), "type": "object",
            "x-domain": .string(domain.description),
        ]
        let properties = groups.flatMap { group in group.keys.map { ($0.name, $0.jsonSchema(inGroup: group.title)) } }
        root["properties"] = .dictionary(PropertyListDictionary(properties.map { ($0, .dictionary($1)) }))
        root["description"] = description.map(PropertyListValue.string)
        if !allowsOtherKeys { root["additionalProperties"] = false }
        return JSONWriter(.plain).text(of: .dictionary(root)) + "\n"
    }
}

extension ErasedKey {
    /// The schema of the values.
    package var schema: SchemaDocument.Subschema {
        var schema = SchemaDocument.Subschema(of: Value.self, sample: storedDefault)
        (schema.description, schema.isDeprecated) = (details.description, details.deprecation != nil)
        (schema.isSecret, schema.containsSecret) = (details.isSecret, details.isSecret)
        schema.defaultValue = details.isSecret ? nil : constantDefault
        schema.expression = details.pattern.flatMap { try? RegularExpression($0) }
        if let bounds = details.bounds?(), schema.types?.allSatisfy({ $0 == .integer || $0 == .real }) == true {
            if let lower = bounds.lower { schema.range.minimum = lower }
            if let upper = bounds.upper { schema.range.maximum = bounds.includesUpper ? upper : nil }
            schema.range.exclusiveMaximum = bounds.includesUpper ? nil : bounds.upper
        }
        return schema
    }

    /// Returns the JSON Schema of the values.
    package func jsonSchema(inGroup group: String? = nil) -> PropertyListDictionary {
        var json = schema.json
        json["x-group"] = group.map(PropertyListValue.string)
        json["x-deprecated"] = details.deprecation.map(PropertyListValue.string)
        let titles = titles.map { ($0.value.plainText, PropertyListValue.string($0.title)) }
        if !titles.isEmpty { json["x-titles"] = .dictionary(PropertyListDictionary(titles)) }
        return json
    }
}

extension SchemaDocument.Subschema {
    /// The schema in JSON. Only the rules that a key can have are included.
    var json: PropertyListDictionary {
        var json = types.flatMap { Self.typeJSON[$0] } ?? [:]
        json["description"] = description.map(PropertyListValue.string)
        json["pattern"] = pattern.map(PropertyListValue.string)
        json["enum"] = allowedValues.map(PropertyListValue.array)
        // JSON has neither NaN nor infinities, so a default with them is omitted.
        let text = defaultValue.map { JSONWriter(.plain).text(of: $0) }
        json["default"] = (try? text.map { try JSONReader.read(Array($0.utf8)) }) == nil ? nil : defaultValue
        json["minimum"] = range.minimum
        json["maximum"] = range.maximum
        json["exclusiveMaximum"] = range.exclusiveMaximum
        if isDeprecated { json["deprecated"] = true }
        if isSecret { json["writeOnly"] = true }
        json["items"] = items.schema.map { .dictionary($0.json) }
        json["additionalProperties"] = others.schema.map { .dictionary($0.json) }
        let members = properties.map { ($0.key, PropertyListValue.dictionary($0.schema.json)) }
        if !members.isEmpty { json["properties"] = .dictionary(PropertyListDictionary(members)) }
        if !requiredKeys.isEmpty { json["required"] = .array(requiredKeys.map(PropertyListValue.string)) }
        return json
    }

    private static let typeJSON: [[PropertyListType]: PropertyListDictionary] = [
        [.integer]: ["type": "integer"], [.integer, .real]: ["type": "number"], [.boolean]: ["type": "boolean"],
        [.string]: ["type": "string"], [.date]: ["type": "string", "format": "date-time"],
        [.data]: ["type": "string", "contentEncoding": "base64"], [.array]: ["type": "array"],
        [.dictionary]: ["type": "object"],
    ]
}
