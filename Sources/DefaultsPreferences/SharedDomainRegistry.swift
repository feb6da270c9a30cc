import Foundation
import Synchronization

/// The shared domains of this process that are alive.
enum SharedDomainRegistry {
    /// The identity under which a domain is registered.
    struct Registration: Hashable {
        fileprivate let store: StoreIdentity
        fileprivate let domain: Domain
    }

    private struct Entry {
        weak var state: SharedDomain?
    }

    /// The states of each domain. New preferences use the last state. Earlier states belong to stores whose symbolic
    /// links led to the same files before.
    private static let all = Mutex<[Registration: [Entry]]>([:])

    /// Returns the states of domains in a store. They read their domains again before the next lookup.
    static func states(of domains: [Domain], in store: any DomainStore) -> [SharedDomain] {
        let identity = store.identity
        // A store without an identity shares its states with no other store.
        let registered = identity ?? StoreIdentity(UUID())
        return domains.map { domain in
            let registration = Registration(store: registered, domain: domain)
            return state(registration, in: store, keepsItself: identity?.endsWithInstance == false)
        }
    }

    private static func state(
        _ registration: Registration, in store: any DomainStore, keepsItself: Bool
    ) -> SharedDomain {
        while true {
            let present = all.withLock { $0[registration]?.last?.state }
            // If a symbolic link to the folder of a store changes, the identity of the store changes too.
            if let present, present.store.identity == registration.store {
                present.invalidate()
                return present
            }
            let new = SharedDomain(
                registration.domain, in: store, keepsItself: keepsItself, registration: registration)
            let current = all.withLock { all in
                let current = all[registration]?.last?.state
                if current === present { all[registration, default: []].append(Entry(state: new)) }
                return current
            }
            // Otherwise another thread has added a state. The last reference to a state must not be released under the
            // lock.
            if withExtendedLifetime(current, { current === present }) { return new }
        }
    }

    /// Removes the entries of states that were released.
    static func removeEnded(_ registration: Registration) {
        let living = all.withLock { all in
            let living = all[registration, default: []].compactMap(\.state)
            all[registration] = living.isEmpty ? nil : living.map { Entry(state: $0) }
            return living
        }
        // The last references may be released here, without the lock, because the `deinit` of a state takes the lock.
        withExtendedLifetime(living) {}
    }

    /// The shared domains of all stores that this process has not released.
    static var living: [SharedDomain] {
        all.withLock { $0.values.joined().compactMap(\.state) }
    }
}
