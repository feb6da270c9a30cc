import DefaultsCore
import Dispatch

/// Work that waits for a lock, a disk or another process. `DefaultsCore` has a similar type, but this module uses only
/// public API.
enum BlockingWork {
    /// Runs a body on a separate thread, so that no thread of the cooperative pool waits.
    static func run<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            // A serial queue has a thread of its own.
            DispatchQueue(label: "defaults.objects").async {
                continuation.resume(with: Swift.Result(catching: body))
            }
        }
    }
}
