package import DefaultsSchemas

extension SchemaDocument {
    /// Returns the findings that a change of a domain adds. What was wrong before and stays is left out, also if it
    /// moves within its array.
    ///
    /// Removing a key of the domain, and the records of migrations, are never findings.
    package func findings(in new: PropertyListValue, changedFrom old: PropertyListValue) -> [Finding] {
        if new == old { return [] }
        let found = findings(in: new, limit: .max).filter { !$0.isAllowedInDomain }
        if found.isEmpty { return [] }
        var earlier: [Violation: Int] = [:]
        for finding in findings(in: old, limit: .max) { earlier[Violation(finding, in: old), default: 0] += 1 }
        return found.filter { finding in
            let violation = Violation(finding, in: new)
            guard let count = earlier[violation], count > 0 else { return true }
            earlier[violation] = count - 1
            return false
        }
    }

    /// What is wrong in a value, without its place in an array.
    private struct Violation: Hashable {
        let kind: Finding.Kind
        /// The path, with an empty text in place of each index.
        let path: PropertyListPath
        /// The value, which the sentence does not quote if it is secret. `nil` for a container, whose other members may
        /// change.
        let value: PropertyListValue?
        let predicate: String

        init(_ finding: Finding, in root: PropertyListValue) {
            (kind, predicate) = (finding.kind, finding.predicate)
            var value: PropertyListValue? = root
            var components: [String] = []
            for component in finding.path.components {
                if case .array = value { components.append("") } else { components.append(component) }
                value = value?.member(component)
            }
            path = PropertyListPath(components)
            self.value = value?.type.isContainer == true ? nil : value
        }
    }
}

extension SchemaDocument.Finding {
    /// Whether the finding is that a key of the domain is not set, or about the key with the records of migrations.
    package var isAllowedInDomain: Bool {
        path.components.count == 1 && (kind == .missingKey || path.components[0] == Domain.migrationsKey)
    }
}
