package import DefaultsSchemas
package import DefaultsState

/// The check of changes against the schemas of domains.
///
/// It is a class because commands without schemas start faster: a copy of an optional structure looks up metadata.
package final class SchemaCheck: Sendable {
    package let schemas: DomainSchemas
    let advice: Advice

    package init(_ schemas: DomainSchemas, advice: Advice) {
        (self.schemas, self.advice) = (schemas, advice)
    }

    /// Returns the same check for domains in other folders.
    package func inFolders(_ folders: DomainFolders) -> SchemaCheck {
        SchemaCheck(DomainSchemas(schemas.source, folders: folders), advice: advice)
    }

    /// Throws an error for a change that the schema of a domain does not allow.
    ///
    /// - Throws: Also an error if the schema cannot be read or is invalid.
    package func require(
        _ new: PropertyListValue, in domain: Domain, changedFrom old: PropertyListValue
    ) throws(CommandError) {
        try loaded(for: [domain]).require(new, in: domain, changedFrom: old)
    }

    /// Throws an error for an expected value that the schema of a domain refuses. Patterns are not checked.
    ///
    /// - Throws: Also an error if the schema cannot be read or is invalid.
    package func require(_ expected: ExpectedValue, expectedIn domain: Domain) throws(CommandError) {
        guard let schema = try loaded(for: [domain]).schema(of: domain) else { return }
        let findings = expected.literals()
            .flatMap { schema.findings(in: $0.value, at: $0.path, limit: .max) }
            .filter { !$0.isAllowedInDomain }
        guard let first = findings.first else { return }
        throw advice.refusal(
            first, others: findings.count - 1, of: nil, by: schema, in: domain, for: "expect it anyway")
    }

    /// Throws an error if the schema of a domain cannot be read or is invalid.
    package func requireUsableSchema(of domain: Domain) throws(CommandError) {
        _ = try loaded(for: [domain])
    }

    /// Reads the schemas of domains before the domains are locked.
    func loaded(for domains: [Domain]) throws(CommandError) -> Loaded {
        let domains = domains.filter { !schemas.isRecord($0) }
        var loaded = Loaded(
            hasPaths: domains.contains { $0.isPath }, namesDomains: domains.count > 1, advice: advice)
        var seen: Set<Domain> = []
        for domain in domains where domains.count == 1 || seen.insert(domain).inserted {
            if let schema = try schema(of: domain) { loaded.schemas.append((domain, schema.document)) }
        }
        return loaded
    }

    /// Returns the schemas of domains that are locked now. Before, a link in a path may have led to another domain.
    func current(_ loaded: Loaded, for domains: [Domain]) throws(CommandError) -> Loaded {
        loaded.hasPaths ? try self.loaded(for: domains) : loaded
    }

    /// Returns the schema of a domain, or `nil` if it has none.
    ///
    /// - Throws: An error if the schema cannot be read or is invalid. It says how to ignore the schema.
    package func schema(of domain: Domain) throws(CommandError) -> DomainSchemas.Schema? {
        do throws(DomainSchemas.Failure) {
            return try schemas.schema(of: domain)
        } catch {
            throw error.commandError.followed(by: advice.clause("ignore the schema"))
        }
    }

    /// The check with the schemas of some domains.
    struct Loaded {
        /// The domains that have a schema, in the order of the change.
        fileprivate(set) var schemas: [(domain: Domain, schema: SchemaDocument)] = []
        /// Whether a domain is given by its path.
        let hasPaths: Bool
        /// Whether messages name the domain.
        let namesDomains: Bool
        let advice: Advice

        func schema(of domain: Domain) -> SchemaDocument? { schemas.first { $0.domain == domain }?.schema }

        /// Throws an error for changes that the schemas of domains do not allow.
        func require(_ old: DomainTransaction, _ new: DomainTransaction) throws(CommandError) {
            for (domain, schema) in schemas where old[domain] != new[domain] {
                try require(.dictionary(new[domain]), .dictionary(old[domain]), in: domain, schema)
            }
        }

        func require(
            _ new: PropertyListValue, in domain: Domain, changedFrom old: PropertyListValue
        ) throws(CommandError) {
            guard let schema = schema(of: domain) else { return }
            try require(new, old, in: domain, schema)
        }

        private func require(
            _ new: PropertyListValue, _ old: PropertyListValue, in domain: Domain, _ schema: SchemaDocument
        ) throws(CommandError) {
            let findings = schema.findings(in: new, changedFrom: old)
            guard let first = findings.first else { return }
            throw advice.refusal(
                first, others: findings.count - 1, of: new[first.path], by: schema, in: namesDomains ? domain : nil)
        }
    }
}
