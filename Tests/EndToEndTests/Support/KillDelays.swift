import Glibc

/// Random delays between the start of a program and its kill.
///
/// They adapt to the speed of the machine: they become longer when a kill hits the program, and shorter when the
/// program has ended before. About seven in ten kills hit it then.
struct KillDelays {
    /// The number of kills that have hit their program.
    private(set) var hits = 0
    private var longest: useconds_t

    /// - Parameter longest: The longest of the first delays, in microseconds.
    init(longest: useconds_t) {
        self.longest = longest
    }

    /// Waits for a random time, at most as long as the longest delay.
    func wait() {
        usleep(.random(in: 0...longest))
    }

    /// Adapts the delays.
    mutating func note(isHit: Bool) {
        if isHit { hits += 1 }
        longest = isHit ? longest + longest / 8 + 8 : longest - longest / 4
    }
}
