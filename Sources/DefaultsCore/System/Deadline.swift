/// A moment by which something must have happened.
struct Deadline {
    /// The time until the deadline when it was set.
    let duration: Duration
    private let instant: ContinuousClock.Instant

    init(after duration: Duration) {
        self.duration = duration
        instant = .now + duration
    }

    var hasPassed: Bool { ContinuousClock.now >= instant }

    /// The time that is left; negative once the deadline has passed.
    var remaining: Duration { instant - ContinuousClock.now }

    /// The time that is left, in whole milliseconds rounded up; 0 once it has passed.
    var remainingMilliseconds: Int32 {
        let remaining = remaining
        return remaining > .zero ? Int32(clamping: Int64(remaining / .milliseconds(1)) + 1) : 0
    }
}

/// Retries of something that other programs can undo meanwhile: ten at once, then one each millisecond until a deadline.
struct Retries {
    private let deadline: Deadline
    private var count = 0

    init(until deadline: Deadline) {
        self.deadline = deadline
    }

    /// Returns whether to try again, after a pause if that has not helped before.
    mutating func next() -> Bool {
        count += 1
        if count <= 10 { return true }
        if deadline.hasPassed { return false }
        Platform.pause(milliseconds: 1)
        return true
    }
}
