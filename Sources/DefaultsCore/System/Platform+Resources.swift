import Glibc

extension Platform {
    /// Runs a body on a stack on which 512 containers inside one another can be read and written, whatever limit the process was given.
    package static func runWithSufficientStack(_ body: @escaping @Sendable () -> Void) {
        var limit = rlimit()
        let isKnown = getrlimit(__rlimit_resource_t(RLIMIT_STACK.rawValue), &limit) == 0
        guard isKnown, limit.rlim_cur < sufficientStack, runOnThread(body) else { return body() }
    }

    private static var sufficientStack: UInt { 8 << 20 }

    /// Runs a body on another thread, and waits for it; false, without having run it, where there is no room for its stack.
    private static func runOnThread(_ body: @escaping @Sendable () -> Void) -> Bool {
        var attributes = pthread_attr_t()
        guard pthread_attr_init(&attributes) == 0 else { return false }
        defer { pthread_attr_destroy(&attributes) }
        guard pthread_attr_setstacksize(&attributes, Int(sufficientStack)) == 0 else { return false }
        // Signals are left to the thread that makes changes, which holds them back while it has temporary files.
        var (all, mask) = (sigset_t(), sigset_t())
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, &mask)
        defer { pthread_sigmask(SIG_SETMASK, &mask, nil) }
        let work = Unmanaged.passRetained(ThreadBody(mask, body))
        var thread = pthread_t()
        let code = pthread_create(
            &thread, &attributes,
            { context in
                guard let context else { return nil }
                Unmanaged<ThreadBody>.fromOpaque(context).takeUnretainedValue().run()
                return nil
            }, work.toOpaque())
        defer { work.release() }
        return code == 0 && pthread_join(thread, nil) == 0
    }

    /// What a thread does.
    private final class ThreadBody: Sendable {
        private let mask: sigset_t
        private let body: @Sendable () -> Void

        init(_ mask: sigset_t, _ body: @escaping @Sendable () -> Void) {
            (self.mask, self.body) = (mask, body)
        }

        func run() {
            var mask = mask
            pthread_sigmask(SIG_SETMASK, &mask, nil)
            body()
        }
    }
}
