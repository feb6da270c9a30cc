extension Migrator {
    /// The result of a migration or a rollback.
    public struct Report: Hashable, Sendable {
        /// The result as a whole.
        public enum Status: Hashable, Sendable {
            /// The migration was performed.
            case applied
            /// The migration of an interrupted run was completed.
            case completed
            /// An earlier run has performed the migration.
            case alreadyApplied
            /// There was nothing to do. The migration is recorded and does not run again. It is not recorded if the old
            /// path of each step is also its new path.
            case nothingToDo
            /// The migration was rolled back.
            case rolledBack
        }

        /// The result of a step.
        package struct Step: Hashable, Sendable {
            /// The effect of a step. The raw values are the words that the command prints.
            package enum Effect: String, Sendable {
                case moved
                case copied
                case deleted
                case defaultSet = "set"
                /// An update by code has set the new value.
                case updated
                case restored
                /// There is no old value.
                case absent
                /// The old and the new path are the same, in the same file.
                case samePlace = "same"
                /// The old and the new value both exist, and neither was changed.
                case kept
                /// The old value was not removed, because it was changed after it was copied.
                case changedSince = "changed"
            }

            /// The domain of the old value, or the target for a default.
            package let source: Domain
            /// The path of the old value, or `nil` if the step only sets a default.
            package let old: PropertyListPath?
            /// The path of the new value, or `nil` if the step only removes a value.
            package let new: PropertyListPath?
            /// The change that the step made, or the reason why it made no change.
            package let effect: Effect
        }

        /// The identifier of the migration.
        public let identifier: String
        /// The result as a whole.
        public var status: Status
        /// The results of the steps.
        package var steps: [Step]
        /// Whether the run has changed a domain. Storing only the record of the migration is also a change.
        package internal(set) var isChange = false
    }
}
