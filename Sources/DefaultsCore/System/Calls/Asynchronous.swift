package import Dispatch

/// A view of an object that is called with a body to run on a thread of the library, so that the threads of Swift's
/// cooperative pool stay free while the body waits for a lock or a disk.
///
/// ```swift
/// try await preferences.async { try $0.update { $0[.fontSize] += 1 } }
/// ```
public struct Asynchronous<Base: Sendable>: Sendable {
    private let base: Base
    private let queue: DispatchQueue?

    /// Creates a view of an object.
    ///
    /// - Parameter queue: A serial queue to run bodies on. By default, each call has a queue of its own.
    package init(_ base: Base, on queue: DispatchQueue? = nil) {
        (self.base, self.queue) = (base, queue)
    }

    /// Runs a body on a thread of the library.
    ///
    /// Cancelling the task does not cancel the body. The body must not wait for another task that calls the same view:
    /// bodies of preferences of one domain run one after the other.
    ///
    /// The body is `@Sendable`, so it cannot belong to an actor or capture a value that is not `Sendable`. It gets the
    /// values that it needs by its captures, and its result is the result of the call. When the call returns, the
    /// body's captures are released.
    ///
    /// - Parameter body: A closure that is called once with the object.
    /// - Returns: The result of the body.
    /// - Throws: The error of the body.
    @discardableResult
    public func callAsFunction<Result: Sendable, Failure: Error>(
        _ body: @escaping @Sendable (Base) throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        try await BlockingWork.run(on: queue) { [base] () throws(Failure) in try body(base) }
    }
}
