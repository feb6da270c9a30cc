import Dispatch
import Synchronization

/// A caller that waits in a ``LockQueue`` for the lock of a folder.
final class LockWaiter: Sendable {
    private let folder: FileIdentity
    private let semaphore = DispatchSemaphore(value: 0)
    private let answer = Mutex<Result<KernelLock, SystemError>?>(nil)

    init(_ folder: FileIdentity) {
        self.folder = folder
    }

    /// Ends the wait. Called once, by whoever takes the waiter from the queue, before the queue can be looked at again.
    func resume(with answer: Result<KernelLock, SystemError>) {
        self.answer.withLock { $0 = answer }
        semaphore.signal()
    }

    /// Waits for the lock until a deadline.
    func lock(until deadline: Deadline) throws(LockError) -> KernelLock {
        while semaphore.wait(timeout: .now() + deadline.remainingInterval) == .timedOut {
            guard deadline.hasPassed else { continue }
            if LockQueue.remove(self, from: folder) { throw .timedOut }
            break  // the lock came at the last moment
        }
        switch answer.withLock({ $0 }) {
        case .success(let lock): return lock
        case .failure(let error): throw .system(error)
        case nil: preconditionFailure("a waiter was resumed without an answer")
        }
    }
}

extension Deadline {
    /// The time that is left, or an hour if that is less.
    fileprivate var remainingInterval: DispatchTimeInterval {
        let (seconds, attoseconds) = min(max(remaining, .zero), .seconds(3600)).components
        return .nanoseconds(Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000))
    }
}
