import PropertyList

/// The computation of one new value from several old ones.
struct MigrationCombination: Sendable {
    let name: String
    /// The paths of the old values after the first one.
    let others: [PropertyListPath]
    /// Computes the new value. A missing old value is `nil`.
    let body: @Sendable ([PropertyListValue?]) throws -> PropertyListValue?
}
