import Foundation
import Synchronization

// A program that checks the thread sanitizer. Two threads change a value. With the argument `locked`, both take a lock;
// otherwise one of them does not, which the sanitizer must report.
final class Counter: @unchecked Sendable {
    let lock = Mutex(())
    let started = Atomic(0)
    var value = 0

    /// Waits for both threads, so that only the lock orders them.
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
