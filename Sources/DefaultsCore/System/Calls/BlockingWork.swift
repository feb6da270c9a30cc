import Dispatch
import Synchronization

/// Work that waits for a lock, a disk or another process.
enum BlockingWork {
    /// Runs a body on a separate thread, so that no thread of the cooperative pool waits.
    ///
    /// The thread has released the body and its result before the caller goes on.
    ///
    /// - Parameter queue: A serial queue to run the body on. Defaults to a new queue.
    static func run<Result: Sendable, Failure: Error>(
        on queue: DispatchQueue? = nil, _ body: @escaping @Sendable () throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        let call = Call(body)
        await withCheckedContinuation { continuation in
            (queue ?? DispatchQueue(label: "defaults.blocking")).async {
                call.run()
                continuation.resume()
            }
        }
        return try call.takeResult().get()
    }

    /// A call of a body. The queue can release the call after the caller has gone on. The call is then empty.
    private final class Call<Result: Sendable, Failure: Error>: Sendable {
        private let body: Mutex<(@Sendable () throws(Failure) -> Result)?>
        private let result = Mutex<Swift.Result<Result, Failure>?>(nil)

        init(_ body: @escaping @Sendable () throws(Failure) -> Result) {
            self.body = Mutex(body)
        }

        func run() {
            guard let body = body.withLock({ $0.take() }) else { return }
            let ended = Swift.Result { () throws(Failure) in try body() }
            result.withLock { $0 = ended }
        }

        func takeResult() -> Swift.Result<Result, Failure> {
            // The caller goes on only after `run`, and takes the result once.
            guard let ended = result.withLock({ $0.take() }) else { fatalError("a body has not been called") }
            return ended
        }
    }
}
