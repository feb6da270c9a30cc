package import DefaultsPreferences
package import PropertyList

extension ErasedKey {
    /// Returns why the key does not accept a value, as a clause that begins with the key. Returns `nil` if its schema
    /// accepts the value.
    package func objection(to value: PropertyListValue) -> String? {
        var checker = SchemaChecker(limit: 1, path: .key(name))
        checker.check(value, schema, isSecret: details.isSecret)
        return checker.findings.first?.clause
    }
}
