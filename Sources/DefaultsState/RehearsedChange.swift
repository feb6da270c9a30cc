package import DefaultsCore
package import PropertyList
import DefaultsMigration

/// The contents of a domain before and after a change that is not made.
package struct RehearsedChange: Sendable {
    /// The domain.
    package let domain: Domain
    /// The contents before.
    package let old: PropertyListDictionary
    /// The contents after.
    package let new: PropertyListDictionary

    /// Creates a change.
    package init(domain: Domain, old: PropertyListDictionary, new: PropertyListDictionary) {
        (self.domain, self.old, self.new) = (domain, old, new)
    }
}

extension DomainStore {
    /// Calls a function with a store that has the same domains and makes no changes to them.
    ///
    /// - Returns: The result of the function, and the domains that it would have changed.
    package func rehearse<Result>(
        _ body: (any DomainStore) throws -> Result
    ) throws -> (result: Result, changes: [RehearsedChange]) {
        let rehearsal = RehearsalStore(self)
        let result = try body(rehearsal)
        let changes = rehearsal.changes.map { RehearsedChange(domain: $0.domain, old: $0.old, new: $0.new) }
        return (result, changes)
    }
}
