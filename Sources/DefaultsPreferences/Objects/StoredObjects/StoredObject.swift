import Synchronization

/// A whole object that is stored between launches: a `Codable` value under a key of a domain, or as a domain of its
/// own.
///
/// ```swift
/// struct Account: Codable { var name: String?; var theme = "light"; var session = "" }
///
/// let account = try StoredObject(in: domain, ignoring: ["session"]) { Account() }
/// account.name = "sam"                       // in memory
/// try account.save()                         // on disk, as values that `defaults read` shows
/// try account.update { $0.theme = "dark" }   // one locked, atomic read-modify-write
/// ```
///
/// - If nothing is stored, the object is a new one. Fields that are missing in the stored object, for example because a
///   newer version of the type has more fields, are taken from a new object.
/// - `save()` stores the object. It removes fields that are `nil` and keeps stored fields that the type does not
///   have, so that an older version of a program preserves the fields of a newer version.
/// - Changes by other programs are merged by field, recursively in nested dictionaries; other values are replaced as a
///   whole. If a field has changed in memory and in the store, the value in memory takes precedence. After `save()`,
///   the object has the merged fields. If another program has removed a field, and the field has not changed in memory,
///   it gets the value of a new object. Removing the whole object removes all its fields.
/// - Ignored fields are not stored. After loading they have the value of a new object. A name that is not a field is an
///   error. If an ignored field is in the elements of an array, or in a value that is `nil` in a new object, the field
///   must be optional. It is `nil` after loading, and after a merge with another program's change.
/// - A keyed archive or JSON of an older program is read. The next `save()` replaces it by values.
/// - Two live objects at the same location would overwrite each other. Creating the second one is an error.
///
/// The fields of a type are those that it encodes. Use a dictionary for types whose fields vary.
@dynamicMemberLookup
public final class StoredObject<Value: Codable & Sendable>: Sendable {
    /// The key of the object, or the name of its domain.
    public var identifier: String { location.identifier }

    let location: ObjectLocation
    let store: any DomainStore
    let coder: ObjectCoder<Value>
    let state: Mutex<ObjectState<Value>>
    private let claim: ObjectClaim

    /// Reads an object under a key of a domain, or an object that is a whole domain.
    ///
    /// ```swift
    /// let account = try StoredObject(named: "Account", in: domain, store: store, ignoring: ["address.zip"]) {
    ///     Account()
    /// }
    /// account.name = "ann"
    /// try account.save()
    /// ```
    ///
    /// In asynchronous functions, use the view of the store:
    ///
    /// ```swift
    /// let account = try await store.async { try StoredObject(in: domain, store: $0) { Account() } }
    /// account.theme = "dark"
    /// try await account.async { try $0.save() }
    /// ```
    ///
    /// - Parameters:
    ///   - name: The key, or `nil` for an object that is the whole domain, with its fields as keys. Defaults to
    ///     ``StoredObjectName/standard``.
    ///   - domain: The domain.
    ///   - store: The store of the domain. Defaults to the files that `UserDefaults` uses.
    ///   - ignoredFields: The fields that are not stored.
    ///   - checksIgnoredNames: Whether an ignored field that the type does not have is an error.
    ///   - fileID: The source file, for the error about a second object at the location.
    ///   - line: The line in the source file.
    ///   - fresh: A closure that makes a new object.
    /// - Throws: ``PreferenceValueError`` if the stored value cannot be decoded, a new object cannot be stored, or
    ///   another object is live at this location, or ``/DefaultsCore/PreferencesError`` if the domain cannot be read.
    ///   Stored values are unchanged.
    public init(
        named name: StoredObjectName? = .standard, in domain: Domain, store: any DomainStore = FileDomainStore(),
        ignoring ignoredFields: [StoredField] = [], checksIgnoredNames: Bool = true, fileID: StaticString = #fileID,
        line: UInt = #line, fresh: @escaping @Sendable () -> Value
    ) throws {
        location = ObjectLocation(domain: domain, key: name?.rawValue)
        self.store = store
        guard location.key?.isEmpty != true else { throw PreferenceValueError.objectWithoutIdentifier }
        claim = try ObjectClaim(location, in: store, origin: "\(Value.self) at \(fileID):\(line)")
        coder = ObjectCoder(
            identifier: location.identifier, ignoredFields: ignoredFields.map(\.path), makeNew: fresh)
        let new = fresh()
        // Encode a new object, so that a type that cannot be stored fails now and not at the first save.
        _ = try coder.encode(new)
        if checksIgnoredNames { try coder.checkIgnoredFields(in: new) }
        try coder.checkDefaultsOfIgnoredFields(in: new)
        state = Mutex(try ObjectState(stored: location.value(in: store.contents(of: domain)), coder))
    }

    /// A view whose body can wait for a lock or a disk without blocking a thread of the cooperative pool.
    ///
    /// ```swift
    /// try await account.async { try $0.update { $0.theme = "dark" } }  // other tasks run meanwhile
    /// ```
    public var async: Asynchronous<StoredObject> { Asynchronous(self) }

