import Dispatch
import Synchronization

/// The callers of this process that wait for the lock of one folder, in the order of their calls.
///
/// The first caller asks the kernel for the lock. If another process holds it, a thread waits in the kernel, and the
/// callers wait for the thread. Only the kernel keeps an order among processes. A caller leaves the queue at its
/// deadline. The wait in the kernel cannot be cancelled. When the thread gets the lock, it hands the lock to the first
/// caller in the queue, or releases it at once if the queue is empty.
///
/// When the kernel grants the lock, each caller that is in the queue at that moment gets it in turn. Then the lock is
/// released, so that other processes get it. So every caller gets its turn, and no process keeps the lock forever.
struct LockQueue {
    private let folder: FileIdentity
    private var waiting: [LockWaiter] = []
    /// The number of callers that get the lock before the kernel is asked again.
    private var turns = 0

    private init(_ folder: FileIdentity) {
        self.folder = folder
    }

    /// The queues of all folders that this process has locked or wants to lock. An array, because there are few.
    private static let all = Mutex<[LockQueue]>([])

    /// Waits for the lock of a folder. Returns `nil` if another holder keeps it until the deadline.
    static func lock(_ folder: Folder, until deadline: Deadline) throws(FileError) -> KernelLock? {
        let identity = folder.identity
        let waiter: LockWaiter? = all.withLock { queues in
            guard let index = queues.firstIndex(where: { $0.folder == identity }) else {
                queues.append(LockQueue(identity))
                return nil
            }
            let waiter = LockWaiter(identity)
            queues[index].waiting.append(waiter)
            return waiter
        }
        if let waiter { return try waiter.lock(until: deadline) }
        return try lockAsFirst(folder, until: deadline)
    }

    /// Takes the lock if it is free. Otherwise waits at the head of the queue while a thread waits in the kernel.
    private static func lockAsFirst(_ folder: Folder, until deadline: Deadline) throws(FileError) -> KernelLock? {
        let identity = folder.identity
        var target = KernelLock.Target(folder)
        do {
            if let lock = try target.lock(waits: false) {
                change(identity) { $0.turns = $0.waiting.count }
                return lock
            }
        } catch {
            fail(identity, error)
            throw error
        }
        guard !deadline.hasPassed else {
            waitOrEnd(target)
            return nil
        }
        let waiter = LockWaiter(identity)
        change(identity) { $0.waiting.insert(waiter, at: 0) }
        waitOrEnd(target)
        return try waiter.lock(until: deadline)
    }

    /// Passes a lock on to the next caller in the queue. If no caller has a turn, releases the lock.
    static func release(_ lock: KernelLock) {
        let isHandedOn = change(lock.target.folder.identity) { queue in
            guard queue.turns > 0 else { return false }
            queue.turns -= 1
            return queue.handOn(lock)
        }
        if isHandedOn { return }
        lock.release()
        waitOrEnd(lock.target)
    }

    /// If a caller waits, starts a thread that waits for the lock. Otherwise, removes the queue.
    private static func waitOrEnd(_ target: KernelLock.Target) {
        guard !end(target.folder.identity) else { return }
        do throws(SystemError) {
            try SystemThread.detach { waitInKernel(for: target) }
        } catch {
            fail(target.folder.identity, target.access.error(error))
        }
    }

    /// Waits for the lock and hands it to the first caller in the queue. Returns without the lock if the queue is
    /// empty.
    private static func waitInKernel(for target: KernelLock.Target) {
        var target = target
        repeat {
            do throws(FileError) {
                guard let lock = try target.lock(waits: true) else { continue }
                let isHandedOn = change(target.folder.identity) { queue in
                    queue.turns = max(0, queue.waiting.count - 1)
                    return queue.handOn(lock)
                }
                if isHandedOn { return }
                lock.release()
            } catch {
                return fail(target.folder.identity, error)
            }
        } while !end(target.folder.identity)
    }

    /// Hands the lock to the first caller. Returns false if the queue is empty.
    private mutating func handOn(_ lock: KernelLock) -> Bool {
        guard !waiting.isEmpty else { return false }
        waiting.removeFirst().resume(with: .success(lock))
        return true
    }

    /// Returns the number of callers that wait for the lock of a folder, or `nil` if this process neither holds the
    /// lock nor waits for it.
    static func waiting(for folder: FileIdentity) -> Int? {
        all.withLock { queues in queues.first { $0.folder == folder }?.waiting.count }
    }

    /// Removes a caller from the queue of a folder. Returns false if the caller has already been resumed.
    fileprivate static func remove(_ waiter: LockWaiter, from folder: FileIdentity) -> Bool {
        all.withLock { queues in
            guard let index = queues.firstIndex(where: { $0.folder == folder }),
                let place = queues[index].waiting.firstIndex(where: { $0 === waiter })
            else { return false }
            queues[index].waiting.remove(at: place)
            return true
        }
    }

    /// Resumes all callers in the queue of a folder with an error, and removes the queue.
    private static func fail(_ folder: FileIdentity, _ error: FileError) {
        all.withLock { queues in
            guard let index = queues.firstIndex(where: { $0.folder == folder }) else { return }
            for waiter in queues.remove(at: index).waiting { waiter.resume(with: .failure(error)) }
        }
    }

    /// Removes the queue of a folder if it is empty. Returns false if the queue is not empty.
    private static func end(_ folder: FileIdentity) -> Bool {
        all.withLock { queues in
            guard let index = queues.firstIndex(where: { $0.folder == folder }) else { return true }
            guard queues[index].waiting.isEmpty else { return false }
            queues.remove(at: index)
            return true
        }
    }

    /// Changes the queue of a folder. The queue exists as long as the lock is held or a caller waits for it.
    @discardableResult
    private static func change<Result: Sendable>(
        _ folder: FileIdentity, _ body: (inout LockQueue) -> Result
    ) -> Result {
        all.withLock { queues in
            guard let index = queues.firstIndex(where: { $0.folder == folder }) else {
                preconditionFailure("the queue of a lock is gone before the lock")
            }
            return body(&queues[index])
        }
    }
}

/// A caller that waits in a queue for the lock of a folder.
private final class LockWaiter: Sendable {
    private let folder: FileIdentity
    private let semaphore = DispatchSemaphore(value: 0)
    private let answer = Mutex<Result<KernelLock, FileError>?>(nil)

    init(_ folder: FileIdentity) {
        self.folder = folder
    }

    /// Ends the wait. The thread that removes the waiter from the queue calls this once, under the lock of the queues.
    func resume(with answer: Result<KernelLock, FileError>) {
        self.answer.withLock { $0 = answer }
        semaphore.signal()
    }

    /// Waits for the lock. Returns `nil` if the deadline passes first.
    func lock(until deadline: Deadline) throws(FileError) -> KernelLock? {
        while semaphore.wait(timeout: .now() + deadline.remainingInterval) == .timedOut {
            guard deadline.hasPassed else { continue }
            if LockQueue.remove(self, from: folder) { return nil }
            break  // the lock arrived at the last moment
        }
        switch answer.withLock({ $0 }) {
        case .success(let lock): return lock
        case .failure(let error): throw error
        case nil: preconditionFailure("a waiter was resumed without an answer")
        }
    }
}

extension Deadline {
    /// The time that is left, between 0 and one hour.
    fileprivate var remainingInterval: DispatchTimeInterval {
        let (seconds, attoseconds) = min(max(remaining, .zero), .seconds(3600)).components
        return .nanoseconds(Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000))
    }
}
