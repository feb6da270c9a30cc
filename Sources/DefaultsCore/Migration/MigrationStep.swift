public import PropertyList

/// One step of a migration.
public struct MigrationStep: Sendable {
    /// What a step does.
    public enum Action: String, Hashable, Sendable {
        /// Takes a value to the new place; the old one is empty afterwards.
        case move
        /// Takes a value to the new place and leaves the old one as it is.
        case copy
        /// Removes a value.
        case delete
        /// Sets a value where there is none.
        case setDefault
    }

    /// What the step does.
    public let action: Action
    /// The domain of the old place; nil for the migration's own source.
    public var source: Domain?
    /// The old place; none for a step that only sets a default.
    public let old: PropertyListPath?
    /// The new place, in the migration's target; none for a step that removes.
    public let new: PropertyListPath?
    /// The type that the value has at the new place; nil for any.
    public var type: PropertyListType?
    /// What is made of the value on its way.
    public var conversion: MigrationConversion?
    /// What the new place gets if the old one is empty and the new one is too.
    public var defaultValue: PropertyListValue?

    /// Moves a value.
    public static func move(
        _ old: PropertyListPath, to new: PropertyListPath, as type: PropertyListType? = nil, from source: Domain? = nil,
        converting conversion: MigrationConversion? = nil, default defaultValue: PropertyListValue? = nil
    ) -> MigrationStep {
        MigrationStep(
            action: .move, source: source, old: old, new: new, type: type, conversion: conversion,
            defaultValue: defaultValue)
    }

    /// Moves a value to a typed key.
    public static func move(
        _ old: PropertyListPath, to key: some MigrationKey, from source: Domain? = nil,
        converting conversion: MigrationConversion? = nil, default defaultValue: PropertyListValue? = nil
    ) -> MigrationStep {
        .move(old, to: key.path, as: key.type, from: source, converting: conversion, default: defaultValue)
    }

    /// Copies a value.
    public static func copy(
        _ old: PropertyListPath, to new: PropertyListPath, as type: PropertyListType? = nil, from source: Domain? = nil,
        converting conversion: MigrationConversion? = nil, default defaultValue: PropertyListValue? = nil
    ) -> MigrationStep {
        MigrationStep(
            action: .copy, source: source, old: old, new: new, type: type, conversion: conversion,
            defaultValue: defaultValue)
    }

    /// Copies a value to a typed key.
    public static func copy(
        _ old: PropertyListPath, to key: some MigrationKey, from source: Domain? = nil,
        converting conversion: MigrationConversion? = nil, default defaultValue: PropertyListValue? = nil
    ) -> MigrationStep {
        .copy(old, to: key.path, as: key.type, from: source, converting: conversion, default: defaultValue)
    }

    /// Removes a value that no version needs any longer.
    public static func delete(_ old: PropertyListPath, from source: Domain? = nil) -> MigrationStep {
        MigrationStep(action: .delete, source: source, old: old, new: nil)
    }

    /// Sets a value in the target where there is none.
    public static func setDefault(_ value: PropertyListValue, at new: PropertyListPath) -> MigrationStep {
        MigrationStep(action: .setDefault, old: nil, new: new, defaultValue: value)
    }
}

extension MigrationStep {
    /// A hash of all that the step says, the same on every host.
    var fingerprint: UInt64 {
        var hash = FNV1a()
        hash.add(action.rawValue)
        hash.add(source?.signature ?? "")
        hash.add(old ?? PropertyListPath())
        hash.add(new ?? PropertyListPath())
        hash.add(type?.rawValue ?? "")
        hash.add(conversion?.name ?? "")
        if let defaultValue { hash.add(defaultValue.description) }
        return hash.bits
    }

    /// Whether both say the same. Conversions are told apart by their names.
    func isSame(as other: MigrationStep) -> Bool {
        action == other.action && source == other.source && old == other.old && new == other.new && type == other.type
            && conversion?.name == other.conversion?.name && defaultValue == other.defaultValue
    }
}

extension MigrationStep.Action {
    /// Whether nothing is left at the old place.
    var empties: Bool {
        switch self {
        case .move, .delete: true
        case .copy, .setDefault: false
        }
    }
}

/// Puts the steps of a migration together, one on a line.
@resultBuilder
public enum MigrationBuilder {
    /// A step.
    public static func buildExpression(_ step: MigrationStep) -> [MigrationStep] { [step] }
    /// Steps made elsewhere.
    public static func buildExpression(_ steps: [MigrationStep]) -> [MigrationStep] { steps }
    /// Steps in order.
    public static func buildBlock(_ steps: [MigrationStep]...) -> [MigrationStep] { steps.flatMap { $0 } }
    /// Steps of a loop.
    public static func buildArray(_ steps: [[MigrationStep]]) -> [MigrationStep] { steps.flatMap { $0 } }
    /// Steps that may be left out.
    public static func buildOptional(_ steps: [MigrationStep]?) -> [MigrationStep] { steps ?? [] }
    /// Steps of the first of two branches.
    public static func buildEither(first steps: [MigrationStep]) -> [MigrationStep] { steps }
    /// Steps of the second of two branches.
    public static func buildEither(second steps: [MigrationStep]) -> [MigrationStep] { steps }
}
