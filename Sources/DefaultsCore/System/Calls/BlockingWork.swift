package import Dispatch

/// Work that waits for a lock, a disk or another process.
package enum BlockingWork {
    /// Runs a body on a separate thread, so that no thread of the cooperative pool waits.
    ///
    /// - Parameter queue: A serial queue to run the body on. Defaults to a new queue.
    package static func run<Result: Sendable, Failure: Error>(
        on queue: DispatchQueue = DispatchQueue(label: "defaults.blocking"),
        _ body: @escaping @Sendable () throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        let result = await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: Swift.Result { () throws(Failure) in try body() }) }
        }
        return try result.get()
    }
}
