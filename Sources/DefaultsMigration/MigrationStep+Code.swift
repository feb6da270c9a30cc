public import DefaultsCore
public import DefaultsPreferences
public import PropertyList

/// Steps that compute values.
extension MigrationStep {
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
