/// One step of a migration.
///
/// ```swift
/// MigrationStep.move(.fontSize, to: .textSize)
/// MigrationStep.copy("Theme", to: PropertyListPath(["Look", "Theme"])).expecting(.string)
/// ```
///
/// A step names its values by two keys of the same type, or by two paths. The value of a key must have the type of the
/// key. A key of reals also accepts integers that a `Double` represents exactly. A step does not apply a
/// `Preferences.KeyMapping` to keys. If the preferences have a mapping, give the mapped name as a path.
///
/// Modifiers such as ``converting(_:)`` return the step with a change.
public struct MigrationStep: Sendable {
    /// The operation of a step.
    enum Action: String, Hashable, Sendable {
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

        var removesOldValue: Bool { self == .move || self == .delete }
    }

    /// A change by code.
    struct Update: Sendable {
        let name: String
        let body: @Sendable (MigrationStep.Values, inout MigrationStep.Values) throws -> Void
    }

    let action: Action
    /// The path of the old value, or `nil` for a step that only sets a default or is an update.
    let old: PropertyListPath?
    /// The path of the new value in the migration's target, or `nil` for a step that only removes a value or is an
    /// update.
    let new: PropertyListPath?
    /// The domain of the old value, or `nil` for the migration's own source.
    var source: Domain?
    /// The expected type of the new value, or `nil` for any type.
    private(set) var type: PropertyListType?
    private(set) var conversion: Conversion?
    /// The new value if neither an old nor a new value exists.
    private(set) var defaultValue: PropertyListValue?
    /// The treatment of a conflict, or `nil` for that of the migration.
    private(set) var policy: MigrationStep.ConflictPolicy?
    /// The change by code, or `nil` for a step that names its values.
    let update: Update?

    private init(
        _ action: Action, _ old: PropertyListPath? = nil, to new: PropertyListPath? = nil,
        as type: PropertyListType? = nil, update: Update? = nil
    ) {
        (self.action, self.old, self.new, self.type, self.update) = (action, old, new, type, update)
    }

    private init<Value>(_ action: Action, _ old: PreferenceKey<Value>, to new: PreferenceKey<Value>) {
        self.init(action, .key(old.name), to: .key(new.name), as: PropertyListType(storing: Value.self))
        if type == .real { conversion = .exactReal }
    }

    /// Moves a value from one path to another.
    public static func move(_ old: PropertyListPath, to new: PropertyListPath) -> MigrationStep {
        MigrationStep(.move, old, to: new)
    }

    /// Moves a value from one key to another key of the same type. For another type, give two paths, and the type with
    /// ``expecting(_:)``.
    public static func move<Value>(_ old: PreferenceKey<Value>, to new: PreferenceKey<Value>) -> MigrationStep {
        MigrationStep(.move, old, to: new)
    }

    /// Copies a value from one path to another.
    public static func copy(_ old: PropertyListPath, to new: PropertyListPath) -> MigrationStep {
        MigrationStep(.copy, old, to: new)
    }

    /// Copies a value from one key to another key of the same type.
    public static func copy<Value>(_ old: PreferenceKey<Value>, to new: PreferenceKey<Value>) -> MigrationStep {
        MigrationStep(.copy, old, to: new)
    }

    /// Removes the value at a path.
    public static func delete(_ old: PropertyListPath) -> MigrationStep {
        MigrationStep(.delete, old)
    }

    /// Removes the value of a key.
    public static func delete<Value>(_ old: PreferenceKey<Value>) -> MigrationStep {
        .delete(.key(old.name))
    }

    /// Sets a value in the target if the path has none, and nothing is in the way of it.
    public static func setDefault(_ value: PropertyListValue, at new: PropertyListPath) -> MigrationStep {
        MigrationStep(.setDefault, to: new).defaulting(to: value)
    }

    /// Sets a value in the target if the key has none. The value must have the type of the key.
    public static func setDefault<Value>(_ value: PropertyListValue, at new: PreferenceKey<Value>) -> MigrationStep {
        .setDefault(value, at: .key(new.name)).with { $0.type = PropertyListType(storing: Value.self) }
    }

