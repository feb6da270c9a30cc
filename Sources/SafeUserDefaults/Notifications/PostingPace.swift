import Dispatch
import Synchronization

/// The pace at which changes are posted.
///
/// Up to `limit` changes in an `interval` are posted immediately, with one post for each change. A single later post
/// reports all further changes. A program that sets thousands of values would otherwise spend more time on posts than
/// on values.
final class PostingPace: Sendable {
    /// The time in which the number of immediate posts is limited.
    static let interval = DispatchTimeInterval.milliseconds(10)
    /// The maximum number of changes that are posted immediately in an interval.
    static let limit = 100

    private struct Interval {
        var end = DispatchTime(uptimeNanoseconds: 0)
        var count = 0
    }

    private let isScheduled = Atomic(false)
    /// The latest interval, which may have ended.
    private let interval = Mutex(Interval())

    /// Whether a post is scheduled. The post reports all changes before this call.
    var hasScheduledPost: Bool { isScheduled.load(ordering: .acquiring) }

    /// Reports a change.
    ///
    /// - Parameter post: A closure that posts. It is called on this thread now, or later on another one. It is not
    ///   called if a scheduled post already reports the change.
    func note(_ post: @escaping @Sendable () -> Void) {
        if hasScheduledPost { return }
        let now = DispatchTime.now()
        let (isImmediate, end) = interval.withLock { interval in
            if now >= interval.end { interval = Interval(end: now + Self.interval) }
            interval.count += 1
            return (interval.count <= Self.limit, interval.end)
        }
        if isImmediate { return post() }
        if isScheduled.exchange(true, ordering: .acquiringAndReleasing) { return }
        DispatchQueue.global(qos: .utility).asyncAfter(deadline: end) {
            // Begins an interval at its limit, so that continued changes cause one post in each interval.
            self.interval.withLock { $0 = Interval(end: .now() + Self.interval, count: Self.limit) }
            // Cleared before the post, so that another post reports a change during this post.
            self.isScheduled.store(false, ordering: .releasing)
            post()
        }
    }
}
