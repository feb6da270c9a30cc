import Dispatch
import Synchronization

/// The pace at which changes are posted.
///
/// A change is posted at once if none was posted just before. Otherwise, one post follows soon for all changes since
/// then: a program that sets thousands of values would spend more time with posts than with values.
final class PostingPace: Sendable {
    /// The shortest time between two posts.
    static let interval = DispatchTimeInterval.milliseconds(10)

    /// Whether a post is scheduled that reports all changes before it.
    private let isScheduled = Atomic(false)
    /// The time from which on a change is posted at once.
    private let next = Mutex(DispatchTime(uptimeNanoseconds: 0))

    /// Whether a post is scheduled that reports all changes before this call.
    var hasScheduledPost: Bool { isScheduled.load(ordering: .acquiring) }

    /// Reports a change.
    ///
    /// - Parameter post: A closure that posts. It is called on this thread now, or later on another one.
    func note(_ post: @escaping @Sendable () -> Void) {
        if hasScheduledPost { return }
        let now = DispatchTime.now()
        let next = next.withLock { next in
            let earliest = next
            if now >= next { next = now + Self.interval }
            return earliest
        }
        if now >= next { return post() }
        if isScheduled.exchange(true, ordering: .acquiringAndReleasing) { return }
        DispatchQueue.global(qos: .utility).asyncAfter(deadline: next) {
            self.next.withLock { $0 = .now() + Self.interval }
            // Cleared first: a change during the post is reported by another one.
            self.isScheduled.store(false, ordering: .releasing)
            post()
        }
    }
}
