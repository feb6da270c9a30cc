import Dispatch
import Foundation
import Synchronization
import TestStores
import TestSupport
import Testing

@testable import DefaultsPreferences

/// Tests of automatic saving with a simulated clock.
struct AutomaticSavingTests {
    let home = Home()

    private func preferences(in store: any DomainStore, by saves: AutomaticSaves) -> Preferences {
        Preferences(domain: Home.theDomain, store: store, arguments: .none, saving: .init(saves: saves))
    }

    @Test("within half a second of the first change all changes are saved, once")
    func delay() throws {
        let clock = ManualTiming()
        let store = HookedStore(home.store)
        let preferences = preferences(in: store, by: AutomaticSaves(timing: clock.timing))
        for size in 0..<1000 { preferences[.fontSize] = size }
        preferences.reset(.lastAccount)
        // There is one job for a thousand changes, and half of the time limit remains for the disk.
        #expect(clock.delays.count == 1)
        #expect(clock.delays.allSatisfy { $0 <= .milliseconds(250) })
        #expect(store.updates == 0)
        #expect(try home.disk() == nil)
        clock.runJobs()
        #expect(store.updates == 1)
        #expect(try home.disk() == ["FontSize": 999])
        #expect(!preferences.hasUnsavedChanges)
        preferences[.fontSize] = 3
        #expect(clock.delays.count == 2)
        clock.runJobs()
        #expect(store.updates == 2)
        #expect(try home.disk() == ["FontSize": 3])
    }

    @Test("a change during a save is saved after it")
    func changeWhileSaving() throws {
        let clock = ManualTiming()
        let preferences = preferences(in: home.store, by: AutomaticSaves(timing: clock.timing))
        preferences[.fontSize] = 1
        try preferences.synchronize()
        preferences[.fontSize] = 2
        // The job of the first change also saves the second one, before its own time.
        #expect(clock.delays.count == 1)
        clock.runJobs()
        #expect(try home.disk() == ["FontSize": 2])
    }

    @Test("changes while a save waits for the lock are part of it, and schedule no other save")
    func changeWhileWaiting() throws {
        let (clock, store) = (ManualTiming(), HookedStore(home.store))
        let preferences = preferences(in: store, by: AutomaticSaves(timing: clock.timing))
        preferences[.fontSize] = 1
        store.beforeUpdate = { _ in for size in 2...5 { preferences[.fontSize] = size } }
        clock.runJobs()
        #expect(clock.delays.count == 1)
        #expect(try home.disk() == ["FontSize": 5])
        #expect(!preferences.hasUnsavedChanges)
    }

    @Test("a change after a save has begun is saved by one further save")
    func changeAfterBeginning() throws {
        let (clock, store) = (ManualTiming(), HookedStore(home.store))
        let preferences = preferences(in: store, by: AutomaticSaves(timing: clock.timing))
        preferences[.fontSize] = 1
        store.afterUpdate = { for size in 2...5 { preferences[.fontSize] = size } }
        clock.runJobs()
        #expect(clock.delays == [AutomaticSaves.delay, AutomaticSaves.delay])
        #expect(try home.disk() == ["FontSize": 1])
        clock.runJobs()
        #expect(clock.delays.count == 2)
        #expect(try home.disk() == ["FontSize": 5])
        #expect(!preferences.hasUnsavedChanges)
    }

