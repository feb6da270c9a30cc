public import PropertyList

/// What came of a migration.
public struct MigrationReport: Hashable, Sendable {
    /// What came of it as a whole.
    public enum Outcome: Hashable, Sendable {
        /// It was done.
        case applied
        /// An earlier run had been interrupted, and this one completed it.
        case completed
        /// It had been done before.
        case alreadyApplied
        /// There was nothing to do. No record is kept, so that a later run looks again.
        case nothingToDo
        /// It was undone.
        case rolledBack
    }

    /// What came of a step.
    public enum StepOutcome: Hashable, Sendable {
        /// The value is at the new place, and no longer at the old one.
        case moved
        /// The value is at both places.
        case copied
        /// The value is gone.
        case deleted
        /// The new place has the default.
        case defaultSet
        /// The old place has its value again.
        case restored
        /// There was nothing at the old place.
        case absent
        /// Old and new place are one.
        case samePlace
        /// Both places hold a value, and both stay.
        case kept
        /// The old place has another value than the one that was taken from there, which stays.
        case changedSince
    }

    /// A step and what came of it.
    public struct Step: Hashable, Sendable {
        /// The domain of the old place; the target for a default.
        public let source: Domain
        /// The old place.
        public let old: PropertyListPath?
        /// The new place.
        public let new: PropertyListPath?
        /// What came of it.
        public let outcome: StepOutcome
    }

    /// What the migration is known by.
    public let identifier: String
    /// What came of it.
    public var outcome: Outcome
    /// What came of its steps.
    public var steps: [Step]
}
