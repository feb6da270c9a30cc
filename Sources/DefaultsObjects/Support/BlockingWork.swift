import DefaultsCore
import Dispatch

/// Work that waits for a lock, a disk or another process. `DefaultsCore` has a similar type, but this module uses only
/// public API.
enum BlockingWork {
    /// The queue that reads changed objects for all observers.
    static let observation = DispatchQueue(label: "defaults.objects.observation")

    /// Runs a body on a separate thread, so that no thread of the cooperative pool waits.
    ///
    /// - Parameter queue: A serial queue to run the body on. Defaults to a new queue.
    static func run<Result: Sendable>(
        on queue: DispatchQueue = DispatchQueue(label: "defaults.objects"),
        _ body: @escaping @Sendable () throws -> Result
    ) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Swift.Result(catching: body)) }
        }
    }
}
