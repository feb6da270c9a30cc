extension Migration {
    /// The result builder for the steps of a migration.
    @resultBuilder
    public enum Builder {
        /// Adds a step.
        public static func buildExpression(_ step: MigrationStep) -> [MigrationStep] { [step] }
        /// Adds an array of steps.
        public static func buildExpression(_ steps: [MigrationStep]) -> [MigrationStep] { steps }
        /// Concatenates steps.
        public static func buildBlock(_ steps: [MigrationStep]...) -> [MigrationStep] { steps.flatMap { $0 } }
        /// Adds the steps of a loop.
        public static func buildArray(_ steps: [[MigrationStep]]) -> [MigrationStep] { steps.flatMap { $0 } }
        /// Adds the steps of an `if` statement without `else`.
        public static func buildOptional(_ steps: [MigrationStep]?) -> [MigrationStep] { steps ?? [] }
        /// Adds the steps of the first branch.
        public static func buildEither(first steps: [MigrationStep]) -> [MigrationStep] { steps }
        /// Adds the steps of the second branch.
        public static func buildEither(second steps: [MigrationStep]) -> [MigrationStep] { steps }
    }
}
