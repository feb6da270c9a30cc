import DefaultsCore
import Synchronization

/// The shared domains of this process.
struct SharedDomainRegistry {
    /// The identity of a domain, and the number of the state that is registered for it.
    struct Registration {
        fileprivate let identity: Identity
        fileprivate let number: UInt64
    }

    fileprivate struct Identity: Hashable {
        let store: StoreIdentity
        let domain: Domain
    }

    private struct Entry {
        let number: UInt64
        weak var state: SharedDomain?
    }

    private var entries: [Identity: Entry] = [:]
    /// The states that have changes that are not saved, by their numbers.
    private var unsaved: [UInt64: SharedDomain] = [:]
    private var lastNumber: UInt64 = 0

    private static let all = Mutex(Self())

    /// Returns the states of domains in a store. They read their domains again before the next lookup.
    static func states(of domains: [Domain], in store: any DomainStore) -> [SharedDomain] {
        guard let identity = store.identity else {
            return domains.map { SharedDomain($0, in: store, registration: nil) }
        }
        return domains.map { state(Identity(store: identity, domain: $0), in: store) }
    }

    private static func state(_ identity: Identity, in store: any DomainStore) -> SharedDomain {
        while true {
            let (number, present) = all.withLock { ($0.entries[identity]?.number, $0.entries[identity]?.state) }
            // The links to the files of the other store may have changed since.
            if let present, present.store.identity == identity.store {
                present.invalidate()
                return present
            }
            if let new = all.withLock({ $0.addState(identity, in: store, replacing: number) }) { return new }
        }
    }

    /// Adds a state, unless another thread has added one since the given number was read.
    private mutating func addState(
        _ identity: Identity, in store: any DomainStore, replacing number: UInt64?
    ) -> SharedDomain? {
        guard entries[identity]?.number == number else { return nil }
        lastNumber += 1
        let registration = Registration(identity: identity, number: lastNumber)
        let state = SharedDomain(identity.domain, in: store, registration: registration)
        entries[identity] = Entry(number: lastNumber, state: state)
        return state
    }

    /// Removes the registration of a state that ends.
    static func remove(_ registration: Registration) {
        all.withLock { registry in
            // A later state with another number stays registered.
            guard registry.entries[registration.identity]?.number == registration.number else { return }
            registry.entries[registration.identity] = nil
        }
    }

    /// Keeps a state alive while it has changes that are not saved.
    ///
    /// A store that ends with an instance is left out: if nobody uses it any longer, nobody can save to it.
    static func updateLifetime(of state: SharedDomain, _ registration: Registration) {
        if registration.identity.store.endsWithInstance { return }
        let dropped = all.withLock { registry in
            defer { registry.unsaved[registration.number] = state.hasUnsavedChanges ? state : nil }
            return registry.unsaved[registration.number]
        }
        withExtendedLifetime(dropped) {}
    }
}
