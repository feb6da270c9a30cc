import Dispatch
import Synchronization

/// Delivers the states of domains to one consumer. A state is read only if the consumer waits for it and a change was
/// reported.
///
/// Files are read on a separate queue, so that no thread of the cooperative pool waits for a disk.
package final class ChangeFeed<State: Sendable>: Sendable {
    /// Starts the observation. The handler is called after each change.
    package typealias Observe =
        @Sendable (_ onChange: @escaping @Sendable () -> Void) throws(PreferencesError) -> DomainObservation

    /// Reads the observed domains. Returns `nil` if nothing has changed.
    ///
    /// Also returns `nil` if another program was writing a file during the read. The event of that write causes another
    /// read.
    package typealias Read = @Sendable (DomainObservation) -> State?

    fileprivate struct Progress {
        var observation: DomainObservation?
        /// Whether the state may have changed since the last reading began.
        var mayHaveChanged = true
        var isReading = false
        var isFinished = false
        var waiter: CheckedContinuation<State?, Never>?
    }

    private let observe: Observe
    /// Returns only states that differ from the one before.
    private let readChange: Read
    /// The state to deliver if the domains cannot be observed.
    private let failure: @Sendable (PreferencesError) -> State
    private let progress = Mutex(Progress())
    private let queue = DispatchQueue(label: "defaults.observation")

    /// Creates a feed that omits a state that is equal to the one before.
    package convenience init(
        observe: @escaping Observe, read: @escaping Read, failure: @escaping @Sendable (PreferencesError) -> State
    ) where State: Equatable {
        let last = Mutex<State?>(nil)
        let readChange: Read = { observation in
            guard let state = read(observation) else { return nil }
            return last.withLock { last in
                if state == last { return nil }
                last = state
                return state
            }
        }
        self.init(observe: observe, readChange: readChange, failure: failure)
    }

    /// Creates a feed.
    ///
    /// - Parameter readChange: Returns only states that differ from the one before.
    init(
        observe: @escaping Observe, readChange: @escaping Read,
        failure: @escaping @Sendable (PreferencesError) -> State
    ) {
        (self.observe, self.readChange, self.failure) = (observe, readChange, failure)
    }

    /// Waits for a state that differs from the one before.
    ///
    /// - Returns: The state; `nil` if the task is cancelled, or if the domains cannot be observed any longer.
    func next() async -> State? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { wait($0) }
        } onCancel: {
            finish()
        }
    }

    /// Ends the observation.
    func finish() {
        let (observation, waiter) = progress.withLock { progress in
            let ending = (progress.observation, progress.waiter)
            (progress.observation, progress.waiter, progress.isFinished) = (nil, nil, true)
            return ending
        }
        observation?.cancel()
        waiter?.resume(returning: nil)
    }

    private func wait(_ waiter: CheckedContinuation<State?, Never>) {
        let (isFinished, mustRead) = progress.withLock { progress in
            precondition(progress.waiter == nil, "two tasks use one iterator")
            if progress.isFinished { return (true, false) }
            progress.waiter = waiter
            return (false, progress.beginsReading())
        }
        if isFinished { waiter.resume(returning: nil) }
        if mustRead { queue.async { self.readUntilDone() } }
    }

    private func noteChange() {
        let mustRead = progress.withLock { progress in
            progress.mayHaveChanged = true
            return progress.beginsReading()
        }
        if mustRead { queue.async { self.readUntilDone() } }
    }

    private func readUntilDone() {
        var isDone = false
        while !isDone {
            progress.withLock { $0.mayHaveChanged = false }
            var state: State?
            var ends = false
            do throws(PreferencesError) {
                (state, ends) = try readOnce()
            } catch {
                (state, ends) = (failure(error), true)
            }
            isDone = deliver(state, ends: ends)
        }
    }

    private func readOnce() throws(PreferencesError) -> (state: State?, ends: Bool) {
        guard let observation = try startedObservation() else { return (nil, false) }
        return (readChange(observation), !observation.reportsChanges)
    }

    /// The observation, or `nil` if it has ended.
    private func startedObservation() throws(PreferencesError) -> DomainObservation? {
        let (present, isFinished) = progress.withLock { ($0.observation, $0.isFinished) }
        if isFinished { return nil }
        if let present { return present }
        // The feed does not keep itself alive.
        let observation = try observe { [weak self] in self?.noteChange() }
        let isKept = progress.withLock { progress in
            if !progress.isFinished { progress.observation = observation }
            return !progress.isFinished
        }
        if !isKept { observation.cancel() }
        return isKept ? observation : nil
    }

    /// Passes a state to the waiting task.
    ///
    /// - Parameters:
    ///   - state: The state, if there is a new one.
    ///   - ends: Whether it is the last one.
    /// - Returns: Whether there is nothing more to read now.
    private func deliver(_ state: State?, ends: Bool) -> Bool {
        let (waiter, isDone) = progress.withLock { progress -> (CheckedContinuation<State?, Never>?, Bool) in
            if state == nil, progress.mayHaveChanged, !progress.isFinished { return (nil, false) }
            progress.isReading = false
            guard state != nil else { return (nil, true) }
            let waiter = progress.waiter
            progress.waiter = nil
            return (waiter, true)
        }
        if let state { waiter?.resume(returning: state) }
        if ends { finish() }
        return isDone
    }
}

extension ChangeFeed.Progress {
    /// Begins a read if one is needed.
    ///
    /// - Returns: Whether the caller must read now.
    fileprivate mutating func beginsReading() -> Bool {
        guard waiter != nil, mayHaveChanged, !isReading else { return false }
        isReading = true
        return true
    }
}
