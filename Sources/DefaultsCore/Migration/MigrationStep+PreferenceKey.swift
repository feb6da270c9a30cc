public import PropertyList

// Steps between typed keys, which are named by a leading dot: `.move(.fontSize, to: .textSize)`. Like the keys themselves they take an
// integer for a real if it is the same number, and nothing else for what it is not.
extension MigrationStep {
    /// Moves a value from a typed key to another of the same type. A value of another type stops the migration.
    ///
    /// - Parameters:
    ///   - old: the key that the value is under now.
    ///   - new: the key that it goes to.
    ///   - source: the domain of the old key; nil for the migration's own source.
    ///   - defaultValue: what the new key gets if both have nothing.
    public static func move<Value>(
        _ old: PreferenceKey<Value>, to new: PreferenceKey<Value>, from source: Domain? = nil,
        default defaultValue: PropertyListValue? = nil
    ) -> MigrationStep {
        .move(old.path, to: new.path, as: new.type, from: source, converting: .reading(new), default: defaultValue)
    }

    /// Moves a value from a typed key to one of another type, which takes a conversion.
    public static func move<Old, New>(
        _ old: PreferenceKey<Old>, to new: PreferenceKey<New>, from source: Domain? = nil,
        converting conversion: MigrationConversion, default defaultValue: PropertyListValue? = nil
    ) -> MigrationStep {
        .move(old.path, to: new.path, as: new.type, from: source, converting: conversion, default: defaultValue)
    }

    /// Moves a value to a typed key. One of another type than the key's stops the migration, unless it is converted.
    public static func move<Value>(
        _ old: PropertyListPath, to new: PreferenceKey<Value>, from source: Domain? = nil,
        converting conversion: MigrationConversion? = nil, default defaultValue: PropertyListValue? = nil
    ) -> MigrationStep {
        .move(
            old, to: new.path, as: new.type, from: source, converting: conversion ?? .reading(new),
            default: defaultValue)
    }

    /// Copies a value from a typed key to another of the same type. A value of another type stops the migration.
    ///
    /// - Parameters:
    ///   - old: the key that the value is under now.
    ///   - new: the key that it goes to.
    ///   - source: the domain of the old key; nil for the migration's own source.
    ///   - defaultValue: what the new key gets if both have nothing.
    public static func copy<Value>(
        _ old: PreferenceKey<Value>, to new: PreferenceKey<Value>, from source: Domain? = nil,
        default defaultValue: PropertyListValue? = nil
    ) -> MigrationStep {
        .copy(old.path, to: new.path, as: new.type, from: source, converting: .reading(new), default: defaultValue)
    }

    /// Copies a value from a typed key to one of another type, which takes a conversion.
    public static func copy<Old, New>(
        _ old: PreferenceKey<Old>, to new: PreferenceKey<New>, from source: Domain? = nil,
        converting conversion: MigrationConversion, default defaultValue: PropertyListValue? = nil
    ) -> MigrationStep {
        .copy(old.path, to: new.path, as: new.type, from: source, converting: conversion, default: defaultValue)
    }

    /// Copies a value to a typed key. One of another type than the key's stops the migration, unless it is converted.
    public static func copy<Value>(
        _ old: PropertyListPath, to new: PreferenceKey<Value>, from source: Domain? = nil,
        converting conversion: MigrationConversion? = nil, default defaultValue: PropertyListValue? = nil
    ) -> MigrationStep {
        .copy(
            old, to: new.path, as: new.type, from: source, converting: conversion ?? .reading(new),
            default: defaultValue)
    }

    /// Removes the value of a typed key that no version needs any longer.
    public static func delete<Value>(_ old: PreferenceKey<Value>, from source: Domain? = nil) -> MigrationStep {
        .delete(old.path, from: source)
    }

    /// Sets the value of a typed key in the target where there is none.
    public static func setDefault<Value: PreferenceValue>(_ value: Value, at new: PreferenceKey<Value>) -> MigrationStep
    {
        .setDefault(value.storedElement, at: new.path)
    }
}

extension MigrationConversion {
    /// What a key makes of numbers when it reads them: a key of reals reads integers as well. Nil where there is nothing to be made.
    fileprivate static func reading(_ key: some MigrationKey) -> MigrationConversion? {
        guard key.type == .real else { return nil }
        return .custom("real") { value in
            if case .integer = value { value.losslessly(as: .real) ?? value } else { value }
        }
    }
}
