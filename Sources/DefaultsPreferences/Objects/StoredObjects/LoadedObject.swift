/// An object that was read from its location, or a new one if nothing is stored there.
struct LoadedObject<Value: Codable & Sendable>: Sendable {
    let location: ObjectLocation
    let store: any DomainStore
    let coder: ObjectCoder<Value>
    let value: Value
    let base: ObjectBase
    let claim: ObjectClaim

    /// Claims the location and reads the object.
    ///
    /// - Parameter origin: The source file and line that create the object, for errors.
    init(
        _ location: ObjectLocation, in store: any DomainStore, ignoring ignoredFields: [StoredField],
        checksIgnoredNames: Bool, origin: String, fresh: @escaping @Sendable () -> Value
    ) throws {
        guard location.key?.isEmpty != true else { throw PreferenceValueError.objectWithoutIdentifier }
        claim = try ObjectClaim(location, in: store, origin: "\(Value.self) at \(origin)")
        coder = ObjectCoder(
            identifier: location.identifier, ignoredFields: ignoredFields.map(\.path), makeNew: fresh)
        let new = fresh()
        // Encode a new object, so that a type that cannot be stored fails now and not at the first save.
        let encoded = try coder.encode(new)
        if checksIgnoredNames { try coder.checkIgnoredFields(in: new) }
        try coder.checkDefaultsOfIgnoredFields(in: new)
        (self.location, self.store) = (location, store)
        let stored = try location.value(in: store.contents(of: location.domain))
        value = try stored.map { [coder] in try coder.decode($0) } ?? new
        base = ObjectBase(stored: stored, encoded: stored == nil ? encoded : try coder.encode(value))
    }
}
