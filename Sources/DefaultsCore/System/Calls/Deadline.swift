/// A point in time at which an operation is given up.
package struct Deadline {
    /// The time that was allowed when the deadline was set.
    let duration: Duration
    private let instant: ContinuousClock.Instant

    package init(after duration: Duration) {
        self.duration = duration
        instant = .now + duration
    }

    package var hasPassed: Bool { ContinuousClock.now >= instant }

    /// The time that is left. Negative after the deadline.
    var remaining: Duration { instant - ContinuousClock.now }

    /// The time that is left in milliseconds, rounded up, or 0 after the deadline.
    var remainingMilliseconds: Int32 {
        let remaining = min(remaining, .milliseconds(Int32.max))
        return remaining > .zero ? Int32(clamping: Int64(remaining / .milliseconds(1)) + 1) : 0
    }
}

/// The retries of an operation that other programs can disturb. The first ten have no pause. Then there is one retry
/// each millisecond, until a deadline.
struct Retries {
    private let deadline: Deadline
    private var count = 0

    init(until deadline: Deadline) {
        self.deadline = deadline
    }

    /// Returns whether to try again. The first ten calls return true at once. Later calls return false after the
    /// deadline. Before the deadline, they pause for 1 ms and return true.
    mutating func next() -> Bool {
        count += 1
        if count <= 10 { return true }
        if deadline.hasPassed { return false }
        Platform.pause(milliseconds: 1)
        return true
    }
}
