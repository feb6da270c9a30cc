import CDefaults
import Glibc
import Synchronization

/// Services of the operating system other than files and threads.
package enum Platform {
    /// Protects the memory of a program that holds secrets: core dumps are disabled for the process and its children,
    /// and other processes of the user cannot read the memory.
    ///
    /// The setting is for the whole process, so only a program may call this, never the library.
    package static func protectMemory() {
        _ = defaults_forbid_dumps()
        var limit = rlimit(rlim_cur: 0, rlim_max: 0)
        setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
    }

    /// The arguments of the process without the program's name, as bytes that need not be UTF-8.
    package static var arguments: [[UInt8]] {
        arguments(of: nil)
    }

    /// Returns the arguments of the process without the program's name, as bytes that need not be UTF-8.
    ///
    /// - Parameter vector: The name and the arguments, ended by `nil`. If the vector itself is `nil`, the arguments
    ///   that the Swift runtime finds in `/proc` are used.
    static func arguments(of vector: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> [[UInt8]] {
        let vector = vector ?? CommandLine.unsafeArgv
        var end = 0
        while vector[end] != nil { end += 1 }
        return (min(1, end)..<end).compactMap { index in
            vector[index].map { argument in
                Array(UnsafeRawBufferPointer(start: argument, count: strlen(argument)))
            }
        }
    }

    /// The identifier of this host in the names of files: empty, as in Foundation on Linux.
    package static let hostIdentifier = ""

    static var processIdentifier: Int32 { getpid() }

    static func isIgnored(_ signal: Int32) -> Bool {
        var action = sigaction()
        guard sigaction(signal, nil, &action) == 0 else { return false }
        return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
            == unsafeBitCast(SIG_IGN, to: Int.self)
    }

    /// Suspends the thread for some milliseconds.
    package static func pause(milliseconds: UInt32) {
        usleep(milliseconds * 1000)
    }

    /// Calls a body after each second on another thread, until it returns `false`. If no thread can be started, the
    /// body is not called.
    package static func eachSecond(_ body: @escaping @Sendable () -> Bool) {
        try? SystemThread.detach {
            repeat { pause(milliseconds: 1000) } while body()
        }
    }
}

extension Platform {
    /// The handlers of `exit`, in the order in which they run.
    private static let exitHandlers = Mutex<[@Sendable () -> Void]>([])

    /// Registers a handler to run when the process exits. It does not run when a signal ends the process.
    package static func atExit(_ handler: @escaping @Sendable () -> Void) {
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
