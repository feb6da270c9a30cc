import DefaultsSchemas
package import PropertyList

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
        var schema = document.root
        for component in path.components {
            if schema.hidesValue { return true }
            guard let next = schema.member(component) else { return false }
            schema = next
        }
        return schema.hidesValue || schema.containsSecret
    }
}
