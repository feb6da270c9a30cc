/// An object in memory and the stored object that it comes from.
struct ObjectState<Value: Codable & Sendable> {
    /// The object in memory.
    var value: Value {
        didSet { revision &+= 1 }
    }
    /// The number of changes of the object in memory.
    private(set) var revision = 0
    private(set) var base: ObjectBase
    /// The number of changes of the base, and of attempts to change it.
    private(set) var baseRevision = 0
    /// A save that has not returned yet. Its result is unknown.
    private var attempt: (base: ObjectBase, update: ObjectUpdate<Value>?)?

    var isSaving: Bool { attempt != nil }

    /// Decodes a stored object, or creates a new object if there is none.
    init(stored: PropertyListValue?, _ coder: ObjectCoder<Value>) throws {
        value = try stored.map { try coder.decode($0) } ?? coder.makeNew()
        base = ObjectBase(stored: stored, encoded: try coder.encode(value))
    }

    /// Replaces the object by a stored or new one.
    mutating func replace(by value: Value, base: ObjectBase) {
        (self.value, self.base) = (value, base)
        baseRevision += 1
        attempt = nil
    }

    /// Merges the stored object into the one in memory. Call it in an update of the store, or while no save is running.
    mutating func follow(_ stored: PropertyListValue?, with coder: ObjectCoder<Value>) throws {
        if let attempt, attempt.base.stored == stored { return endSaving(baseRevision, with: coder) }
        if base.stored == stored { return }
        // An attempt that differs from the stored object has failed, or it has succeeded and another program has
        // changed the object since. The merge allows for both.
        let uncertain = attempt.flatMap { $0.update == nil ? $0.base : nil }
        let (object, newBase) = try coder.merge(stored, into: value, from: uncertain.map(base.combined) ?? base)
        replace(by: object, base: newBase)
    }

    /// Begins to save an object.
    ///
    /// - Returns: The number of the save.
    mutating func beginSaving(_ base: ObjectBase, _ update: ObjectUpdate<Value>?) -> Int {
        baseRevision += 1
        attempt = (base, update)
        return baseRevision
    }

    /// Ends a save that has succeeded. Has no effect if the base has changed since the save began.
    mutating func endSaving(_ number: Int, with coder: ObjectCoder<Value>) {
        guard number == baseRevision, let attempt else { return }
        replace(by: attempt.update?.result(for: value, revision: revision, with: coder) ?? value, base: attempt.base)
    }

    /// Ends a save that has failed.
    mutating func cancelSaving(_ number: Int) {
        if number == baseRevision { attempt = nil }
    }
}

/// A change of an object in memory that takes effect when it is stored.
struct ObjectUpdate<Value: Codable & Sendable> {
    let old: Value
    /// The revision of the object in memory that the change is based on.
    let revision: Int
    let new: Value

    /// Returns the changed object. Changes made meanwhile to the object in memory are merged.
    func result(for current: Value, revision: Int, with coder: ObjectCoder<Value>) -> Value {
        if revision == self.revision { return new }
        let merged = try? coder.merge(
            coder.encode(new), into: current, from: ObjectBase(stored: coder.encode(old), encoded: coder.encode(old)))
        return merged?.object ?? new
    }
}
