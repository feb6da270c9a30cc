public import DefaultsCore
public import DefaultsPreferences
public import PropertyList

/// One step of a migration.
///
/// ```swift
/// MigrationStep.move(.fontSize, to: .textSize)
/// MigrationStep.copy("Theme", to: PropertyListPath(["Look", "Theme"]), as: .string)
/// ```
///
/// A step names a value by a `PreferenceKey` or by a path. If the new value is named by a key, it must have the type of
/// the key. A key of reals also accepts integers that a `Double` represents exactly. A step does not apply a
/// `Preferences.KeyMapping` to keys. If the preferences have a mapping, give the mapped name as a path.
///
/// `move` and `copy` have an overload for each pair of paths and keys, so that the compiler refuses keys of different
/// types without a conversion. The overloads with the label `matching` change all values whose paths match a pattern.
public struct MigrationStep: Sendable {
    /// The operation of a step.
    package enum Action: String, Hashable, Codable, Sendable {
        /// Sets the new value and removes the old one.
        case move
        /// Sets the new value and leaves the old one unchanged.
        case copy
        /// Removes the old value.
        case delete
        /// Sets the new value if there is none.
        case setDefault
        /// Changes values by code. Records contain other actions for the values that changed.
        case update
    }

    package let action: Action
    /// The domain of the old value, or `nil` for the migration's own source.
    public var source: Domain?
    /// The path of the old value, or `nil` for a step that only sets a default, uses patterns, or is an
    /// update.
    public let old: PropertyListPath?
    /// The path of the new value in the migration's target, or `nil` for a step that only removes a value, uses
    /// patterns, or is an update.
    public let new: PropertyListPath?
    /// The expected type of the new value, or `nil` for any type.
    public var type: PropertyListType?
    /// The conversion from the old value to the new one.
    public var conversion: MigrationStep.Conversion?
    /// The new value if neither an old nor a new value exists.
    public var defaultValue: PropertyListValue?
    /// The computation of the new value from several old ones, or `nil` for a step with one old value.
    var combination: MigrationCombination?
    /// The patterns of the old and new paths, or `nil` for a step with given paths.
    var pattern: MigrationPattern?
    /// The change by code, or `nil` for a step that names its values.
    var update: MigrationUpdate?

    init(
        _ action: Action, _ old: PropertyListPath?, to new: PropertyListPath? = nil, as type: PropertyListType? = nil,
        from source: Domain? = nil, converting conversion: MigrationStep.Conversion? = nil,
        default defaultValue: PropertyListValue? = nil
    ) {
        self.action = action
        self.source = source
        self.old = old
        self.new = new
        self.type = type
        self.conversion = conversion
        self.defaultValue = defaultValue
    }

    init(
        _ action: Action, matching old: PropertyListPathGlob, to new: PropertyListPathGlob?,
        as type: PropertyListType? = nil, from source: Domain?, converting conversion: MigrationStep.Conversion? = nil
    ) {
        self.init(action, nil, as: type, from: source, converting: conversion)
        pattern = MigrationPattern(old: old, new: new)
    }

    private init<Value>(
        _ action: Action, _ old: PropertyListPath, to new: PreferenceKey<Value>, from source: Domain?,
        converting conversion: MigrationStep.Conversion?, default defaultValue: PropertyListValue?
    ) {
        let type = PropertyListType(storing: Value.self)
        self.init(
            action, old, to: new.path, as: type, from: source,
            converting: conversion ?? (type == .real ? .exactReal : nil), default: defaultValue)
    }

    /// Returns the step with paths in place of patterns.
    func with(_ old: PropertyListPath, to new: PropertyListPath?) -> MigrationStep {
        MigrationStep(action, old, to: new, as: type, from: source, converting: conversion)
    }
}

extension MigrationStep {
    /// Moves a value between two paths.
    ///
    /// - Parameters:
    ///   - old: The path of the old value.
    ///   - new: The path of the new value.
    ///   - type: The expected type of the new value, or `nil` for any type. A value of another type stops the
    ///     migration.
    ///   - source: The domain of the old value, or `nil` for the migration's own source.
    ///   - conversion: The conversion from the old value to the new one.
    ///   - defaultValue: The new value if neither an old nor a new value exists.
    public static func move(
        _ old: PropertyListPath, to new: PropertyListPath, as type: PropertyListType? = nil, from source: Domain? = nil,
        converting conversion: MigrationStep.Conversion? = nil, default defaultValue: PropertyListValue? = nil
    ) -> MigrationStep {
        MigrationStep(.move, old, to: new, as: type, from: source, converting: conversion, default: defaultValue)
    }

    /// Moves a value from a path to a key. The new value must have the type of the key.
    public static func move<Value>(
        _ old: PropertyListPath, to new: PreferenceKey<Value>, from source: Domain? = nil,
        converting conversion: MigrationStep.Conversion? = nil, default defaultValue: PropertyListValue? = nil
    ) -> MigrationStep {
        MigrationStep(.move, old, to: new, from: source, converting: conversion, default: defaultValue)
    }

