/// A moment by which something must have happened.
struct Deadline {
    private let instant: ContinuousClock.Instant

    init(after duration: Duration) {
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
