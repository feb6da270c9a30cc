import Dispatch
import Synchronization

/// Lets a thread wait for changes of domains.
///
/// It is for programs that have no concurrent tasks. Other programs iterate over ``DomainChanges``.
package final class ChangeWaiter: Sendable {
    /// The reason for the end of a wait.
    package enum Outcome: Sendable {
        case changed
        /// The deadline has passed.
        case timedOut
        /// ``end()`` was called.
        case ended
    }

    private let reports = DispatchSemaphore(value: 0)
    private let hasEnded = Mutex(false)

    /// Creates a waiter that has seen no change.
    package init() {}

    /// Reports a change. Can be called on any thread.
    package func note() {
        reports.signal()
    }

    /// Ends the current wait and all later ones. Can be called on any thread.
    package func end() {
        hasEnded.withLock { $0 = true }
        reports.signal()
    }

    /// Waits in the kernel until a change is reported. A change reported since the last wait ends the wait at once.
    ///
    /// - Parameter deadline: The latest time at which the wait ends, or `nil` to wait without a limit.
    package func wait(until deadline: ContinuousClock.Instant? = nil) -> Outcome {
        guard reports.wait(timeout: Self.timeout(deadline)) == .success else { return .timedOut }
        while reports.wait(timeout: .now()) == .success {}  // discards the other reports so far
        return hasEnded.withLock { $0 } ? .ended : .changed
    }

    private static func timeout(_ deadline: ContinuousClock.Instant?) -> DispatchTime {
        guard let deadline else { return .distantFuture }
        let milliseconds = (deadline - .now) / .milliseconds(1)
        // The maximum of about 30 years prevents an overflow, since the clock counts nanoseconds.
        return .now() + .milliseconds(Int(min(max(0, milliseconds.rounded(.up)), 1e12)))
    }
}
