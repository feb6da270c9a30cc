package import DefaultsSchemas

/// The values of a domain, as far as its schema determines them.
extension DomainSchemas.Schema {
    /// The defaults of the keys of the domain. Values that are or contain secrets are omitted.
    package var defaults: PropertyListDictionary {
        let defaults = keys.compactMap { key in
            key.hidesValue ? nil : key.schema.defaultValue.map { (key.name, $0) }
        }
        return PropertyListDictionary(defaults)
    }

    /// Returns the default at a path, or `nil` if there is none, or if it is or contains a secret.
    ///
    /// The first schema on the path that has a default determines it. The rest of the path leads into its value.
    package func defaultValue(at path: PropertyListPath) -> PropertyListValue? {
        var (schema, rest) = (document.root, path.components[...])
        while let component = rest.popFirst() {
            guard let next = schema.member(component), !next.hidesValue else { return nil }
            if let value = next.defaultValue { return next.containsSecret ? nil : value[PropertyListPath(Array(rest))] }
            schema = next
        }
        return nil
    }

    /// Returns whether the value at a path is not shown, because it is or contains a secret, or is inside one.
    package func hidesValue(at path: PropertyListPath) -> Bool {
        isRecordWithSecrets(path) || schema(covering: path)?.containsSecret == true
    }

    /// Returns the value at a path with ``PropertyListValue/hidden`` in place of the secrets in it.
    ///
    /// - Parameter secrets: Receives the values that are hidden.
    func hidingSecrets(
        in value: PropertyListValue, at path: PropertyListPath, _ secrets: inout Set<PropertyListValue>
    ) -> PropertyListValue {
        if isRecordWithSecrets(path) { return .hidden }
        guard let schema = schema(covering: path), schema.containsSecret else { return value }
        if schema.hidesValue {
            secrets.insert(value)
            return .hidden
        }
        return value.mappingMembers { hidingSecrets(in: $1, at: path.appending($0), &secrets) }
    }

    /// Returns the schema of a path, or that of a secret around it. `nil` if there is none.
    private func schema(covering path: PropertyListPath) -> SchemaDocument.Subschema? {
        path.components.reduce(document.root) { $0?.hidesValue == false ? $0?.member($1) : $0 }
    }

    /// Returns whether a path leads to the records of migrations, which can contain secrets of the domain.
    private func isRecordWithSecrets(_ path: PropertyListPath) -> Bool {
        document.root.containsSecret && path.components.first == Domain.migrationsKey
    }
}
