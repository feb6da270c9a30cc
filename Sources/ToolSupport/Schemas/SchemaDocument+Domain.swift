package import DefaultsSchemas

extension SchemaDocument {
    /// Returns the violations in the contents of a domain, at most a hundred.
    ///
    /// Missing keys of the domain, and the records of migrations, are never findings.
    package func findings(inDomain contents: PropertyListValue) -> [Finding] {
        // Most allowed findings are missing keys.
        let limit = PathAllowance.count + root.requiredKeys.count + 1
        var found = findings(in: contents, limit: limit)
        let isComplete = found.count < limit
        found.removeAll(where: \.isAllowedInDomain)
        if !isComplete, found.count < PathAllowance.count {
            found = findings(in: contents, limit: .max).filter { !$0.isAllowedInDomain }
        }
        return found.limited(by: \.path)
    }

    /// Returns the deprecated keys that are set in the contents of a domain, at most a hundred, each with the advice of
    /// the schema. Keys in a deprecated key are not listed.
    package func deprecatedKeys(in contents: PropertyListValue) -> [(path: PropertyListPath, advice: String?)] {
        var found: [(path: PropertyListPath, advice: String?)] = []
        var path = PropertyListPath()
        func visit(_ value: PropertyListValue, _ schema: Subschema) {
            for (component, member) in value.members where found.count < PathAllowance.count {
                guard let schema = schema.member(component) else { continue }
                path.components.append(component)
                if schema.isDeprecated, value.type == .dictionary {
                    found.append((path, DescribedKey(component, schema).advice))
                } else {
                    visit(member, schema)
                }
                path.components.removeLast()
            }
        }
        visit(contents, root)
        return found.limited(by: \.path)
    }
}

extension Array {
    /// Returns the first elements, as far as their paths are allowed in a report.
    fileprivate func limited(by path: KeyPath<Element, PropertyListPath>) -> [Element] {
        var allowance = PathAllowance()
        return Array(
            prefix { element in
                if allowance.isUsedUp { return false }
                allowance.use(element[keyPath: path])
                return true
            })
    }
}
