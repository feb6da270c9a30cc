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

    private init(
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

    private init(
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

    /// Sets a value that is computed from several old values, and removes the old values.
    ///
    /// The step does nothing if none of the old values exists. A rollback restores each of them. Values cannot be
    /// combined into a keyring.
    ///
    /// - Parameters:
    ///   - old: The paths of the old values.
    ///   - new: The path of the new value.
    ///   - type: The expected type of the new value, or `nil` for any type.
    ///   - source: The domain of the old values, or `nil` for the migration's own source.
    ///   - name: The name of the computation, which is part of a derived migration identifier.
    ///   - body: A closure that computes the new value from the old values in their order. A missing value is `nil`. If
    ///     the closure throws an error or returns `nil`, the migration stops.
    public static func combine(
        _ old: [PropertyListPath], to new: PropertyListPath, as type: PropertyListType? = nil,
        from source: Domain? = nil, named name: String,
        by body: @escaping @Sendable ([PropertyListValue?]) throws -> PropertyListValue?
    ) -> MigrationStep {
        var step = MigrationStep(.move, old.first ?? PropertyListPath(), to: new, as: type, from: source)
        step.combination = MigrationCombination(name: name, others: Array(old.dropFirst()), body: body)
        return step
    }

    /// Computes the value of a key from the values of several old keys, and removes the old values.
    ///
    /// ```swift
    /// MigrationStep.combine(.width, .height, to: .size, named: "size") { width, height in
    ///     "\(width ?? 640)x\(height ?? 480)"
    /// }
    /// ```
    ///
    /// The step does nothing if none of the old values exists. A rollback restores each of them. Values cannot be
    /// combined into a keyring.
    ///
    /// - Parameters:
    ///   - old: The old keys.
    ///   - new: The new key.
    ///   - source: The domain of the old values, or `nil` for the migration's own source.
    ///   - name: The name of the computation, which is part of a derived migration identifier.
    ///   - body: A closure that computes the new value from the old values. A missing value is the default of its key.
    ///     The migration stops if the closure throws an error or returns `nil`, if an old value cannot be decoded for
    ///     its key, or if the new key does not allow the result.
    public static func combine<each Old: Decodable, New: Encodable>(
        _ old: repeat PreferenceKey<each Old>, to new: PreferenceKey<New>, from source: Domain? = nil,
        named name: String, by body: @escaping @Sendable (repeat each Old) throws -> New
    ) -> MigrationStep {
        var paths: [PropertyListPath] = []
        for key in repeat each old { paths.append(key.path) }
        return .combine(
            paths, to: new.path, as: PropertyListType(storing: New.self), from: source, named: name
        ) { values in
            var values = values[...]
            func next<Value>(_ key: PreferenceKey<Value>) throws -> Value {
                guard let value = values.popFirst() ?? nil else { return key.defaultValue }
                return try FoundValue(value: value).decoded(for: key)
            }
            return try new.encoded(try body(repeat try next(each old)))
        }
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
    /// Changes the values of the target by code.
    ///
    /// ```swift
    /// MigrationStep.update(named: "pixels to points") { values in
    ///     values.new[.textSize] = values.old[.textSize] * 3 / 4
    ///     if values.old["Zoom"] == 2 { values.new[PropertyListPath(["Window", "IsZoomed"])] = true }
    ///     values.new["Zoom"] = nil
    /// }
    /// ```
    ///
    /// All updates of a migration run after its other steps, in their order. The body can read and change every value
    /// of the target in ``Migration/Values/new``, except the records of migrations. The policy for conflicts does not
    /// apply to it. It cannot change the source, so add a step that deletes old values of another domain.
    ///
    /// Values that differ after the body are recorded with the values that they replaced: keys of dictionaries one by
    /// one, arrays as a whole. A rollback restores them, and refuses if one has changed since. If the body changes
    /// nothing, the step does nothing.
    ///
    /// The changes and all other steps are one atomic change of the target. If the body throws an error, the migration
    /// throws `MigrationError.Code.updateFailed` and changes nothing. The same applies if the body reads a value by a
    /// key of another type, or sets a value that its key does not allow; see ``Migration/Contents``.
    ///
    /// Values in a keyring cannot be updated, because the record would contain the replaced values.
    ///
    /// - Parameters:
    ///   - name: The name of the update, which is part of messages and of a derived migration identifier. It is unique
    ///     in the migration. Choose another name if you change the body.
    ///   - source: The domain of ``Migration/Values/old``, or `nil` for the migration's own source.
    ///   - body: A closure that changes the values. It may be called more than once, also for previews and while the
    ///     domains are locked, so it must have no other effects, and its result must depend on the values alone.
    public static func update(
        named name: String, from source: Domain? = nil,
        _ body: @escaping @Sendable (inout Migration.Values) throws -> Void
    ) -> MigrationStep {
        var step = MigrationStep(.update, nil, from: source)
        step.update = MigrationUpdate(name: name, body: body)
        return step
    }
}

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
    fileprivate var path: PropertyListPath { .key(name) }
}

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
