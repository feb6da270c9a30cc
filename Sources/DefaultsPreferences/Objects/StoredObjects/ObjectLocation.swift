import Synchronization

/// The location of a stored object: a key of a domain, or the whole domain.
struct ObjectLocation {
    let domain: Domain
    /// The key, or `nil` if the object is the domain.
    let key: String?

    var identifier: String { key ?? domain.description }

    func value(in contents: PropertyListDictionary) -> PropertyListValue? {
        if let key { return contents[key] }
        return contents.isEmpty ? nil : .dictionary(contents)
    }

    /// Replaces the stored object.
    ///
    /// - Throws: `PreferenceValueError.Code.unstorable` if the location is a domain and the value is not a dictionary.
    func set(_ value: PropertyListValue?, in contents: inout PropertyListDictionary) throws {
        if let key {
            contents[key] = value
        } else if case .dictionary(let fields)? = value {
            contents = fields
        } else {
            throw PreferenceValueError.objectWithoutFields
        }
    }

    /// Removes the stored object. In a domain, only the given fields are removed.
    func remove(fields: [String], from contents: inout PropertyListDictionary) {
        if let key {
            contents[key] = nil
        } else {
            contents.apply(fields.map { ($0, nil) })
        }
    }
}

/// The exclusive right of a live object to its location. Deallocating the claim ends the right.
final class ObjectClaim: Sendable {
    private struct ClaimedLocation: Hashable {
        let domain: StoreIdentity
        let key: [UInt8]
    }

    /// The origins of the live objects by location.
    private static let origins = Mutex<[ClaimedLocation: String]>([:])

    private let location: ClaimedLocation

    /// Claims a location.
    ///
    /// - Parameter origin: The type and source location of the object, for errors.
    /// - Throws: `PreferenceValueError.Code.alreadyLive` if another object has the location, or
    ///   ``/DefaultsCore/PreferencesError`` if the domain cannot be identified.
    init(_ location: ObjectLocation, in store: any DomainStore, origin: String) throws {
        let claimed = ClaimedLocation(
            domain: try store.identity(of: location.domain), key: Array((location.key ?? "").utf8))
        let first: String? = Self.origins.withLock { origins in
            if let first = origins[claimed] { return first }
            origins[claimed] = origin
            return nil
        }
        if let first {
            throw PreferenceValueError.alreadyLive(location.identifier, first, origin)
        }
        self.location = claimed
    }

    deinit {
        _ = Self.origins.withLock { $0.removeValue(forKey: location) }
    }
}
