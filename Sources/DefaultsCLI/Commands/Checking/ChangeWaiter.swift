import DefaultsCore
import Dispatch
import Synchronization

/// Lets the thread of `watch` wait for changes of domains.
final class ChangeWaiter: Sendable {
    /// The reason for the end of a wait.
    enum Outcome {
        case changed
        /// The deadline has passed.
        case timedOut
        /// ``end()`` was called.
        case ended
    }

    private let signal = ChangeSignal()
    private let wakes = DispatchSemaphore(value: 0)
    private let hasEnded = Atomic(false)

    /// Reports a change. Can be called on any thread.
    func note() {
        if signal.note() { wakes.signal() }
    }

    /// Ends the current or next wait. Can be called on any thread.
    func end() {
        hasEnded.store(true, ordering: .releasing)
        wakes.signal()
    }

    /// Waits in the kernel until a change is reported. A change reported since the last wait ends the wait at once.
    ///
    /// - Parameter deadline: The latest time at which the wait ends, or `nil` to wait without a limit.
    func wait(until deadline: ContinuousClock.Instant?) -> Outcome {
        guard wakes.wait(timeout: Self.timeout(deadline)) == .success else { return .timedOut }
        signal.take()
        return hasEnded.load(ordering: .acquiring) ? .ended : .changed
    }

    private static func timeout(_ deadline: ContinuousClock.Instant?) -> DispatchTime {
        guard let deadline else { return .distantFuture }
        let milliseconds = (deadline - .now) / .milliseconds(1)
        // The maximum of about 30 years prevents an overflow, since the clock counts nanoseconds.
        return .now() + .milliseconds(Int(min(max(0, milliseconds.rounded(.up)), 1e12)))
    }
}
