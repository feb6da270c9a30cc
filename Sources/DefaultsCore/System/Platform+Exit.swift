import Glibc
import Synchronization

extension Platform {
    /// What runs when the process ends by `exit` or by returning from `main`.
    private static let exitHandlers = Mutex<[@Sendable () -> Void]>([])

    /// Runs a handler when the process ends normally: not when it is killed.
    static func atExit(_ handler: @escaping @Sendable () -> Void) {
        let isFirst = exitHandlers.withLock { handlers in
            handlers.append(handler)
            return handlers.count == 1
        }
        if isFirst { atexit { Platform.runExitHandlers() } }
    }

    private static func runExitHandlers() {
        for handler in exitHandlers.withLock({ $0 }) { handler() }
    }
}
