import Foundation
import Glibc
import Synchronization
import TestExtent
import TestSupport
import Testing

@testable import DefaultsCore
@testable import DefaultsPreferences

/// The observation of files whose folders cannot be watched.
@Suite("Polling", .serialized)
struct PollingTests {
    private let scratch = Scratch()
    private let store: UnwatchableStore
    private let domain = Domain("com.example.Editor")

    init() {
        store = UnwatchableStore(FileDomainStore(folders: DomainFolders(root: scratch("a/base"))))
    }

    private static let file = "a/base/com.example.Editor.plist"

    private func xml(_ number: Int) -> String {
        "<plist version=\"1.0\"><dict><key>n</key><integer>\(number)</integer></dict></plist>"
    }

    private func write(_ number: Int) throws {
        try scratch.replace(Self.file, with: xml(number))
    }

    private func number(_ number: Int) -> Result<DomainSnapshot, PreferencesError> {
        .holds(["n": .integer(PropertyListInteger(Int64(number)))])
    }

    @Test(
        "If folders cannot be watched, changes are found by polling, and nothing is silent",
        arguments: [EMFILE, ENFILE, ENOSPC, ENOMEM, ENOSYS, EACCES, EPERM, ELOOP])
    func polling(code: Int32) async throws {
        store.failure.withLock { $0 = SystemError(code) }
        let observer = Observer(store.changes(of: domain))
        #expect(await observer.state(1) == .holds([:]))
        try write(1)
        #expect(await observer.state(2) == number(1))
        try store.update([domain]) { $0[domain]["n"] = 2 }
        #expect(await observer.state(3) == number(2))
        // In its place. If this thread is stopped for 100 ms meanwhile, the torn file is an error.
        try scratch.write(xml(3), to: Self.file)
        await observer.state(after: 3, where: { $0 == number(3) })
        let count = observer.states.count
        try FileManager.default.removeItem(atPath: scratch("a"))
        #expect(await observer.state(count + 1) == .holds([:]))
        await observer.cancel()
    }

    @Test("All domains are polled, also those in subfolders and behind links")
    func all() async throws {
        store.failure.withLock { $0 = SystemError(ENOSPC) }
        let observer = Observer(store.changes())
        #expect(await observer.state(1)?.domains == [:])
        try write(1)
        #expect(await observer.state { $0.domains == [domain: number(1)] } != nil)
        let inner = Domain("team/com.example.Other")
        try store.update([inner]) { $0[inner]["n"] = 2 }
        #expect(await observer.state { $0.domains == [domain: number(1), inner: number(2)] } != nil)
        try scratch.write("<plist><dict><key>n</key><integer>5</integer></dict></plist>", to: "elsewhere.txt")
        symlink("../../elsewhere.txt", scratch("a/base/linked.plist"))
        let linked = Domain("linked")
        #expect(await observer.state { $0.domains[linked] == number(5) } != nil)
        await observer.cancel()
    }

    @Test("Polling ends as soon as the folders can be watched, and begins again if they no longer can")
    func recovery() async throws {
        try write(1)
        store.failure.withLock { $0 = SystemError(EMFILE) }
        let (calls, continuation) = AsyncStream.makeStream(of: Void.self)
        let observation = try #require(store.observe(domain) { continuation.yield() })
        #expect(observation.pollingReason?.description.contains("Too many open files") == true)
        var iterator = calls.makeAsyncIterator()
        store.failure.withLock { $0 = nil }
        while observation.pollingReason != nil { await iterator.next() }
        #expect(FolderWatcher.watchCount(below: scratch.path) == 1)
        store.failure.withLock { $0 = SystemError(ENOSPC) }
        try write(2)
        try FileManager.default.removeItem(atPath: scratch("a/base"))
        while observation.pollingReason == nil { await iterator.next() }
        observation.cancel()
        #expect(FolderWatcher.watchCount(below: scratch.path) == 0)
    }

    @Test("Polling without a change reports nothing")
    func quiet() async throws {
        try write(1)
        store.failure.withLock { $0 = SystemError(ENOSPC) }
        let calls = Counter()
        let observation = try #require(store.observe(domain) { calls.next() })
        // Each poll tries to watch a folder again.
        let attempts = store.attempts.value
        try await waitUntil { store.attempts.value >= attempts + 20 }
        #expect(calls.value <= 1)
        observation.cancel()
    }

    @Test("Observers of preferences see polled changes")
    func preferences() async throws {
        store.failure.withLock { $0 = SystemError(ENOSYS) }
        let preferences = Preferences(domain: domain, store: store, arguments: .none, saving: .explicit)
        let observer = Observer(preferences.updates(of: PreferenceKey<Int>("n", default: 0)))
        #expect(await observer.state(1) == 0)
        for value in 1...3 {
            try write(value)
            #expect(await observer.state(value + 1) == value)
        }
        await observer.cancel()
    }

