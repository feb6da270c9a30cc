package import DefaultsSchemas
import PropertyList

extension SchemaDocument {
    /// Checks the values of `default` against their own schemas. Defaults of secrets are not checked.
    ///
    /// - Returns: At most a hundred violations. Their paths are those of the values in the file of the schema.
    package func findingsInDefaults() -> [Finding] {
        var check = DefaultsCheck()
        check.visit(root, at: [])
        return check.findings
    }
}

/// A check of the defaults in a schema.
private struct DefaultsCheck {
    private let limit = 100
    private(set) var findings: [SchemaDocument.Finding] = []

    /// Checks the default of a schema at a path in the file, and the defaults in this schema.
    mutating func visit(_ schema: SchemaDocument.Subschema, at path: [String]) {
        guard findings.count < limit else { return }
        if let value = schema.defaultValue, !schema.hidesValue {
            let path = PropertyListPath(path + ["default"])
            findings += schema.findings(in: value, at: path, limit: limit - findings.count)
        }
        for (key, member) in schema.properties { visit(member, at: path + ["properties", key]) }
        if let others = schema.others.schema { visit(others, at: path + ["additionalProperties"]) }
        if let items = schema.items.schema { visit(items, at: path + ["items"]) }
        for (index, alternative) in schema.alternatives.enumerated() {
            visit(alternative, at: path + ["anyOf", String(index)])
        }
    }
}