    @Test("the end of the process also saves to a root that a link no longer leads to")
    func endWithOtherLink() throws {
        let (clock, scratch) = (ManualTiming(), Scratch())
        let saves = AutomaticSaves(timing: clock.timing)
        func preferences(root: String) -> Preferences {
            self.preferences(in: FileDomainStore(folders: DomainFolders(root: root)), by: saves)
        }
        let link = scratch("link")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: home.folder)
        let linked = preferences(root: link)
        linked[.fontSize] = 25
        try FileManager.default.removeItem(atPath: link)
        try FileManager.default.createDirectory(atPath: scratch("other"), withIntermediateDirectories: false)
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: scratch("other"))
        let direct = preferences(root: home.folder)
        direct[.fontSize] = 26
        saves.saveAll()
        #expect(!linked.hasUnsavedChanges)
        #expect(!direct.hasUnsavedChanges)
        #expect(try home.disk() == ["FontSize": 26])
    }

    @Test("the end of the process saves pending changes at once")
    func end() throws {
        let clock = ManualTiming()
        let saves = AutomaticSaves(timing: clock.timing)
        let preferences = preferences(in: home.store, by: saves)
        preferences[.fontSize] = 5
        saves.saveAll()
        #expect(try home.disk() == ["FontSize": 5])
        saves.saveAll()
        #expect(clock.waits == [.seconds(1)])
    }

    @Test("the end of the process waits one second for all saves together")
    func boundedEnd() throws {
        let clock = ManualTiming(waits: false)
        let saves = AutomaticSaves(timing: clock.timing)
        let gate = DispatchSemaphore(value: 0)
        let store = HookedStore {
            $0.beforeUpdate = { _ in
                gate.wait()
                gate.signal()
                throw CancellationError()
            }
        }
        defer { gate.signal() }
        for _ in 0..<3 {
            preferences(in: store, by: saves)[.fontSize] = 5
        }
        saves.saveAll()
        #expect(clock.waits == [.seconds(1)])
    }

    @Test("a save that fails is repeated with growing delays until it succeeds, which clears the failure")
    func retries() throws {
        let clock = ManualTiming()
        let store = HookedStore(home.store, failing: ...9, with: CancellationError())
        let errors = Mutex(0)
        let saves = AutomaticSaves(timing: clock.timing)
        let preferences = Preferences(
            domain: Home.theDomain, store: store, arguments: .none,
            saving: .init(saves: saves) { _ in errors.withLock { $0 += 1 } })
        preferences[.fontSize] = 4
        for round in 1...9 {
            clock.runJobs()
            #expect(errors.withLock { $0 } == round)
            #expect(preferences.saveFailure != nil)
            #expect(preferences.hasUnsavedChanges)
            preferences[.fontSize] = 4 + round  // does not bring the next attempt forward
        }
        #expect(
            clock.delays.map { $0 / .milliseconds(1) } == [
                250, 500, 1000, 2000, 4000, 8000, 16000, 30000, 30000, 30000,
            ])
        clock.runJobs()
        #expect(try home.disk() == ["FontSize": 13])
        #expect(preferences.saveFailure == nil)
        #expect(!preferences.hasUnsavedChanges)
        preferences[.fontSize] = 20
        #expect(clock.delays.last == .milliseconds(250))
    }

    @Test("a handler of errors may save again")
    func savingHandler() throws {
        let clock = ManualTiming()
        let store = HookedStore(home.store, failing: ...1, with: CancellationError())
        let other = Preferences(domain: Home.theDomain, store: store, arguments: .none, saving: .explicit)
        let preferences = Preferences(
            domain: Home.theDomain, store: store, arguments: .none,
            saving: .init(saves: AutomaticSaves(timing: clock.timing)) { _ in try? other.synchronize() })
        preferences[.fontSize] = 4
        clock.runJobs()
        #expect(try home.disk() == ["FontSize": 4])
    }

    @Test("a synchronize that succeeds clears the failure, and leaves the retry nothing to do")
    func synchronizeClears() throws {
        let clock = ManualTiming()
        let store = HookedStore(home.store, failing: ...1, with: CancellationError())
        let preferences = preferences(in: store, by: AutomaticSaves(timing: clock.timing))
        preferences[.fontSize] = 4
        clock.runJobs()
        #expect(preferences.saveFailure != nil)
        try preferences.synchronize()
        #expect(preferences.saveFailure == nil)
        #expect(try home.disk() == ["FontSize": 4])
        clock.runJobs()
        #expect(clock.delays.count == 2)
    }

    @Test("a save of other values leaves the error of a refused assignment, and a value of its key ends it")
    func refusal() throws {
        let clock = ManualTiming()
        let volume = PreferenceKey<Int>("Volume", default: 0, in: 0...11)
        let balance = PreferenceKey<Int>("Balance", default: 0, in: 0...11)
        let preferences = preferences(in: home.store, by: AutomaticSaves(timing: clock.timing))
        preferences[volume] = 99
        preferences[.fontSize] = 4
        clock.runJobs()
        #expect(try home.disk() == ["FontSize": 4])
        #expect((preferences.saveFailure as? PreferenceValueError)?.path == "Volume")
        preferences[balance] = -1
        preferences[volume] = 3
        #expect((preferences.saveFailure as? PreferenceValueError)?.path == "Balance")
        preferences.reset(balance)
        clock.runJobs()
        #expect(preferences.saveFailure == nil)
        #expect(try home.disk() == ["FontSize": 4, "Volume": 3])
    }

    @Test("explicit saving does not use the clock")
    func explicit() throws {
        let preferences = home.preferences()
        preferences[.fontSize] = 1
        #expect(preferences.hasUnsavedChanges)
        #expect(try home.disk() == nil)
    }
}

/// A simulated clock.
private final class ManualTiming: Sendable {
    private struct State {
        var delays: [Duration] = []
        var jobs: [@Sendable () -> Void] = []
        var waits: [Duration] = []
    }

    private let state = Mutex(State())
    private let waitsForGroups: Bool

    /// - Parameter waits: Whether to wait for groups, or to time out at once.
    init(waits: Bool = true) {
        waitsForGroups = waits
    }

    var timing: AutomaticSaves.Timing {
        AutomaticSaves.Timing(
            call: { delay, job in
                self.state.withLock { state in
                    state.delays.append(delay)
                    state.jobs.append(job)
                }
            },
            wait: { group, patience in
                self.state.withLock { $0.waits.append(patience) }
                if self.waitsForGroups { group.wait() }
            })
    }

    /// The delays of jobs.
    var delays: [Duration] { state.withLock(\.delays) }
    /// The timeouts of groups.
    var waits: [Duration] { state.withLock(\.waits) }

    /// Runs all jobs.
    func runJobs() {
        let jobs = state.withLock { state in
            defer { state.jobs = [] }
            return state.jobs
        }
        for job in jobs { job() }
    }
}
