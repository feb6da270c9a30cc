package import DefaultsCore
import Synchronization

/// A task that iterates a sequence of changes and records its elements.
package final class Observer<State: Sendable>: Sendable {
    private struct Record {
        var states: [State] = []
        var waiters: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let record = Mutex(Record())
    private let task = Mutex<Task<Void, Never>?>(nil)

    package init(_ changes: DomainChanges<State>) {
        let running = Task {
            for await state in changes { add(state) }
        }
        task.withLock { $0 = running }
    }

    /// The states so far.
    package var states: [State] { record.withLock { $0.states } }

    /// Waits until there are so many states, and returns the last of them.
    @discardableResult
    package func state(_ number: Int) async -> State? {
        await withCheckedContinuation { continuation in
            let isThere = record.withLock { record in
                if record.states.count >= number { return true }
                record.waiters.append((number, continuation))
                return false
            }
            if isThere { continuation.resume() }
        }
        return record.withLock { $0.states[number - 1] }
    }

    /// Waits for the first state that fulfils a condition, after so many states.
    @discardableResult
    package func state(after count: Int = 0, where condition: (State) -> Bool) async -> State? {
        var number = count + 1
        while true {
            guard let state = await state(number) else { return nil }
            if condition(state) { return state }
            number += 1
        }
    }

    /// Ends the observation.
    package func cancel() async {
        let task = task.withLock { $0 }
        task?.cancel()
        await task?.value
    }

    private func add(_ state: State) {
        let ready = record.withLock { record in
            record.states.append(state)
            let ready = record.waiters.filter { $0.count <= record.states.count }
            record.waiters.removeAll { $0.count <= record.states.count }
            return ready
        }
        for waiter in ready { waiter.continuation.resume() }
    }
}

extension Result<DomainSnapshot, PreferencesError> {
    /// What a domain with these contents delivers.
    package static func holds(_ contents: PropertyListDictionary) -> Self {
        .success(DomainSnapshot(contents: contents))
    }
}
