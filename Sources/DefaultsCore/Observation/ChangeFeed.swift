package import Dispatch
import Synchronization

/// Delivers the states of domains to one consumer. A state is read only if the consumer waits for it and a change was
/// reported.
///
/// Files are read on a queue, so that no thread of the cooperative pool waits for a disk.
package final class ChangeFeed<State: Sendable>: Sendable {
    /// Starts the observation. The handler is called after each change.
    package typealias Observe =
        @Sendable (_ onChange: @escaping @Sendable () -> Void) throws(PreferencesError) -> DomainObservation

    /// Reads the observed domains. Returns `nil` if the state is equal to the previous state.
    ///
    /// Also returns `nil` if another program was writing a file during the read. The event of that write causes another
    /// read.
    package typealias Read = @Sendable (DomainObservation) -> State?

    private let queue: DispatchQueue
    private let observe: Observe
    private let isInMemory: @Sendable () -> Bool
    private let readChange: Read
    private let failure: @Sendable (PreferencesError) -> State?
    private let observation = Mutex<DomainObservation?>(nil)
    /// Each element means that the state may have changed. At most one element is buffered.
    private let reports: AsyncStream<Void>
    private let reporter: AsyncStream<Void>.Continuation

    /// Creates a feed.
    ///
    /// - Parameters:
    ///   - queue: The queue to read on.
    ///   - observe: Starts the observation.
    ///   - read: Reads the domains.
    ///   - isInMemory: Returns whether reading needs no file now. The task of the consumer then reads by itself.
    ///   - failure: Returns the state to deliver if the domains cannot be observed. By default, no state is delivered.
    package init(
        on queue: DispatchQueue, observe: @escaping Observe, read: @escaping Read,
        isInMemory: @escaping @Sendable () -> Bool = { false },
        failure: @escaping @Sendable (PreferencesError) -> State? = { _ in nil }
    ) {
        (self.queue, self.observe, readChange, self.isInMemory) = (queue, observe, read, isInMemory)
        self.failure = failure
        (reports, reporter) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        reporter.yield()
    }

    /// Waits for a state that differs from the previous state.
    ///
    /// - Returns: The state; `nil` if the task is cancelled, or if the domains cannot be observed any longer.
    func next() async -> State? {
        for await _ in reports {
            let (state, isLast) =
                observation.withLock({ $0 }) != nil && isInMemory()
                ? read() : await BlockingWork.run(on: queue) { self.read() }
            if isLast { finish() }
            if let state, !Task.isCancelled { return state }
        }
        finish()
        return nil
    }

    /// Ends the observation. Must not be called while the consumer waits in ``next()``.
    func finish() {
        reporter.finish()
        let ended = observation.withLock { $0.take() }
        ended?.cancel()
    }

    /// Reads the state, or returns `nil` if it has not changed. The first call starts the observation.
    private func read() -> (state: State?, isLast: Bool) {
        do throws(PreferencesError) {
            let current = try startedObservation()
            return (readChange(current), !current.reportsChanges)
        } catch {
            return (failure(error), true)
        }
    }

    private func startedObservation() throws(PreferencesError) -> DomainObservation {
        if let present = observation.withLock({ $0 }) { return present }
        let started = try observe { [reporter] in reporter.yield() }
        observation.withLock { $0 = started }
        return started
    }
}
