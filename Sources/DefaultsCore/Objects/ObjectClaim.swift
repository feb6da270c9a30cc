import PropertyList
import Synchronization

/// The right of one live object to a place: taken when it is made, and given back when it goes.
final class ObjectClaim: Sendable {
    /// Who holds which place, by the store, the domain's file and the key.
    private static let holders = Mutex<[[ExactName]: String]>([:])

    private let place: [ExactName]

    init(_ place: ObjectPlace, in store: any DomainStore, origin: String) throws {
        let name = try Self.name(of: place, in: store)
        let holder: String? = Self.holders.withLock { holders in
            if let holder = holders[name] { return holder }
            holders[name] = origin
            return nil
        }
        if let holder {
            throw StoredObjectError.alreadyLive(identifier: place.identifier, first: holder, second: origin)
        }
        self.place = name
    }

    deinit {
        _ = Self.holders.withLock { $0.removeValue(forKey: place) }
    }

    private static func name(of place: ObjectPlace, in store: any DomainStore) throws -> [ExactName] {
        if let files = store as? FileDomainStore {
            // Two names for one file are one place.
            let file = try DomainFile(path: files.folders.location(of: place.domain)).resolved()
            return [file.folder, file.name, place.key ?? ""].map { ExactName($0) }
        }
        let identity = type(of: store) is AnyClass ? "\(ObjectIdentifier(store as AnyObject))" : "\(type(of: store))"
        return [identity, "\(place.domain) \(place.domain.user) \(place.domain.host)", place.key ?? ""].map {
            ExactName($0)
        }
    }
}
