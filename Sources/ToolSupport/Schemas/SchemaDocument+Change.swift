import DefaultsMigration
package import DefaultsSchemas
package import PropertyList

extension SchemaDocument {
    /// Returns the findings that a change of a domain adds. What was wrong before and stays is left out.
    ///
    /// Removing a key of the domain, and the records of migrations, are never findings.
    package func findings(in new: PropertyListValue, changedFrom old: PropertyListValue) -> [Finding] {
        if new == old { return [] }
        let added = findings(in: new, limit: .max).filter { !$0.isAllowedInDomain }
        if added.isEmpty { return [] }
        let earlier = Set(findings(in: old, limit: .max).map(Violation.init))
        return added.filter { finding in
            guard earlier.contains(Violation(finding)) else { return true }
            // Sentences about secrets and containers do not tell values apart. Another wrong value is a finding; a
            // container whose other members change is not.
            let value = new[finding.path]
            return value?.type.isContainer == false && value != old[finding.path]
        }
    }

    /// The parts of a finding that tell it from others.
    private struct Violation: Hashable {
        let kind: Finding.Kind
        let path: PropertyListPath
        let clause: String

        init(_ finding: Finding) {
            (kind, path, clause) = (finding.kind, finding.path, finding.clause)
        }
    }
}

extension SchemaDocument.Finding {
    /// Whether the finding is that a key of the domain is not set, or about the key with the records of migrations.
    package var isAllowedInDomain: Bool {
        path.components.count == 1 && (kind == .missingKey || path.components[0] == Migration.recordKey)
    }
}