    /// The polls of a store whose folders cannot be watched are the clock of this test.
    @Test("Nothing is polled or read while nothing changes")
    func idle() async throws {
        let (watched, polled) = (store, UnwatchableStore(store.files))
        polled.failure.withLock { $0 = SystemError(EMFILE) }
        let preferences = Preferences(domain: domain, store: watched, arguments: .none, saving: .explicit)
        let observers = [watched, polled].map { Observer($0.changes(of: domain)) }
        let sizes = Observer(preferences.updates(of: PreferenceKey<Int>("n", default: 0)))
        for observer in observers { await observer.state(1) }
        await sizes.state(1)
        func work() -> [Int] { [watched.attempts.value, watched.reads.value] }
        // Another test in this process can make the kernel lose events, and then every observer reads once.
        var isQuiet = false
        for _ in 0..<20 where !isQuiet {
            let (before, polls) = (work(), polled.attempts.value)
            try await waitUntil { polled.attempts.value >= polls + 200 }
            isQuiet = work() == before
        }
        #expect(isQuiet)
        for observer in observers { await observer.cancel() }
        await sizes.cancel()
    }

    @Test("A handler that never reads learns of files in folders that are made later")
    func handlerAlone() async throws {
        let (calls, continuation) = AsyncStream.makeStream(of: Void.self)
        let observation = try #require(store.observe(domain) { continuation.yield() })
        #expect(observation.pollingReason == nil)
        var iterator = calls.makeAsyncIterator()
        for value in 1...5 {
            try FileManager.default.createDirectory(atPath: scratch("a/base"), withIntermediateDirectories: true)
            try write(value)
            while try store.snapshot(of: domain).contents["n"] != .integer(PropertyListInteger(Int64(value))) {
                await iterator.next()
            }
            try FileManager.default.removeItem(atPath: scratch("a"))
            while try !store.snapshot(of: domain).contents.isEmpty { await iterator.next() }
        }
        observation.cancel()
    }
}

/// The limits of the kernel, in a user namespace of a second process.
@Suite(.waiting, .serialized, .withoutSanitizer)
struct WatchLimitTests {
    let home = Home()

    @Test(
        "eight tasks see the last of many changes if the kernel's limits on watches are reached",
        .enabled(
            if: ProbeNamespace.limit("max_inotify_watches").isPossible,
            "the system refuses a user namespace with limits of its own"),
        arguments: ["max_inotify_instances", "max_inotify_watches"])
    func limits(name: String) throws {
        let count = Extent.count(10_000, short: 200)
        let probe = try home.start(["observe", Home.domain, "\(count)", "0"], in: .limit(name))
        #expect(probe.waitForOutput() == "ready\n")
        for value in 1...count {
            let text = "<plist version=\"1.0\"><dict><key>Count</key><integer>\(value)</integer></dict></plist>"
            try text.write(toFile: home.path("new"), atomically: false, encoding: .utf8)
            rename(home.path("new"), home.path(Home.domain))
        }
        let output = try probe.finish()
        #expect(output == "0 in order 0")
    }
}

/// A store of files whose folders cannot be watched while it has a failure.
private final class UnwatchableStore: DomainStore {
    let failure = Mutex<SystemError?>(nil)
    let attempts = Counter()
    let reads = Counter()
    let files: FileDomainStore

    init(_ files: FileDomainStore) {
        self.files = files
    }

    func observe(_ domain: Domain?, onChange handler: @escaping @Sendable () -> Void) -> DomainObservation? {
        let folder = PathWatch.Target.folder(
            files.folders.folder(user: .current, host: .any), isRecursive: true, excluded: [])
        let target = domain.map { PathWatch.Target.file(files.folders.path(of: $0)) } ?? folder
        let watch = PathWatch([target], pollingInterval: .milliseconds(5)) {
            [weak self] (interest, watch, round) throws(FileError) in
            self?.attempts.next()
            if let error = self?.failure.withLock({ $0 }) { throw FileAccess.list(interest.folder).error(error) }
            try FolderWatcher.watch(interest, by: watch, round: round)
        } handler: {
            handler()
        }
        return DomainObservation(of: watch)
    }

    func snapshot(of domain: Domain) throws(PreferencesError) -> DomainSnapshot {
        reads.next()
        return try files.snapshot(of: domain)
    }

    func update<Result>(_ domains: [Domain], _ body: (inout DomainTransaction) throws -> Result) throws -> Result {
        try files.update(domains, body)
    }

    func domains(on host: Domain.Host) throws(PreferencesError) -> [Domain] { try files.domains(on: host) }
}
