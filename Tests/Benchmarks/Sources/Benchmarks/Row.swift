import Foundation

/// The condition that a measurement must meet.
enum Bar {
    /// Our time is at most so many times the peer's.
    case atMost(Double)
    /// We are at least so many times faster than the peer.
    case timesFaster(Double)
    case none
}

/// One line of the table of `Scripts/benchmark`: tab-separated fields, of which the last is `MISSED` if the bar is.
struct Row {
    let work: String
    let subject: String

    /// Prints our time beside the peer's, both in milliseconds.
    func print(_ ours: Double, beside peer: String, _ theirs: Double, bar: Bar = .none) {
        switch bar {
        case .atMost(let limit):
            line(ours, peer, theirs, ours / theirs, "<= \(Self.number(limit))x", isMet: ours <= limit * theirs)
        case .timesFaster(let times):
            line(ours, peer, theirs, theirs / ours, ">= \(Self.number(times))x", isMet: theirs >= times * ours)
        case .none:
            line(ours, peer, theirs, theirs / ours, "-", isMet: true)
        }
    }

    /// Prints our time beside a limit, both in milliseconds.
    func print(_ ours: Double, atMost limit: Double) {
        line(ours, "-", nil, nil, "<= \(Self.text(limit))", isMet: ours <= limit)
    }

    /// Prints a number beside a limit.
    func print(count: Int, atMost limit: Int) {
        let fields = [work, subject, "\(count)", "-", "-", "-", "<= \(limit)", count <= limit ? "" : "MISSED"]
        Swift.print(fields.joined(separator: "\t"))
        fflush(nil)
    }

    /// Prints the number of failures among a number of attempts, which must be zero.
    func print(count: Int, of attempts: Int, in milliseconds: Double) {
        let fields = [
            work, subject, "\(count)", "\(attempts) in \(Self.text(milliseconds))", "-", "-", "0",
            count == 0 ? "" : "MISSED",
        ]
        Swift.print(fields.joined(separator: "\t"))
        fflush(nil)
    }

    private func line(
        _ ours: Double, _ peer: String, _ theirs: Double?, _ ratio: Double?, _ bar: String, isMet: Bool
    ) {
        let fields = [
            work, subject, Self.text(ours), peer, theirs.map(Self.text) ?? "-",
            ratio.map { String(format: "%.2fx", $0) } ?? "-", bar,
            isMet ? "" : "MISSED",
        ]
        Swift.print(fields.joined(separator: "\t"))
        fflush(nil)
    }

    private static func number(_ number: Double) -> String {
        number == number.rounded() ? "\(Int(number))" : "\(number)"
    }

    private static func text(_ milliseconds: Double) -> String {
        if milliseconds < 0.1 { return String(format: "%.2f us", milliseconds * 1000) }
        return String(format: milliseconds < 1 ? "%.3f ms" : milliseconds < 100 ? "%.2f ms" : "%.0f ms", milliseconds)
    }
}

/// Ways to measure a time.
enum Clock {
    /// The processor time of this process, which other load of the machine does not lengthen.
    case processor
    /// The processor time of this thread, for work beside which another thread saves.
    case thread
    /// The time that passes, for work that waits for the disk.
    case wall

    /// Returns the time that a body takes, in milliseconds.
    func time(_ body: () throws -> Void) rethrows -> Double {
        let start = now
        try measured(body)
        return now - start
    }

    /// Calls a body. This is a function of its own, so that valgrind can count its instructions; see growth.py.
    @inline(never)
    private func measured(_ body: () throws -> Void) rethrows {
        try body()
    }

    /// The time, in milliseconds.
    var now: Double {
        var time = timespec()
        let clock =
            switch self {
            case .processor: CLOCK_PROCESS_CPUTIME_ID
            case .thread: CLOCK_THREAD_CPUTIME_ID
            case .wall: CLOCK_MONOTONIC
            }
        clock_gettime(clock, &time)
        return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
    }

    /// Returns the median times of two bodies, in milliseconds. They run in turn, so that other load affects both.
    func medians(
        _ rounds: Int, _ ours: (Int) throws -> Void, _ theirs: (Int) throws -> Void
    ) rethrows -> (ours: Double, theirs: Double) {
        let times = try medians(rounds, ours, theirs, floor: { _ in })
        return (times.ours, times.theirs)
    }

    /// Returns the median times of three bodies, in milliseconds. They run in turn, so that other load affects all.
    ///
    /// - Parameter floor: Does what `ours` cannot do without.
    func medians(
        _ rounds: Int, _ ours: (Int) throws -> Void, _ theirs: (Int) throws -> Void, floor: (Int) throws -> Void
    ) rethrows -> (ours: Double, theirs: Double, floor: Double) {
        var times: (ours: [Double], theirs: [Double], floor: [Double]) = ([], [], [])
        for round in 0..<rounds {
            times.ours.append(try time { try ours(round) })
            times.theirs.append(try time { try theirs(round) })
            times.floor.append(try time { try floor(round) })
        }
        let middle = rounds / 2
        return (times.ours.sorted()[middle], times.theirs.sorted()[middle], times.floor.sorted()[middle])
    }
}

/// Ends the program if a condition does not hold. Unlike `precondition`, takes a value that was awaited or may throw.
func check(_ condition: Bool) {
    precondition(condition)
}
