import DefaultsSchemas

extension ErasedKey {
    /// Returns why the schema of the key does not accept a value, as a clause that begins with the key, or `nil`.
    func objection(to value: PropertyListValue) -> String? {
        schema.findings(in: value, at: .key(name), limit: 1).first?.clause
    }
}