    /// Moves a value between two keys of the same type.
    public static func move<Value>(
        _ old: PreferenceKey<Value>, to new: PreferenceKey<Value>, from source: Domain? = nil,
        default defaultValue: PropertyListValue? = nil
    ) -> MigrationStep {
        MigrationStep(.move, old.path, to: new, from: source, converting: nil, default: defaultValue)
    }

    /// Moves a value between two keys of different types, which requires a conversion.
    public static func move<Old, New>(
        _ old: PreferenceKey<Old>, to new: PreferenceKey<New>, from source: Domain? = nil,
        converting conversion: MigrationStep.Conversion, default defaultValue: PropertyListValue? = nil
    ) -> MigrationStep {
        MigrationStep(.move, old.path, to: new, from: source, converting: conversion, default: defaultValue)
    }

    /// Copies a value between two paths. The parameters are those of ``move(_:to:as:from:converting:default:)``.
    public static func copy(
        _ old: PropertyListPath, to new: PropertyListPath, as type: PropertyListType? = nil, from source: Domain? = nil,
        converting conversion: MigrationStep.Conversion? = nil, default defaultValue: PropertyListValue? = nil
    ) -> MigrationStep {
        MigrationStep(.copy, old, to: new, as: type, from: source, converting: conversion, default: defaultValue)
    }

    /// Copies a value from a path to a key. The new value must have the type of the key.
    public static func copy<Value>(
        _ old: PropertyListPath, to new: PreferenceKey<Value>, from source: Domain? = nil,
        converting conversion: MigrationStep.Conversion? = nil, default defaultValue: PropertyListValue? = nil
    ) -> MigrationStep {
        MigrationStep(.copy, old, to: new, from: source, converting: conversion, default: defaultValue)
    }

    /// Copies a value between two keys of the same type.
    public static func copy<Value>(
        _ old: PreferenceKey<Value>, to new: PreferenceKey<Value>, from source: Domain? = nil,
        default defaultValue: PropertyListValue? = nil
    ) -> MigrationStep {
        MigrationStep(.copy, old.path, to: new, from: source, converting: nil, default: defaultValue)
    }

    /// Copies a value between two keys of different types, which requires a conversion.
    public static func copy<Old, New>(
        _ old: PreferenceKey<Old>, to new: PreferenceKey<New>, from source: Domain? = nil,
        converting conversion: MigrationStep.Conversion, default defaultValue: PropertyListValue? = nil
    ) -> MigrationStep {
        MigrationStep(.copy, old.path, to: new, from: source, converting: conversion, default: defaultValue)
    }

    /// Removes the value at a path.
    public static func delete(_ old: PropertyListPath, from source: Domain? = nil) -> MigrationStep {
        MigrationStep(.delete, old, from: source)
    }

    /// Removes the value of a key.
    public static func delete<Value>(_ old: PreferenceKey<Value>, from source: Domain? = nil) -> MigrationStep {
        .delete(old.path, from: source)
    }

    /// Sets a value in the target if the path has none.
    public static func setDefault(_ value: PropertyListValue, at new: PropertyListPath) -> MigrationStep {
        MigrationStep(.setDefault, nil, to: new, default: value)
    }

    /// Sets a value in the target if the key has none. The value must have the type of the key.
    public static func setDefault<Value>(_ value: PropertyListValue, at new: PreferenceKey<Value>) -> MigrationStep {
        MigrationStep(.setDefault, nil, to: new.path, as: PropertyListType(storing: Value.self), default: value)
    }
}

extension MigrationStep {
    /// The paths of all old values.
    var oldPaths: [PropertyListPath] { (old.map { [$0] } ?? []) + (combination?.others ?? []) }

    /// A hash of the step. It is the same on all hosts.
    var fingerprint: UInt64 {
        var hash = FNV1a()
        hash.add(action.rawValue)
        hash.add(source?.signature ?? "")
        hash.add(old ?? PropertyListPath())
        hash.add(new ?? PropertyListPath())
        hash.add(type?.rawValue ?? "")
        hash.add(conversion?.name ?? "")
        if let combination {
            hash.add(combination.name)
            for path in combination.others { hash.add(path) }
        }
        if let update { hash.add(update.name) }
        if let pattern {
            hash.add("matching")
            hash.add(pattern.old.text)
            hash.add(pattern.new?.text ?? "")
        }
        if let defaultValue { hash.add(defaultValue.description) }
        return hash.bits
    }

    /// Returns whether two steps are equal. Conversions are compared by name.
    func isSame(as other: MigrationStep) -> Bool {
        action == other.action && source == other.source && old == other.old && new == other.new && type == other.type
            && conversion?.name == other.conversion?.name && defaultValue == other.defaultValue
            && combination?.name == other.combination?.name && combination?.others == other.combination?.others
            && pattern == other.pattern && update?.name == other.update?.name
    }
}

extension MigrationStep.Action {
    var removesOldValue: Bool {
        switch self {
        case .move, .delete: true
        case .copy, .setDefault, .update: false
        }
    }
}

extension PreferenceKey {
    var path: PropertyListPath { .key(name) }
}
