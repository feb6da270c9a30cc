import DefaultsPreferences
import Foundation
import TestSupport
import Testing

@testable import SafeUserDefaults

/// `didChangeNotification` after changes by this program and by others.
struct NotificationTests {
    let home = Home()
    let defaults: SafeUserDefaults

    init() throws {
        defaults = try home.safeDefaults()
    }

    /// Counts the notifications of an instance while the body runs.
    private func counting(
        _ instance: UserDefaults, _ body: (Counter) async throws -> Void
    ) async rethrows {
        let counter = Counter()
        let token = NotificationCenter.default.addObserver(
            forName: UserDefaults.didChangeNotification, object: instance, queue: nil
        ) { _ in counter.next() }
        defer { NotificationCenter.default.removeObserver(token) }
        try await body(counter)
    }

    @Test("a change is posted before the call returns, also just after another one")
    func own() async throws {
        await counting(defaults) { counter in
            for index in 1...50 {
                defaults.set(index, forKey: "a")
                #expect(counter.value >= index)
            }
            defaults.setPersistentDomain(["a": 1], forName: "Other")
            #expect(counter.value >= 51)
            defaults.removePersistentDomain(forName: "Other")
            #expect(counter.value >= 52)
        }
    }

    @Test("a change of a whole domain is posted once, as in Foundation, whether changes are followed or not")
    func domains() async throws {
        let foundation = try #require(UserDefaults(suiteName: home.folder + "/foundation"))
        await expectOnePost(by: foundation, own: "foundation", in: home.folder + "/")
        let unfollowed = try #require(
            SafeUserDefaults(domain: Home.theDomain, store: home.store, ChangeNotifications(followingAfter: .never)))
        for instance in [unfollowed, defaults] { instance.addSuite(named: "com.example.Suite") }
        await expectOnePost(by: unfollowed, own: Home.domain)
        #expect(defaults.object(forKey: "a") == nil)
        #expect(defaults.object(forKey: "b") == nil)
        try await counting(defaults) { counter in
            try home.store.apply(ChangeSet([.set("a", 7)]), to: Home.theDomain)
            // Changes are followed from the first one that is posted by the watch.
            try await waitUntil { counter.value > 0 }
        }
        await expectOnePost(by: defaults, own: Home.domain, tries: 20)
    }

    /// Expects that each change of the own domain, of a suite in the search list and of another domain is posted once
    /// before the call returns.
    ///
    /// - Parameters:
    ///   - folder: The folder of the files, for Foundation's class, whose other files are the user's.
    ///   - tries: How often a change is made until it is posted once. While changes are followed, more than one try can
    ///     be needed, since the watch may find the change in the file before the call is over.
    private func expectOnePost(by instance: UserDefaults, own: String, in folder: String = "", tries: Int = 1) async {
        await counting(instance) { counter in
            for name in [own, "com.example.Suite", "com.example.Other"].map({ folder + $0 }) {
                let changes: [@Sendable (UserDefaults) -> Void] =
                    [1, 1, 2].map { value in
                        { $0.setPersistentDomain(["a": value], forName: name) }
                    } + [{ $0.removePersistentDomain(forName: name) }]
                for (index, change) in changes.enumerated() {
                    var posts: [Int] = []
                    repeat {
                        let count = counter.value
                        change(instance)
                        posts.append(counter.value - count)
                    } while posts.last != 1 && posts.count < tries
                    #expect(posts.last == 1, "\(name) \(index): \(posts)")
                    #expect(posts.allSatisfy { $0 > 0 }, "\(name) \(index): \(posts)")
                }
            }
        }
    }

    @Test("up to a hundred changes are each posted at once, and none is posted later")
    func pace() {
        let (pace, counter) = (PostingPace(), Counter())
        for index in 1...PostingPace.limit {
            pace.note { counter.next() }
            #expect(counter.value == index)
            #expect(!pace.hasScheduledPost)
        }
    }

    @Test("one notification follows for all changes after the first hundred")
    func many() async throws {
        try await counting(defaults) { counter in
            for index in 0..<10_000 { defaults.set(index, forKey: "b") }
            try await waitUntil { counter.value > PostingPace.limit }
            #expect(counter.value < 10_000)
        }
    }

    @Test("a removal and a new persistent domain are posted, and reading and saving are not")
    func kinds() async throws {
        try await counting(defaults) { counter in
            for change in [
                { defaults.removeObject(forKey: "a") }, { defaults.setPersistentDomain(["a": 1], forName: "Other") },
                { defaults.removePersistentDomain(forName: "Other") },
            ] {
                let count = counter.value
                change()
                try await waitUntil { counter.value > count }
            }
        }
        let quiet = try home.safeDefaults("com.example.Quiet")
        await counting(quiet) { counter in
            _ = quiet.integer(forKey: "a")
            quiet.synchronize()
            quiet.register(defaults: [:])
            #expect(counter.value == 0)
        }
    }

    @Test("a change by another program is posted, and the new value is there")
    func others() async throws {
        #expect(defaults.object(forKey: "a") == nil)
        #expect(defaults.object(forKey: "b") == nil)
        try await counting(defaults) { counter in
            try home.store.apply(ChangeSet([.set("a", 7)]), to: Home.theDomain)
            try await waitUntil { counter.value > 0 }
            #expect(defaults.integer(forKey: "a") == 7)
            // Now that changes are followed, the program's own are still posted.
            let count = counter.value
            defaults.set(8, forKey: "a")
            try await waitUntil { counter.value > count }
        }
    }

    @Test("a change by another instance and by typed preferences is posted")
    func instances() async throws {
        #expect(defaults.object(forKey: "a") == nil)
        #expect(defaults.object(forKey: "b") == nil)
        let other = try home.safeDefaults()
        let key = PreferenceKey<Int>("a", default: 0)
        try await counting(defaults) { counter in
            // From a moment after the second access on.
            try await waitUntil {
                other.set(1, forKey: "a")
                return counter.value > 0
            }
            #expect(defaults.integer(forKey: "a") == 1)
        }
        let preferences = home.preferences()
        try await counting(defaults) { counter in
            preferences[key] = 2
            try await waitUntil { counter.value > 0 }
            #expect(defaults.integer(forKey: "a") == 2)
        }
    }

    @Test("a change of an added suite is posted")
    func suites() async throws {
        #expect(defaults.object(forKey: "a") == nil)
        #expect(defaults.object(forKey: "b") == nil)
        try await counting(defaults) { counter in
            try home.store.apply(ChangeSet([.set("b", 1)]), to: Home.theDomain)
            try await waitUntil { counter.value > 0 }
        }
        defaults.addSuite(named: "com.example.Suite")
        try await counting(defaults) { counter in
            try home.store.apply(ChangeSet([.set("a", 7)]), to: Domain("com.example.Suite"))
            try await waitUntil { counter.value > 0 }
            #expect(defaults.integer(forKey: "a") == 7)
        }
    }

    @Test("an instance that nobody uses ends")
    func released() async throws {
        weak var instance: SafeUserDefaults?
        let counter = Counter()
        try await use { used in
            instance = used
            try await counting(used) { counted in
                try home.store.apply(ChangeSet([.set("a", 7)]), to: Home.theDomain)
                try await waitUntil { counted.value > 0 }
                counter.next()
            }
        }
        #expect(counter.value == 1)
        try await waitUntil { instance == nil }
    }

    private func use(_ body: (SafeUserDefaults) async throws -> Void) async throws {
        let used = try home.safeDefaults()
        #expect(used.object(forKey: "a") == nil)
        #expect(used.object(forKey: "b") == nil)
        try await body(used)
    }
}
