package import DefaultsSchemas

/// A key of a domain with what the schema says about it.
package struct DescribedKey: Sendable {
    package let name: String
    package let schema: SchemaDocument.Subschema

    package init(_ name: String, _ schema: SchemaDocument.Subschema) {
        (self.name, self.schema) = (name, schema)
    }

    /// Whether the value of the key is not shown, because it is or contains a secret.
    package var hidesValue: Bool { schema.hidesValue || schema.containsSecret }

    /// The title of the group of the key, or `nil`.
    package var group: String? { text("x-group") }

    /// The first sentence of the description or, without one, the allowed values. It begins with the advice if the key
    /// is deprecated.
    package var summary: String {
        let text = schema.description?.firstSentence ?? schema.title ?? schema.requirement
        return schema.isDeprecated ? "Deprecated\(advice.map { ": " + $0 } ?? ""). \(text.capitalizingFirst)" : text
    }

    /// What to do instead of using a deprecated key, or `nil`.
    package var advice: String? { text("x-deprecated") }

    /// The allowed values with their titles, in the order of the schema. Empty if the schema does not list values, and
    /// for secrets.
    package var cases: [(value: PropertyListValue, title: String?)] {
        if schema.hidesValue { return [] }
        let titles = titles
        return (schema.allowedValues ?? []).map { ($0, titles[$0.plainText]) }
    }

    /// The lines that describe the key: its description, the allowed values, the default and advice.
    package var lines: [String] {
        let titles = cases.compactMap { item in item.title.map { (value: item.value.plainText, title: $0) } }
        let advice = schema.isDeprecated ? advice ?? "do not use it" : nil
        let facts = schema.facts(titles: titles, advice: advice).map { $0.line() }
        let text = (schema.description ?? schema.title).map { [$0] } ?? []
        return (text + facts).flatMap { $0.unicodeScalars.split(separator: "\n").map { String($0) } }
    }

    private var titles: [String: String] {
        guard case .dictionary(let pairs) = schema.source["x-titles"] else { return [:] }
        let texts = pairs.compactMap { pair -> (String, String)? in
            if case .string(let title) = pair.value { (pair.key, title) } else { nil }
        }
        return Dictionary(texts) { first, _ in first }
    }

    private func text(_ name: String) -> String? {
        if case .string(let text) = schema.source[name] { text } else { nil }
    }
}

extension DomainSchemas.Schema {
    /// The keys of the domain that the schema lists, sorted.
    package var keys: [DescribedKey] { document.root.properties.map { DescribedKey($0.key, $0.schema) } }

    /// Returns what the schema says about a path, or `nil` if it says nothing.
    package func key(at path: PropertyListPath) -> DescribedKey? {
        document.subschema(at: path).map { DescribedKey(path.title, $0) }
    }
}
