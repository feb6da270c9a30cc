import DefaultsTesting
import Dispatch
import Foundation
import Synchronization
import TestSupport
import Testing

/// Preferences of the same domain and store, which share one state.
struct SharedStateTests {
    let home = Home()

    @Test("two preferences of a domain and store agree at once, and save each other's changes")
    func agreement() throws {
        let (first, second) = (home.preferences(), home.preferences())
        first[.fontSize] = 20
        #expect(second[.fontSize] == 20)
        #expect(second.hasUnsavedChanges)
        try second.synchronize()
        #expect(!first.hasUnsavedChanges)
        #expect(try home.disk() == ["FontSize": 20])
    }

    @Test("changes that are not saved outlive the preferences, and are saved by others of the domain")
    func lifetime() throws {
        home.preferences()[.fontSize] = 21
        let later = home.preferences()
        #expect(later[.fontSize] == 21)
        try later.synchronize()
        #expect(try home.disk() == ["FontSize": 21])
    }

    @Test("an update that creates the folder of a domain is seen at once, also if a link leads there")
    func newFolder() throws {
        let (scratch, domain) = (Scratch(), try Domain(Home.domain))
        try FileManager.default.createSymbolicLink(atPath: scratch("link"), withDestinationPath: ".")
        let store = FileDomainStore(folders: DomainFolders(root: scratch("link/base")))
        let preferences = Preferences(domain: domain, store: store, arguments: .none, saving: .explicit)
        #expect(preferences[.fontSize] == PreferenceKey<Int>.fontSize.defaultValue)
        try store.apply(ChangeSet([.set("FontSize", 31)]), to: domain)
        #expect(preferences[.fontSize] == 31)
    }

    @Test("registered defaults, arguments and key mapping belong to the instance")
    func instances() throws {
        let first = home.preferences()
        try first.register(30, for: .fontSize)
        let mapped = home.preferences(keyMapping: .prefix("My."))
        #expect(first[.fontSize] == 30)
        #expect(mapped[.fontSize] == PreferenceKey<Int>.fontSize.defaultValue)
        mapped[.fontSize] = 31
        #expect(first[PreferenceKey<Int>("My.FontSize", default: 0)] == 31)
        #expect(first[.fontSize] == 30)
    }

    @Test("stores that differ in root, options or instance share nothing")
    func otherStores() throws {
        let first = home.preferences()
        first[.fontSize] = 22
        let other = FileDomainStore(folders: home.store.folders, lockTimeout: .seconds(3))
        #expect(Preferences(domain: Home.theDomain, store: other, arguments: .none)[.fontSize] != 22)
        let (one, two) = (Preferences.inMemory(), Preferences.inMemory())
        one[.fontSize] = 23
        #expect(two[.fontSize] != 23)
    }

    @Test("a root that is given by a link is the same store, as long as the link leads there")
    func linkedRoot() throws {
        let links = try TemporaryStore()
        let (root, otherRoot) = (home.folder, "\(links.folder)/other")
        let link = "\(links.folder)/link"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: root)
        func preferences(root: String) -> Preferences {
            let store = FileDomainStore(folders: DomainFolders(root: root))
            return Preferences(domain: Home.theDomain, store: store, arguments: .none, saving: .explicit)
        }
        let linked = preferences(root: link)
        linked[.fontSize] = 25
        #expect(preferences(root: root)[.fontSize] == 25)
        #expect(preferences(root: "\(link)/.")[.fontSize] == 25)
        // What the first preferences write goes elsewhere now.
        try FileManager.default.removeItem(atPath: link)
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: otherRoot)
        let direct = preferences(root: root)
        direct[.fontSize] = 26
        #expect(linked[.fontSize] == 25)
        try direct.synchronize()
        #expect(try home.disk() == ["FontSize": 26])
        #expect(linked.hasUnsavedChanges)
    }

    @Test("a domain of the search list that other preferences write is seen at once")
    func searchList() throws {
        let editor = home.preferences()
        #expect(editor[.fontSize] != 24)
        let global = Preferences(domain: .global, store: home.store, arguments: .none, saving: .explicit)
        global[.fontSize] = 24
        #expect(editor[.fontSize] == 24)
    }

    @Test("no increment is lost by modify, between tasks and instances")
    func modify() async throws {
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                let preferences = home.preferences()
                group.addTask {
                    for _ in 0..<1000 { try? preferences.modify(.count) { $0 += 1 } }
                }
            }
        }
        #expect(home.preferences()[.count] == 8000)
    }

    @Test(
        "modify begins with the domain's own value, and changes nothing if the body throws"
    )
    func modifyValues() throws {
        let preferences = Preferences(
            domain: Home.theDomain, store: home.store, arguments: Preferences.Arguments(["-Count", "1000"]),
            saving: .explicit
        )
        preferences[.count] = 1
        #expect(preferences[.count] == 1000)
        #expect(
            try preferences.modify(.count) { count in
                count += 1
                return "result"
            } == "result")
        #expect(home.preferences()[.count] == 2)
        #expect(throws: CancellationError.self) {
            try preferences.modify(.count) { count in
                count = 5
                throw CancellationError()
            }
        }
        #expect(home.preferences()[.count] == 2)
        // The body may use the preferences.
        try preferences.modify(.count) { count in
            if count < 10 { preferences[.count] = 10 }
            count += 1
        }
        #expect(home.preferences()[.count] == 11)
    }
}

