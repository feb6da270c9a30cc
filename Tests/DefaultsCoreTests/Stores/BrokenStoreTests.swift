import Foundation
import Synchronization
import TestSupport
import Testing

@testable import DefaultsCore
@testable import DefaultsTesting

/// The checks of observation and of tasks find stores that are wrong.
struct BrokenStoreTests {
    @Test("each check of observation fails for a store that breaks its requirement")
    func observation() async {
        // The checks wait at the same time, some of them until the time limit.
        let passed = await withTaskGroup(of: [BrokenStore.Defect].self) { group in
            for defect in BrokenStore.Defect.all {
                group.addTask { await self.passes(defect) ? [defect] : [] }
            }
            return await group.reduce([], +)
        }
        #expect(passed.isEmpty)
    }

    /// Returns whether a store passes the check of the requirement that it breaks.
    private func passes(_ defect: BrokenStore.Defect) async -> Bool {
        let store = BrokenStore(defect)
        let other = defect == .deafToOthers ? BrokenStore(sharing: store) : nil
        for check in ConformanceCheck.observation where check.description == defect.check {
            do {
                try await check.run(store, other: other, timeLimit: .seconds(1))
            } catch {
                return false
            }
        }
        return true
    }

    @Test("every check of observation is one that a broken store fails")
    func everyCheck() {
        let checks = ConformanceCheck.observation.map(\.description)
        #expect(Set(checks) == Set(BrokenStore.Defect.all.map(\.check)))
    }

    @Test("each check of tasks fails for a store that breaks its requirement")
    func tasks() async {
        for check in ConformanceCheck.tasks {
            await #expect(throws: (any Error).self, "\(check)") { try await check.run(LyingStore()) }
        }
    }
}

/// A store in memory with one defect in its reports.
final class BrokenStore: DomainStore {
    enum Defect: CaseIterable {
        case silent, knowsNoAll, deafToOthers, early, onCallersThread, stale, endsOthers, neverEnds, unobservable

        static var all: [Defect] { allCases }

        /// The check that must fail.
        var check: String {
            switch self {
            case .silent: "an observer of a domain learns of each change of it"
            case .knowsNoAll: "an observer of all domains learns of a change of any"
            case .deafToOthers: "an observer learns of the changes of another instance"
            case .early: "when an observer is called, the change can be read"
            case .onCallersThread: "an observer is not called on a thread that is inside a call to the store"
            case .stale: "the states of a domain come in order, and the last one comes"
            case .endsOthers: "observers do not depend on each other"
            case .neverEnds: "a cancelled observer is not called"
            case .unobservable: "a sequence of changes ends with its task"
            }
        }
    }

    private let defect: Defect
    private let base: InMemoryDomainStore
    private let handlers = Mutex<[Int: @Sendable () -> Void]>([:])
    private let earlier = Mutex<DomainSnapshot?>(nil)

    init(_ defect: Defect) {
        (self.defect, base) = (defect, InMemoryDomainStore())
    }

    init(sharing other: BrokenStore) {
        (defect, base) = (other.defect, other.base)
    }

    func snapshot(of domain: Domain) throws(PreferencesError) -> DomainSnapshot {
        // Only the second last change can be read.
        if defect == .stale, let earlier = earlier.withLock({ $0 }) { return earlier }
        return try base.snapshot(of: domain)
    }

    func update<Result>(_ domains: [Domain], _ body: (inout DomainTransaction) throws -> Result) throws -> Result {
        if defect == .early { announce() }
        let snapshot = try domains.first.map { domain throws(PreferencesError) in try base.snapshot(of: domain) }
        earlier.withLock { $0 = snapshot }
        let result = try base.update(domains, body)
        if defect != .early, defect != .silent { announce() }
        return result
    }

    private func announce() {
        let handlers = handlers.withLock { Array($0.values) }
        let call: @Sendable () -> Void = { for handler in handlers { handler() } }
        if defect == .onCallersThread || defect == .early { call() } else { Thread.detachNewThread(call) }
    }

    func observe(
        _ domain: Domain?, onChange handler: @escaping @Sendable () -> Void
    ) throws(PreferencesError) -> DomainObservation? {
        if defect == .unobservable { throw PreferencesError(FileAccess.lock("nowhere").error(.nestedUpdate)) }
        if domain == nil, defect == .knowsNoAll { return DomainObservation {} }
        let number = handlers.withLock { handlers in
            let number = (handlers.keys.max() ?? 0) + 1
            handlers[number] = handler
            return number
        }
        return DomainObservation { [self] in
            handlers.withLock { handlers in
                switch defect {
                case .neverEnds: break
                case .endsOthers: handlers = [:]
                default: handlers[number] = nil
                }
            }
        }
    }

    func domains(on host: Domain.Host) throws(PreferencesError) -> [Domain] { try base.domains(on: host) }
}

/// A store that forgets every second change, changes its mind about secrets, and has one domain for all users.
private final class LyingStore: DomainStore {
    private let base = InMemoryDomainStore()
    private let count = Mutex(0)
    private let questions = Mutex(0)

    /// Not at first, when preferences ask, but later.
    var holdsSecrets: Bool {
        questions.withLock { questions in
            questions += 1
            return questions.isMultiple(of: 2) || questions == 1
        }
    }
    var hasAnyUserDomains: Bool { true }
    /// Another one each time.
    var identity: StoreIdentity? { StoreIdentity(UUID()) }

    func snapshot(of domain: Domain) throws(PreferencesError) -> DomainSnapshot {
        guard case .any = domain.user else { return try base.snapshot(of: domain) }
        return try base.snapshot(of: Domain("com.example.Editor"))
    }

    func update<Result>(_ domains: [Domain], _ body: (inout DomainTransaction) throws -> Result) throws -> Result {
        let count = count.withLock { count in
            count += 1
            return count
        }
        return try base.update(domains) { transaction in
            let old = transaction.contents
            let result = try body(&transaction)
            if count > 1 { for (domain, contents) in zip(domains, old) { transaction[domain] = contents } }
            return result
        }
    }

    func domains(on host: Domain.Host) throws(PreferencesError) -> [Domain] { try base.domains(on: host) }
}
