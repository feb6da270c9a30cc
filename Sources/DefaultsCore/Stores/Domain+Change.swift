public import PropertyList

extension Domain {
    /// The contents of a domain before and after a change.
    public struct Change: Hashable, Sendable {
        /// The domain.
        public let domain: Domain
        /// The contents before.
        public let old: PropertyListDictionary
        /// The contents after.
        public let new: PropertyListDictionary

        /// Creates a change.
        package init(domain: Domain, old: PropertyListDictionary, new: PropertyListDictionary) {
            (self.domain, self.old, self.new) = (domain, old, new)
        }
    }
}
