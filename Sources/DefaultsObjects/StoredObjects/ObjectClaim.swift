import DefaultsCore
import Synchronization

/// The right of one live object to a place: taken when it is made, and given back when it goes.
final class ObjectClaim: Sendable {
    private struct Place: Hashable {
        let domain: DomainIdentity
        let key: [UInt8]
    }

    /// The places that are taken, each with the origin of its object.
    private static let holders = Mutex<[Place: String]>([:])

    private let place: Place

    init(_ place: ObjectPlace, in store: any DomainStore, origin: String) throws {
        let claimed = Place(domain: try store.identity(of: place.domain), key: Array((place.key ?? "").utf8))
        let holder: String? = Self.holders.withLock { holders in
            if let holder = holders[claimed] { return holder }
            holders[claimed] = origin
            return nil
        }
        if let holder {
            throw StoredObjectError.alreadyLive(identifier: place.identifier, first: holder, second: origin)
        }
        self.place = claimed
    }

    deinit {
        _ = Self.holders.withLock { $0.removeValue(forKey: place) }
    }
}
