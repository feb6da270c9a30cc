extension PreferenceSchema {
    /// The reference page of the keys, in Markdown. Equal schemas have identical bytes.
    public var markdown: String {
        var parts = ["# \(title)"]
        if let description { parts.append(description) }
        parts.append("Domain: `\(domain)`")
        for group in groups {
            if let title = group.title { parts.append("## \(title)") }
            for key in group.keys {
                parts.append((group.title == nil ? "## " : "### ") + code(key.name))
                if let description = key.details.description { parts.append(description) }
                let lines = key.facts.map { $0.line(bullet: "- ", quote: code, escape: escaped) }
                parts.append(lines.joined(separator: "\n"))
            }
        }
        return parts.joined(separator: "\n\n") + "\n"
    }
}

extension ErasedKey {
    /// The facts about the key that are not in its description.
    package var facts: [KeyFact] {
        schema.facts(
            titles: titles.map { ($0.value.plainText, $0.title) }, advice: details.deprecation,
            absence: details.hasComputedDefault ? "computed" : "none")
    }
}

extension SchemaDocument.Subschema {
    /// The facts about a key with this schema that are not in its description.
    ///
    /// - Parameters:
    ///   - titles: The texts and titles of the cases of an enumeration.
    ///   - advice: The advice for a deprecated key.
    ///   - absence: The text in place of a missing default.
    package func facts(
        titles: [(value: String, title: String)], advice: String?, absence: String = "none"
    ) -> [KeyFact] {
        var facts = [KeyFact(label: "Value", rule: requirement)] + facts(depth: 1)
        facts += titles.map { KeyFact(depth: 1, value: $0.value, text: $0.title) }
        let value = defaultValue.map { KeyFact(label: "Default", value: $0.plainText) }
        facts.append(
            isSecret || containsSecret
                ? KeyFact(label: "Secret", text: "the value is not shown")
                : value ?? KeyFact(label: "Default", text: absence))
        if let advice { facts.append(KeyFact(label: "Deprecated", text: advice)) }
        return facts
    }

    /// A line for each property, at any depth.
    fileprivate func facts(depth: Int) -> [KeyFact] {
        let inner = [items.schema, others.schema].compactMap(\.self).flatMap { $0.facts(depth: depth) }
        return inner
            + properties.flatMap { key, schema in
                let text = schema.requirement + (requiredKeys.contains(key) ? "" : " (optional)")
                return [KeyFact(depth: depth, value: key, rule: text)] + schema.facts(depth: depth + 1)
            }
    }
}

/// Returns text as code in Markdown.
private func code(_ text: String) -> String {
    text.utf8.contains(UInt8(ascii: "`")) ? "`` \(text) ``" : "`\(text)`"
}

/// Returns text without a meaning in Markdown.
private func escaped(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
        if "\\`*_[<&~".unicodeScalars.contains(scalar) { result += "\\" }
        result.unicodeScalars.append(scalar)
    }
}