    /// Changes the values of the target by code.
    ///
    /// ```swift
    /// MigrationStep.update(named: "pixels to points") { old, new in
    ///     new[.textSize] = old[.textSize] * 3 / 4
    ///     if old["Zoom"] == 2 { new[PropertyListPath(["Window", "IsZoomed"])] = true }
    ///     new["Zoom"] = nil
    /// }
    /// ```
    ///
    /// All updates of a migration run after its other steps, in their order. The body can read and change every value
    /// of the target, except the records of migrations. The policy for conflicts does not apply to it. It cannot change
    /// the source, so add a step that deletes old values of another domain.
    ///
    /// Values that differ after the body are recorded with the values that they replaced: keys of dictionaries one by
    /// one, arrays as a whole. A rollback restores them, and refuses if one has changed since. If the body changes
    /// nothing, the step does nothing.
    ///
    /// The changes and all other steps are one atomic change of the target. If the body throws an error, the migration
    /// throws `PreferenceValueError.Code.updateFailed` and changes nothing. The same applies if the body reads a value
    /// by a key of another type, or sets a value that its key does not allow; see ``MigrationStep/Values``.
    ///
    /// Values in a keyring cannot be updated, because the record would contain the replaced values.
    ///
    /// - Parameters:
    ///   - name: The name of the update, which is part of messages and of a derived migration identifier. It is unique
    ///     in the migration. Choose another name if you change the body.
    ///   - body: A closure that changes the values. It gets the values of the source before the migration, and those of
    ///     the target as the other steps and earlier updates left them. It may be called more than once, also for
    ///     previews and while the domains are locked, so it must have no other effects, and its result must depend on
    ///     the values alone.
    public static func update(
        named name: String,
        _ body: @escaping @Sendable (_ old: MigrationStep.Values, _ new: inout MigrationStep.Values) throws -> Void
    ) -> MigrationStep {
        MigrationStep(.update, update: Update(name: name, body: body))
    }
}

/// Modifiers, which return the step with a change.
extension MigrationStep {
    /// Takes the old value from another domain than the migration's own source.
    public func from(_ source: Domain) -> MigrationStep { with { $0.source = source } }

    /// Stops the migration if the new value has another type. `nil` allows any type.
    public func expecting(_ type: PropertyListType?) -> MigrationStep { with { $0.type = type } }

    /// Converts the old value to the new one. `nil` leaves it as it is.
    public func converting(_ conversion: Conversion?) -> MigrationStep { with { $0.conversion = conversion } }

    /// Sets a value if neither an old nor a new value exists.
    public func defaulting(to value: PropertyListValue) -> MigrationStep { with { $0.defaultValue = value } }

    /// Replaces the migration's treatment of an old and a new value that both exist.
    public func onConflict(_ policy: MigrationStep.ConflictPolicy) -> MigrationStep { with { $0.policy = policy } }

    private func with(_ change: (inout MigrationStep) -> Void) -> MigrationStep {
        var step = self
        change(&step)
        return step
    }
}

extension MigrationStep {
    /// A hash of the step. It is the same on all hosts.
    var fingerprint: UInt64 {
        var hash = FNV1a()
        hash.add(action.rawValue)
        hash.add(source?.signature ?? "")
        for path in [old, new] {
            for component in path?.components ?? [] { hash.add(component) }
            hash.add(byte: 0xFE)
        }
        hash.add(type?.rawValue ?? "")
        hash.add(conversion?.name ?? "")
        if let update { hash.add(update.name) }
        if let policy { hash.add(policy.rawValue) }
        if let defaultValue { hash.add(defaultValue.description) }
        return hash.bits
    }

    /// Returns whether two steps are equal. Conversions are compared by name.
    func isSame(as other: MigrationStep) -> Bool {
        action == other.action && source == other.source && old == other.old && new == other.new && type == other.type
            && conversion?.name == other.conversion?.name && defaultValue == other.defaultValue
            && policy == other.policy && update?.name == other.update?.name
    }
}
