package import DefaultsPreferences
package import PropertyList

extension ErasedKey {
    /// The stored form of a default that is always the same, or `nil`.
    package var constantDefault: PropertyListValue? { details.hasComputedDefault ? nil : storedDefault }

    /// Returns why the key does not accept a value, as a clause that begins with the key. Returns `nil` if its schema
    /// accepts the value.
    package func objection(to value: PropertyListValue) -> String? {
        var checker = SchemaChecker(limit: 1, path: .key(name))
        checker.check(value, schema, isSecret: details.isSecret)
        return checker.findings.first?.clause
    }

    /// The first sentence of the description, or an empty text.
    package var summary: String { details.description?.firstSentence ?? "" }

    /// The stored forms and the titles of the cases of an enumeration. Empty without titles.
    package var titles: [(value: PropertyListValue, title: String)] { details.titles?() ?? [] }
}
