import DefaultsSchemas
import ToolSupport

/// A key or key path with what the schema says about it, and the value in effect.
struct ExplainedKey {
    private let name: String
    /// What the schema says, or `nil` if it says nothing about the key or forbids it.
    private let described: DescribedKey?
    private let isSet: Bool
    /// The value in effect, which may be the default. `nil` if there is none.
    private let value: PropertyListValue?
    private let hidesValue: Bool
    /// The rules that the value in effect violates. If the schema forbids the key, the list is never empty.
    private let findings: [SchemaDocument.Finding]

    init(
        _ described: DescribedKey?, at path: PropertyListPath, isSet: Bool, value: PropertyListValue?,
        hidesValue: Bool, findings: [SchemaDocument.Finding]
    ) {
        name = path.components.count == 1 ? path.components[0] : path.title
        (self.described, self.isSet, self.value) = (described, isSet, value)
        (self.hidesValue, self.findings) = (hidesValue, findings)
    }

    var group: String? { described?.group }

    /// Whether the schema does not allow the key.
    var isForbidden: Bool { described == nil && !findings.isEmpty }

    /// The description of the key, and a sentence for each rule that the value in effect violates.
    var lines: [String] {
        isForbidden ? findings.prefix(1).map(refusal) : (described?.lines ?? []) + findings.map(\.description)
    }

    private func refusal(_ finding: SchemaDocument.Finding) -> String {
        let key = finding.path.components.last ?? ""
        guard let known = Suggestion.nearest(to: key, among: finding.knownKeys) else { return finding.description }
        return "\(finding.clause); did you mean '\(known)'?"
    }

    var row: ExplainedRow {
        let text = hidesValue ? isSet ? ValueText.line(for: .hidden) : "" : value.map { ValueText.line(for: $0) } ?? ""
        return ExplainedRow(isMarked: isSet, name: name, text: text, detail: described?.summary ?? lines.first ?? "")
    }

    var json: PropertyListDictionary {
        let schema = described?.schema ?? SchemaDocument.Subschema()
        var object: PropertyListDictionary = [
            "name": .string(name), "requirement": .string(isForbidden ? "absent" : schema.requirement),
            "deprecated": .boolean(schema.isDeprecated), "secret": .boolean(hidesValue), "set": .boolean(isSet),
        ]
        object["description"] = (schema.description ?? schema.title).map { .string($0) }
        object["group"] = group.map { .string($0) }
        object["advice"] = schema.isDeprecated ? (described?.advice).map { .string($0) } : nil
        object["valid"] = value.map { _ in .boolean(findings.isEmpty) }
        if hidesValue { return object }
        (object["value"], object["default"]) = (value, schema.defaultValue)
        if let cases = described?.cases, !cases.isEmpty { object["cases"] = .array(cases.map(Self.json)) }
        return object
    }

    private static func json(of item: (value: PropertyListValue, title: String?)) -> PropertyListValue {
        var object: PropertyListDictionary = ["value": item.value]
        object["title"] = item.title.map { .string($0) }
        return .dictionary(object)
    }
}