/// Updates and what they see.
struct UpdateRulesTests {
    let home = Home()

    @Test("an update sees the domain's own value and defaults, not what takes precedence over them")
    func ownValues() throws {
        let preferences = Preferences(
            domain: Home.theDomain, store: home.store, arguments: Preferences.Arguments(["-Count", "1000"]),
            saving: .explicit
        )
        let host = try Domain(Home.domain, host: .current)
        try home.store.update([host]) { $0[host]["FontSize"] = 500 }
        try home.store.update([.global]) { $0[.global]["Global"] = 7 }
        try home.write(["Count": 20, "FontSize": 1])
        #expect(preferences[.fontSize] == 500)
        #expect(preferences[.count] == 1000)
        try preferences.update { editor in
            editor[.count] += 1
            editor[.fontSize] += 1
            editor[PreferenceKey<Int>("Global", default: 0)] += 1
        }
        #expect(try home.disk() == ["Count": 21, "FontSize": 2, "Global": 8])
    }

    @Test(
        "inside an update synchronize and update are refused, whether or not there is anything to save",
        arguments: [true, false])
    func nesting(isPending: Bool) throws {
        let (preferences, other) = (home.preferences(), home.preferences("com.example.Other"))
        try preferences.update { editor in
            editor[.fontSize] = 2
            if isPending { other[.fontSize] = 1 }
            for inner in [preferences, other] {
                #expect { try inner.synchronize() } throws: { $0.isNestedUpdate }
                #expect { try inner.update { _ in } } throws: { $0.isNestedUpdate }
            }
        }
        try other.synchronize()
        #expect(try home.disk() == ["FontSize": 2])
    }

    @Test("while the body of an update runs, other threads read and set values, and their updates wait for the lock")
    func otherThreads() throws {
        let store = FileDomainStore(folders: home.store.folders, lockTimeout: .milliseconds(50))
        func preferences(_ domain: Domain) -> Preferences {
            Preferences(domain: domain, store: store, arguments: .none, saving: .explicit)
        }
        let (preferences, other) = (preferences(Home.theDomain), preferences("com.example.Other"))
        try preferences.update { editor in
            editor[.fontSize] = 2
            let size = Mutex(0)
            let code = Mutex<PreferencesError.Code?>(nil)
            let isDone = DispatchSemaphore(value: 0)
            Thread.detachNewThread {
                preferences[.count] = 3
                size.withLock { $0 = preferences[.fontSize] + preferences[.count] }
                do { try other.update { $0[.count] += 1 } } catch {
                    code.withLock { $0 = (error as? PreferencesError)?.code }
                }
                isDone.signal()
            }
            isDone.wait()
            #expect(size.withLock { $0 } == PreferenceKey<Int>.fontSize.defaultValue + 3)
            #expect(code.withLock { $0 } == .lockTimedOut)
        }
        #expect(try home.disk() == ["FontSize": 2])
        #expect(preferences[.count] == 3)
    }

    @Test("the bodies of async for the preferences of one domain run one at a time")
    func bodies() async {
        let all = [home.preferences(), home.preferences()]
        let (begun, ended, overlaps) = (Counter(), Counter(), Counter())
        await withTaskGroup(of: Void.self) { group in
            for index in 0..<64 {
                group.addTask {
                    await all[index % 2].async { _ in
                        if begun.next() > ended.value + 1 { overlaps.next() }
                        ended.next()
                    }
                }
            }
        }
        #expect(overlaps.value == 0)
    }

    /// If a waiting function occupied a thread of the pool, the tasks of the group would not run before the lock times
    /// out.
    @Test("asynchronous forms leave the cooperative pool free while the lock is held elsewhere")
    func pool() async throws {
        let store = FileDomainStore(folders: DomainFolders(root: home.folder), lockTimeout: .seconds(600))
        let preferences = Preferences(domain: Home.theDomain, store: store, arguments: .none, saving: .explicit)
        preferences[.fontSize] = 1
        try await preferences.async { try $0.synchronize() }
        let (locked, released) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        Thread.detachNewThread {
            try? store.update([Domain(Home.domain)]) { _ in
                locked.signal()
                released.wait()
            }
        }
        await Task.detached { locked.waitInTest() }.value
        let waiting = (0..<16).map { number in
            Task {
                if number % 2 == 0 {
                    preferences[.fontSize] = number + 2
                    try await preferences.async { try $0.synchronize() }
                } else {
                    try await preferences.async { try $0.update { $0[.count] += 1 } }
                }
            }
        }
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<32 { group.addTask { await Task.yield() } }
        }
        released.signal()
        for task in waiting { try await task.value }
        try await preferences.async { try $0.synchronize() }
        #expect(preferences[.count] == 8 + PreferenceKey<Int>.count.defaultValue)
    }
}

extension Error {
    fileprivate var isNestedUpdate: Bool {
        (self as? PreferencesError)?.code == .nestedUpdate
    }
}

extension DispatchSemaphore {
    fileprivate func waitInTest() { wait() }
}

extension PreferenceKey<Int> {
    fileprivate static let count = Self("Count", default: 0)
}
