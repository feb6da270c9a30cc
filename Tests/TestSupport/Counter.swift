import Synchronization

/// Counts calls.
package final class Counter: Sendable {
    private let count = Mutex(0)

    package init() {}

    @discardableResult
    package func next() -> Int {
        count.withLock { count in
            count += 1
            return count
        }
    }

    package var value: Int { count.withLock { $0 } }
}
