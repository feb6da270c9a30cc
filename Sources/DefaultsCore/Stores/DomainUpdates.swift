import Synchronization

/// A count of the updates of one domain by this process, through any store and under any name of the domain.
///
/// `Preferences` compare the count at each lookup, so they see the changes of their own process.
package final class DomainUpdates: Sendable {
    private struct Entry {
        weak var updates: DomainUpdates?
    }

    /// The objects in use, by domain.
    private static let all = Mutex<[StoreIdentity: Entry]>([:])
    /// The number of objects. While it is zero, updates are not counted.
    private static let users = Atomic<Int>(0)

    private let identity: StoreIdentity
    private let number = Atomic<UInt64>(0)

    private init(_ identity: StoreIdentity) {
        self.identity = identity
        Self.users.add(1, ordering: .acquiringAndReleasing)
    }

    deinit {
        Self.users.subtract(1, ordering: .acquiringAndReleasing)
        // Another thread may have registered a new object. If `present` is its last reference, it is released outside
        // the lock.
        let present = Self.all.withLock { all in
            let present = all[identity]?.updates
            if present == nil { all[identity] = nil }
            return present
        }
        withExtendedLifetime(present) {}
    }

    /// Returns the object for a domain. Updates are counted from now on, while the object is referenced.
    package static func of(_ identity: StoreIdentity) -> DomainUpdates {
        all.withLock { all in
            if let present = all[identity]?.updates { return present }
            let new = DomainUpdates(identity)
            all[identity] = Entry(updates: new)
            return new
        }
    }

    /// Records an update, including one that has not changed anything. The caller still holds the locks of the domains.
    ///
    /// - Parameter identities: Returns the identities of the domains, each once. Not called if no updates are counted.
    static func note(_ identities: () -> [StoreIdentity]) {
        if users.load(ordering: .acquiring) == 0 { return }
        for identity in identities() {
            let updates = all.withLock { $0[identity]?.updates }
            updates?.number.add(1, ordering: .acquiringAndReleasing)
        }
    }

    /// The number of updates since the object was created.
    package var count: UInt64 { number.load(ordering: .acquiring) }
}
