extension Domain {
    /// The contents of a domain before and after a change.
    public struct Change: Hashable, Sendable {
        /// The domain that was changed.
        public let domain: Domain
        /// The contents before the change. Empty if the domain did not exist.
        public let old: PropertyListDictionary
        /// The contents after the change. Empty if the domain was removed.
        public let new: PropertyListDictionary

        package init(domain: Domain, old: PropertyListDictionary, new: PropertyListDictionary) {
            (self.domain, self.old, self.new) = (domain, old, new)
        }

        /// The values that the change sets and removes, in the order of their paths.
        public var differences: [PropertyListDifference] { PropertyListDifference.between(old, new) }
    }
}
