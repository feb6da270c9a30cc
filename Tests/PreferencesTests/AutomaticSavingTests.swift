import DefaultsCore
import Dispatch
import Foundation
import Synchronization
import Testing

/// When preferences are saved by themselves, by a clock that the test moves.
struct AutomaticSavingTests {
    let home: Home

    init() throws { home = try Home() }

    @Test("within half a second of the first change all changes are saved, once")
    func delay() throws {
        let clock = ManualTiming()
        let store = WatchedStore(home.store)
        let preferences = Preferences(
            domain: Home.domain, in: store, arguments: .none,
            saving: .automatic(by: AutomaticSaves(timing: clock.timing)))
        for size in 0..<1000 { preferences[.fontSize] = size }
        preferences.reset(.lastAccount)
        // One job for a thousand changes, and half of what is promised is left for the disk.
        #expect(clock.delays.count == 1 && clock.delays.allSatisfy { $0 <= .milliseconds(250) })
        #expect(try store.updates == 0 && home.disk() == nil)
        clock.runJobs()
        #expect(try store.updates == 1 && home.disk() == ["FontSize": 999] && !preferences.hasUnsavedChanges)
        preferences[.fontSize] = 3
        #expect(clock.delays.count == 2)
        clock.runJobs()
        #expect(try store.updates == 2 && home.disk() == ["FontSize": 3])
    }

    @Test("a change made while others are being saved is saved after them")
    func changeWhileSaving() throws {
        let clock = ManualTiming()
        let preferences = Preferences(
            domain: Home.domain, in: home.store, arguments: .none,
            saving: .automatic(by: AutomaticSaves(timing: clock.timing)))
        preferences[.fontSize] = 1
        try preferences.synchronize()
        preferences[.fontSize] = 2
        // The job of the first change saves the second too, before its own time.
        #expect(clock.delays.count == 1)
        clock.runJobs()
        #expect(try home.disk() == ["FontSize": 2])
    }

    @Test("the end of the process saves what is left, without waiting for its time")
    func end() throws {
        let clock = ManualTiming()
        let saves = AutomaticSaves(timing: clock.timing)
        let preferences = Preferences(
            domain: Home.domain, in: home.store, arguments: .none, saving: .automatic(by: saves))
        preferences[.fontSize] = 5
        saves.saveAll()
        #expect(try home.disk() == ["FontSize": 5])
        saves.saveAll()
        #expect(clock.waits == [.seconds(1)])
    }

    @Test("the end waits one second for all that cannot be saved together, and no longer")
    func boundedEnd() throws {
        let clock = ManualTiming(waits: false)
        let saves = AutomaticSaves(timing: clock.timing)
        let store = BlockedStore()
        defer { store.open() }
        for _ in 0..<3 {
            Preferences(domain: Home.domain, in: store, arguments: .none, saving: .automatic(by: saves))[.fontSize] = 5
        }
        saves.saveAll()
        #expect(clock.waits == [.seconds(1)])
    }

    @Test("explicit saving leaves the clock alone")
    func explicit() throws {
        let preferences = home.preferences()
        preferences[.fontSize] = 1
        #expect(try preferences.hasUnsavedChanges && home.disk() == nil)
    }
}

/// Time that passes when a test says so.
private final class ManualTiming: Sendable {
    private struct State {
        var delays: [Duration] = []
        var jobs: [@Sendable () -> Void] = []
        var waits: [Duration] = []
    }

    private let state = Mutex(State())
    private let waitsForGroups: Bool

    /// - Parameter waits: whether what is waited for is done, or time is up at once.
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

    /// For how long jobs were put off.
    var delays: [Duration] { state.withLock(\.delays) }
    /// For how long groups were waited for.
    var waits: [Duration] { state.withLock(\.waits) }

    /// Lets the time of all jobs come.
    func runJobs() {
        let jobs = state.withLock { state in
            defer { state.jobs = [] }
            return state.jobs
        }
        for job in jobs { job() }
    }
}

/// A store whose updates take as long as a test wants.
private final class BlockedStore: DomainStore {
    private let gate = DispatchSemaphore(value: 0)

    /// Lets one update after another go on.
    func open() {
        gate.signal()
    }

    func snapshot(of domain: Domain) throws(PreferencesError) -> DomainSnapshot {
        DomainSnapshot()
    }

    func update<Result>(_ domains: [Domain], _ body: (inout DomainTransaction) throws -> Result) throws -> Result {
        gate.wait()
        gate.signal()
        throw PreferencesError.nestedUpdate(path: "")
    }

    func domains(on host: Domain.Host) throws(PreferencesError) -> [Domain] {
        []
    }
}
