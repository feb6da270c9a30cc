public import Foundation
import Synchronization
public import Testing

/// Runs tests that wait for other programs on threads of their own.
///
/// Other tests run on the threads of the pool for tasks, as many as the machine has processors. If tests that wait took
/// all of them, no task could run, not even one that ends such a program.
public struct WaitingTrait: SuiteTrait, TestTrait, TestScoping {
    /// The trait of a suite applies to each of its tests.
    public let isRecursive = true

    /// Runs a test with its tasks on these threads.
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        try await withTaskExecutorPreference(WaitingThreads.shared, operation: function)
    }

    /// Records an issue if a test without the trait calls this.
    public static func require() {
        if Test.current != nil, withUnsafeCurrentTask(body: { $0 != nil && $0?.unownedTaskExecutor == nil }) {
            Issue.record("a test that waits for a program needs the trait 'waiting'")
        }
    }
}

extension Trait where Self == WaitingTrait {
    /// The test waits for other programs.
    public static var waiting: Self { Self() }
}

extension Process {
    /// Waits for the end of the program.
    public func wait() {
        WaitingTrait.require()
        waitUntilExit()
    }
}

/// Threads that tasks may block.
private final class WaitingThreads: TaskExecutor {
    static let shared = WaitingThreads(count: 8)

    /// The last one runs first, so that what has begun ends before more begins.
    private let jobs = Mutex<[UnownedJob]>([])
    private let available = DispatchSemaphore(value: 0)

    init(count: Int) {
        for _ in 0..<count { Thread.detachNewThread { [unowned self] in while true { runNext() } } }
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.withLock { $0.append(job) }
        available.signal()
    }

    private func runNext() {
        available.wait()
        jobs.withLock { $0.removeLast() }.runSynchronously(on: asUnownedTaskExecutor())
    }
}
