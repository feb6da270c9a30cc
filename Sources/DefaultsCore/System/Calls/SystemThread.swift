import Glibc

/// Threads created with the functions of pthreads.
enum SystemThread {
    /// An identifier that is unique among running threads.
    static var current: UInt { UInt(pthread_self()) }

    /// Starts a detached thread.
    ///
    /// The thread blocks all signals, so that signals to the process reach the other threads.
    static func detach(_ body: @escaping @Sendable () -> Void) throws(SystemError) {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        var thread = pthread_t()
        let code = withSignalsBlocked { _ in start(&thread, &attributes, body) }
        if code != 0 { throw SystemError(code) }
    }

    /// Runs a body on another thread and waits for it. If the thread cannot be created, for example for lack of memory,
    /// returns false without running the body.
    ///
    /// The calling thread blocks all signals meanwhile. The new thread receives the signals, because it makes the
    /// changes. It blocks signals while it has temporary files.
    static func run(stackSize: Int, _ body: @escaping @Sendable () -> Void) -> Bool {
        var attributes = pthread_attr_t()
        guard pthread_attr_init(&attributes) == 0 else { return false }
        defer { pthread_attr_destroy(&attributes) }
        guard pthread_attr_setstacksize(&attributes, stackSize) == 0 else { return false }
        return withSignalsBlocked { mask in
            var thread = pthread_t()
            let code = start(&thread, &attributes) {
                var mask = mask
                pthread_sigmask(SIG_SETMASK, &mask, nil)
                body()
            }
            return code == 0 && pthread_join(thread, nil) == 0
        }
    }

    /// Calls a body with the previous signal mask, while this thread blocks all signals.
    private static func withSignalsBlocked<Result>(_ body: (sigset_t) -> Result) -> Result {
        var (all, mask) = (sigset_t(), sigset_t())
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, &mask)
        defer { pthread_sigmask(SIG_SETMASK, &mask, nil) }
        return body(mask)
    }

    /// Creates a thread with the signal mask of the current thread. Returns 0 or an error number.
    private static func start(
        _ thread: inout pthread_t, _ attributes: inout pthread_attr_t, _ body: @escaping @Sendable () -> Void
    ) -> Int32 {
        let work = Unmanaged.passRetained(Work(body))
        let code = pthread_create(
            &thread, &attributes,
            { argument in
                if let argument { Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body() }
                return nil
            }, work.toOpaque())
        if code != 0 { work.release() }
        return code
    }

    private final class Work: Sendable {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) {
            self.body = body
        }
    }
}