    /// The object in memory.
    public var value: Value {
        get { state.withLock { $0.value } }
        set { state.withLock { $0.value = newValue } }
    }

    /// A field of the object in memory.
    public subscript<Field: Sendable>(dynamicMember path: WritableKeyPath<Value, Field>) -> Field {
        get { state.withLock { $0.value[keyPath: path] } }
        set { state.withLock { $0.value[keyPath: path] = newValue } }
    }

    /// Changes the object in memory atomically.
    ///
    /// ```swift
    /// account.modify { account in
    ///     account.name = "sam"
    ///     account.theme = "dark"  // no other thread sees one without the other
    /// }
    /// ```
    ///
    /// - Parameter body: A closure that changes the object. If it throws, its changes up to then are not undone.
    /// - Returns: The result of the body.
    public func modify<Result: Sendable>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        try state.withLock { try body(&$0.value) }
    }

    /// Stores the object durably, merged with the changes of other programs.
    ///
    /// This function waits for the lock of the domain and for the disk. In asynchronous functions, use ``async``.
    ///
    /// - Throws: ``PreferenceValueError`` if a part of the object cannot be stored or the merged
    ///   object cannot be decoded, or ``/DefaultsCore/PreferencesError``. The first error has the path of that part.
    ///   Stored values are unchanged.
    public func save() throws {
        try store(isUpdate: false) { _ in }
    }

    /// Reads, changes and stores the object in one atomic and durable step.
    ///
    /// No other program that uses this library changes the object in between. Unsaved changes in memory are stored,
    /// too. This function waits for the lock of the domain and for the disk. In asynchronous functions, use ``async``.
    ///
    /// - Parameter body: A closure that changes the object. It may be called more than once, so it should have no other
    ///   effects.
    /// - Returns: The result of the body.
    /// - Throws: The errors of `save()`, or the error of the body. Stored values are unchanged, and the changes that
    ///   the body made are discarded.
    @discardableResult
    public func update<Result>(_ body: (inout Value) throws -> Result) throws -> Result {
        try store(isUpdate: true, body)
    }

    /// Replaces the object in memory by the stored one, or by a new one if nothing is stored.
    ///
    /// ```swift
    /// account.name = "sam"
    /// try account.reload()  // the name is the stored one again
    /// ```
    ///
    /// - Throws: ``PreferenceValueError`` if the stored value cannot be decoded, or
    ///   ``/DefaultsCore/PreferencesError``. The object is unchanged.
    public func reload() throws {
        let loaded = try ObjectState(stored: location.value(in: store.contents(of: location.domain)), coder)
        state.withLock { $0.replace(by: loaded.value, base: loaded.base) }
    }

    /// Removes the stored object durably and replaces the object in memory by a new one. Other keys are not changed.
    ///
    /// ```swift
    /// try account.reset()      // when the user signs out
    /// let name = account.name  // nil, as in a new object
    /// ```
    ///
    /// - Throws: ``PreferenceValueError`` if a new object cannot be encoded, or
    ///   ``/DefaultsCore/PreferencesError``. The stored object and the object in memory are unchanged.
    public func reset() throws {
        let new = coder.makeNew()
        let fields = try coder.fieldNames(of: new) + coder.fieldNames(of: value)
        let encoded = try coder.encode(new)
        let stored = try store.update([location.domain]) { transaction in
            location.remove(fields: fields, from: &transaction[location.domain])
            return location.value(in: transaction[location.domain])
        }
        let base = ObjectBase(stored: stored, encoded: encoded)
        state.withLock { $0.replace(by: new, base: base) }
    }
}

extension StoredObject {
    /// Stores the object that a body changes.
    ///
    /// - Parameter isUpdate: Whether the object in memory is replaced when the changed object is stored.
    private func store<Result>(isUpdate: Bool, _ body: (inout Value) throws -> Result) throws -> Result {
        var number: Int?
        do {
            let result = try store.update([location.domain]) { transaction in
                let stored = location.value(in: transaction[location.domain])
                let old = try state.withLock { state in
                    try state.follow(stored, with: coder)
                    return state
                }
                var new = old.value
                let result = try body(&new)
                // The object is encoded under the lock of the store, so that a later save never stores an older object.
                var saved = try coder.saved(new, over: old.base)
                try location.set(saved.stored, in: &transaction[location.domain])
                saved.stored = location.value(in: transaction[location.domain])
                let update = isUpdate ? ObjectUpdate(old: old.value, revision: old.revision, new: new) : nil
                number = state.withLock { $0.beginSaving(saved, update) }
                return result
            }
            if let number { state.withLock { $0.endSaving(number, with: coder) } }
            return result
        } catch {
            if let number { state.withLock { $0.cancelSaving(number) } }
            throw error
        }
    }
}
