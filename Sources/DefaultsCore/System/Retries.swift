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
