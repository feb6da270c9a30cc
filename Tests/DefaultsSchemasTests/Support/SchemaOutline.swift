@testable import DefaultsSchemas

/// Returns the JSON Schema of a key in a short form such as “{name: string, sizes?: [number]}”.
func outline(of key: some ErasedKey) -> String { outline(of: key.jsonSchema()) }

/// Returns the JSON Schema of a type in a short form.
func outline<Value: Codable & Sendable>(of type: Value.Type) -> String { outline(of: PreferenceKey<Value?>("K")) }

private func outline(of json: PropertyListDictionary) -> String {
    if case .array(let values)? = json["enum"] { return values.map(\.plainText).joined(separator: "|") }
    switch json["type"] {
    case "array": return "[" + outline(of: json["items"]) + "]"
    case "object":
        if let others = json["additionalProperties"] { return "{*: " + outline(of: others) + "}" }
        guard case .dictionary(let members)? = json["properties"] else { return "{}" }
        return "{" + members.map { outline(of: $0, $1, isRequired: json.requires($0)) }.joined(separator: ", ") + "}"
    case .string(let type)?: return json["format"]?.plainText ?? json["contentEncoding"]?.plainText ?? type
    default: return "any"
    }
}

private func outline(of name: String, _ schema: PropertyListValue, isRequired: Bool) -> String {
    name + (isRequired ? ": " : "?: ") + outline(of: schema)
}

private func outline(of schema: PropertyListValue?) -> String {
    guard case .dictionary(let json)? = schema else { return "any" }
    return outline(of: json)
}

extension PropertyListDictionary {
    fileprivate func requires(_ name: String) -> Bool {
        if case .array(let names)? = self["required"] { names.contains(.string(name)) } else { false }
    }
}
