import Foundation
import Synchronization

extension ConformanceCheck where Store == any DomainStore {
    /// The requirements of every ``/DefaultsCore/DomainStore`` that reports changes, in addition to ``domainStore``.
    ///
    /// ```swift
    /// @Test(arguments: ConformanceCheck.observation)
    /// func observes(check: ConformanceCheck<any DomainStore>) async throws {
    ///     try await check.run(MyStore())
    /// }
    /// ```
    public static var observation: [Self] {
        [
            Self(observing: "an observer of a domain learns of each change of it") { context in
                for value in 1...5 {
                    try await context.expectCall(domain) { try context.store.apply(set(value), to: domain) }
                }
                try await context.expectCall(domain) {
                    try context.store.apply(ChangeSet([.removeAll]), to: domain)
                }
            },
            Self(observing: "an observer of all domains learns of a change of any") { context in
                for domain in [domain, .global, try Domain("com.example.Editor", host: .current)] {
                    try await context.expectCall(nil) { try context.store.apply(set(1), to: domain) }
                }
            },
            Self(observing: "an observer learns of the changes of another instance") { context in
                for value in 1...5 {
                    try await context.expectCall(domain) { try context.other.apply(set(value), to: domain) }
                }
            },
            Self(observing: "when an observer is called, the change can be read") { context in
                let (store, domain) = (context.store, domain)
                let latest = Mutex<PropertyListValue?>(nil)
                let observation = try context.observe(domain) {
                    let value = try? store.contents(of: domain)["n"]
                    latest.withLock { $0 = value ?? $0 }
                }
                defer { observation.cancel() }
                for value in 1...20 {
                    try store.apply(set(value), to: domain)
                    try await context.wait("the last call came before change \(value)") {
                        latest.withLock { $0 } == .integer(PropertyListInteger(Int64(value)))
                    }
                }
            },
            Self(observing: "an observer is not called on a thread that is inside a call to the store") {
                context in
                let store = context.store
                let insiders = Mutex<Set<ObjectIdentifier>>([])
                let calls = Mutex((count: 0, areOutside: true))
                let observation = try context.observe(domain) {
                    let isInside = insiders.withLock { $0.contains(currentThread()) }
                    calls.withLock { $0 = ($0.count + 1, $0.areOutside && !isInside) }
                }
                defer { observation.cancel() }
                for value in 1...5 {
                    let thread = currentThread()
                    insiders.withLock { _ = $0.insert(thread) }
                    defer { insiders.withLock { _ = $0.remove(thread) } }
                    try store.apply(set(value), to: domain)
                }
                try await context.wait("it is not called") { calls.withLock { $0.count > 0 } }
                try expect(calls.withLock { $0.areOutside }, "it is called on the thread that changes the domain")
            },
            Self(observing: "the states of a domain come in order, and the last one comes") { context in
                let states = NumberLog()
                let changes = context.store.changes(of: domain)
                let task = Task {
                    for await state in changes { states.append(try state.get().contents["n"]) }
                }
                defer { task.cancel() }
                try await context.wait("the state at the start does not come") { states.count > 0 }
                for value in 1...100 {
                    try (value.isMultiple(of: 2) ? context.store : context.other).apply(set(value), to: domain)
                }
                try await context.wait("the last state does not come") { states.last == 100 }
                try expect(states.isIncreasing, "an older state comes after a newer one")
            },
            Self(observing: "observers do not depend on each other") { context in
                let calls = Mutex(0)
                let ended = try context.observe(domain) {}
                let observation = try context.observe(domain) { calls.withLock { $0 += 1 } }
                ended.cancel()
                ended.cancel()
                try context.store.apply(set(1), to: domain)
                try await context.wait("cancelling one observer ends another one") { calls.withLock { $0 } > 0 }
                observation.cancel()
            },
            Self(observing: "a cancelled observer is not called") { context in
                let calls = Mutex(0)
                let cancelled = try context.observe(domain) { calls.withLock { $0 += 1 } }
                cancelled.cancel()
                // Calls of another observer show that the reports of these changes have been made.
                for value in 1...5 {
                    try await context.expectCall(domain) { try context.store.apply(set(value), to: domain) }
                }
                // One call may have begun before the cancellation.
                try expect(calls.withLock { $0 } <= 1, "it is called")
            },
            Self(observing: "a sequence of changes ends with its task") { context in
                let states = NumberLog()
                let hasEnded = Mutex(false)
                let changes = context.store.changes(of: domain)
                let task = Task {
                    for await state in changes { states.append(try state.get().contents["n"]) }
                    hasEnded.withLock { $0 = true }
                }
                try await context.wait("the state at the start does not come") { states.count > 0 }
                task.cancel()
                try await context.wait("it does not end") { hasEnded.withLock { $0 } }
            },
        ]
    }

    private static func set(_ number: Int) -> ChangeSet {
        ChangeSet([.set("n", .integer(PropertyListInteger(Int64(number))))])
    }
}

extension CheckContext where Store == any DomainStore {
    /// Waits until a condition is met. Throws an error with the failure as its description after the time limit.
    func wait(_ failure: String, until isMet: () -> Bool) async throws {
        let end = ContinuousClock.now + timeLimit
        while !isMet() {
            try expect(ContinuousClock.now < end, failure)
            try await Task.sleep(for: .milliseconds(1))
        }
    }

    /// Begins an observation. Throws an error if the store does not report changes.
    func observe(_ domain: Domain?, onChange handler: @escaping @Sendable () -> Void) throws -> DomainObservation {
        guard let observation = try store.observe(domain, onChange: handler) else {
            throw ConformanceFailure(description: "it reports no changes")
        }
        return observation
    }

    /// Begins an observation, makes a change, and waits until the observer is called.
    ///
    /// - Throws: An error if the observer is not called in time.
    func expectCall(_ domain: Domain?, of change: () throws -> Void) async throws {
        let calls = Mutex(0)
        let observation = try observe(domain) { calls.withLock { $0 += 1 } }
        defer { observation.cancel() }
        try change()
        try await wait("it is not called") { calls.withLock { $0 } > 0 }
    }
}

/// The numbers that an observer has seen.
private final class NumberLog: Sendable {
    private let numbers = Mutex<[Int]>([])

    func append(_ value: PropertyListValue?) {
        guard case .integer(let number)? = value else { return append(0) }
        append(number.exactly(as: Int.self) ?? -1)
    }

    func append(_ number: Int) { numbers.withLock { $0.append(number) } }

    var count: Int { numbers.withLock { $0.count } }
    var last: Int? { numbers.withLock { $0.last } }
    var isIncreasing: Bool {
        numbers.withLock { numbers in zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 } }
    }
}

private func currentThread() -> ObjectIdentifier { ObjectIdentifier(Thread.current) }
