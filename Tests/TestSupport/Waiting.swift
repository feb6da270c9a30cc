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
