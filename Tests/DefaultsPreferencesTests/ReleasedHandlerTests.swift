import DefaultsTesting
import TestStores
import TestSupport
import Testing

/// Handlers may capture objects that use the preferences when they end, so no lock is held then.
struct ReleasedHandlerTests {
    /// Calls a closure when it ends.
    private final class AtEnd: Sendable {
        private let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) { self.body = body }

        deinit { body() }
    }

    private let key = PreferenceKey<Int>("a", default: 0)
    private let counter = Counter()

    /// Returns a function that does nothing. When it is released, the preferences are used.
    private func handler<Argument>(using preferences: Preferences) -> @Sendable (Argument) -> Void {
        let end = AtEnd { [counter, key] in
            preferences[key] += 1
            preferences.observe {}.cancel()
            counter.next()
        }
        return { _ in withExtendedLifetime(end) {} }
    }

    @Test("the handler of an observation is released without a lock")
    func observation() {
        let preferences = Preferences.inMemory()
        let observe = {
            let handler: @Sendable (Int) -> Void = handler(using: preferences)
            return preferences.observe { handler(0) }
        }
        observe().cancel()
        #expect(counter.value == 1)
        #expect(preferences[key] == 1)
    }

    @Test("the handler of an observation of a store in memory is released without a lock")
    func store() {
        let store = InMemoryDomainStore()
        let observe = { [counter] in
            let end = AtEnd {
                store.observe(nil) {}?.cancel()
                counter.next()
            }
            return store.observe(nil) { withExtendedLifetime(end) {} }
        }
        observe()?.cancel()
        #expect(counter.value == 1)
    }

    @Test("the error handler of preferences that have ended is released without a lock, after the save")
    func errors() throws {
        let store = try TemporaryStore()
        let domain = Domain("com.example.Handler")
        let preferences = Preferences(domain: domain, store: store, saving: .explicit)
        do {
            let ended = Preferences(
                domain:
                    domain, store: store, saving: .automatic(onError: handler(using: preferences)))
            ended[key] = 5
        }
        #expect(counter.value == 0)
        try preferences.synchronize()
        #expect(counter.value == 1)
        #expect(preferences[key] == 6)
    }

    @Test("an error handler is released after the save also if the domain was read during the save")
    func errorsAfterReading() throws {
        let temporary = try TemporaryStore()
        let store = HookedStore(FileDomainStore(folders: DomainFolders(root: temporary.folder)))
        let domain = Domain("com.example.Handler")
        let preferences = Preferences(domain: domain, store: store, saving: .explicit)
        do {
            let ended = Preferences(
                domain:
                    domain, store: store, saving: .automatic(onError: handler(using: preferences)))
            ended[key] = 5
        }
        // New preferences read the domain again.
        store.afterUpdate = { [key] in _ = Preferences(domain: domain, store: store)[key] }
        try preferences.synchronize()
        #expect(counter.value == 1)
        #expect(preferences[key] == 6)
    }
}
