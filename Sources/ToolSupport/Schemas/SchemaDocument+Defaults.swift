package import DefaultsSchemas

extension SchemaDocument {
    /// Checks the values of `default` against their own schemas. Defaults of secrets are not checked.
    ///
    /// - Returns: At most a hundred violations. Their paths are those of the values in the file of the schema.
    package func findingsInDefaults() -> [Finding] {
        let limit = 100
        var findings: [Finding] = []
        /// Checks the default of a schema at a path in the file, and the defaults in this schema.
        func visit(_ schema: Subschema, at path: [String]) {
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
        visit(root, at: [])
        return findings
    }
}
