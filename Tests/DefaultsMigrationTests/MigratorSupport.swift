import DefaultsPreferences

extension Migrator {
    /// Creates a migrator with one migration, whose identifier is `m`.
    init(
        _ store: some DomainStore, to target: Domain, from source: Domain? = nil,
        @ListBuilder<MigrationStep> steps: () -> [MigrationStep]
    ) throws {
        self.init(store: store)
        try register("m", in: target, from: source, steps: steps)
    }
}

extension DomainStore {
    /// Returns the contents of a domain without the records of migrations.
    func values(of domain: Domain) throws -> PropertyListDictionary {
        var contents = try contents(of: domain)
        contents[Migrator.recordKey] = nil
        return contents
    }
}
