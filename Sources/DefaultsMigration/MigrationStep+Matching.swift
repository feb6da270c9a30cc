public import DefaultsCore
public import PropertyList

/// Steps for all values whose paths match a pattern.
extension MigrationStep {
    /// Moves all values whose paths match a pattern, such as one field of every element of an array, or of every object
    /// of a `StoredCollection`.
    ///
    /// ```swift
    /// MigrationStep.move(matching: ["Documents", .any, "fontSize"], to: ["Documents", .any, "textSize"])
    /// ```
    ///
    /// The first wildcard of the new pattern is replaced by the text that the first wildcard of the old pattern
    /// matches, and so on. The old values are found when the migration runs. If there are none, the step does nothing.
    /// Each value is moved as if a step named its path, and a rollback restores each of them.
    ///
    /// An element of an array cannot be moved as a whole, but a value inside an element can. Missing containers of the
    /// new values are created as dictionaries. A wildcard at the beginning does not match the key of the records of
    /// migrations.
    ///
    /// - Parameters:
    ///   - old: The pattern of the old paths. Each component has at most one wildcard.
    ///   - new: The pattern of the new paths, with the same number of wildcards. No two values can have one new path.
    ///   - type: The expected type of the new values, or `nil` for any type. A value of another type stops the
    ///     migration.
    ///   - source: The domain of the old values, or `nil` for the migration's own source.
    ///   - conversion: The conversion from an old value to a new one.
    public static func move(
        matching old: PropertyListPathGlob, to new: PropertyListPathGlob, as type: PropertyListType? = nil,
        from source: Domain? = nil, converting conversion: MigrationStep.Conversion? = nil
    ) -> MigrationStep {
        MigrationStep(.move, matching: old, to: new, as: type, from: source, converting: conversion)
    }

    /// Copies all values whose paths match a pattern. The parameters are those of
    /// ``move(matching:to:as:from:converting:)``. Elements of an array can be copied.
    public static func copy(
        matching old: PropertyListPathGlob, to new: PropertyListPathGlob, as type: PropertyListType? = nil,
        from source: Domain? = nil, converting conversion: MigrationStep.Conversion? = nil
    ) -> MigrationStep {
        MigrationStep(.copy, matching: old, to: new, as: type, from: source, converting: conversion)
    }

    /// Removes all values whose paths match a pattern. Each component of the pattern has at most one wildcard. An
    /// element of an array cannot be removed as a whole, but a value inside an element can.
    public static func delete(matching old: PropertyListPathGlob, from source: Domain? = nil) -> MigrationStep {
        MigrationStep(.delete, matching: old, to: nil, from: source)
    }
}
