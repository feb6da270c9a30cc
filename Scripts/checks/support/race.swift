import Foundation
import Synchronization

// What the thread sanitizer is tried with: two threads change a value under a lock, or, without the argument `locked`, one of them does
// not take it. A sanitizer that is silent about the second, or finds something in the first, would tell nothing about other programs.
final class Counter: @unchecked Sendable {
    let lock = Mutex(())
    let started = Atomic(0)
    var value = 0

    /// Begins when both threads are there, so that nothing but the lock puts one after the other.
    func begin() {
        started.add(1, ordering: .relaxed)
        while started.load(ordering: .relaxed) < 2 { usleep(100) }
    }

    func count(locked: Bool) {
        guard locked else {
            value += 1
            return
        }
        lock.withLock { _ in value += 1 }
    }
}

let counter = Counter()
let allLocked = CommandLine.arguments.contains("locked")
let threads = [true, allLocked].map { locked in
    Thread {
        counter.begin()
        (0..<1_000_000).forEach { _ in counter.count(locked: locked) }
    }
}
threads.forEach { $0.start() }
while threads.contains(where: { !$0.isFinished }) { usleep(1000) }
counter.lock.withLock { _ in print(counter.value) }
