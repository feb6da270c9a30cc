import Foundation

/// Waits until a condition holds.
///
/// The limit of ten minutes is for a condition that never holds: other tests can keep all threads for minutes.
package func waitUntil(_ condition: () throws -> Bool) async throws {
    let deadline = ContinuousClock.now + .seconds(600)
    while try !condition() {
        guard ContinuousClock.now < deadline else { throw POSIXError(.ETIMEDOUT) }
        try await Task.sleep(for: .milliseconds(1))
    }
}

/// Returns whether one of ten attempts succeeds.
///
/// It is for promises with a time limit of their own, such as the second that the end of a program waits for a save. A
/// busy disk can exceed that limit, but a broken promise fails in each attempt.
package func oneOfTen(_ attempt: () throws -> Bool) rethrows -> Bool {
    for _ in 0..<10 {
        if try attempt() { return true }
    }
    return false
}
