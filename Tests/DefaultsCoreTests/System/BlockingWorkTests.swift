import Testing

@testable import DefaultsCore

/// Work on other threads.
struct BlockingWorkTests {
    private final class Object: Sendable {}

    private struct Reference {
        weak var object: Object?
    }

    /// Runs a job on the thread that enqueues it. A caller then goes on inside the resumption of its continuation,
    /// before the queue of the work can release anything.
    private final class InlineExecutor: TaskExecutor {
        func enqueue(_ job: consuming ExecutorJob) {
            UnownedJob(job).runSynchronously(on: asUnownedTaskExecutor())
        }
    }

    @Test("when the caller goes on, only the caller has the captured objects and the result")
    func release() async {
        @concurrent func call() async -> [Reference] {
            let captured = Object()
            let result = await BlockingWork.run { withExtendedLifetime(captured) { Object() } }
            return [Reference(object: captured), Reference(object: result)]
        }
        // In a part of the rounds, the work ends before the caller is suspended.
        for _ in 0..<200 {
            let kept = await Task(executorPreference: InlineExecutor()) {
                await call().count { $0.object != nil }
            }.value
            #expect(kept == 0)
        }
    }
}
