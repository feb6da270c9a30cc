import CDefaults
import Glibc
import Synchronization

/// Services of the operating system other than files and threads.
package enum Platform {
    /// Opens those of the descriptors 0, 1 and 2 that are closed. Reading input or writing output through them still
    /// fails.
    ///
    /// Otherwise, the first file that the program opens would get the number of the closed stream, and the program
    /// could print into the file of a domain. Call this before opening any file.
    private static func reserveStandardDescriptors() {
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) == -1 {
            // `open` returns the lowest free number, which is `descriptor`: all lower numbers are open. Reading a
            // descriptor that is open for writing fails like reading a closed descriptor. Writing to a folder fails,
            // directly and through /dev/stdout.
            _ = descriptor == STDIN_FILENO ? open("/dev/null", O_WRONLY) : open("/", O_RDONLY)
        }
    }

    /// Ignores SIGXFSZ, so that a write beyond the file size limit is an error. By default, the signal ends the program
    /// before the program can clean up.
    private static func ignoreFileSizeSignal() {
        signal(SIGXFSZ, SIG_IGN)
    }

    /// Makes the system keep the statuses of child processes. Without this call, the system discards them if the
    /// program was started with SIGCHLD ignored.
    private static func keepChildStatuses() {
        signal(SIGCHLD, SIG_DFL)
    }

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
    package static func arguments(of vector: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> [[UInt8]] {
        let vector = vector ?? CommandLine.unsafeArgv
        var end = 0
        while vector[end] != nil { end += 1 }
        return (min(1, end)..<end).compactMap { index in
            vector[index].map { argument in
                Array(UnsafeRawBufferPointer(start: argument, count: strlen(argument)))
            }
        }
    }

    /// Returns whether the process was started under a name. Case and the folder of the program are ignored.
    ///
    /// - Parameter vector: As in ``arguments(of:)``.
    package static func isCalled(
        _ name: String, by vector: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
    ) -> Bool {
        guard let path = (vector ?? CommandLine.unsafeArgv)[0] else { return false }
        let file = strrchr(path, Int32(UInt8(ascii: "/"))).map { $0 + 1 } ?? path
        return strcasecmp(file, name) == 0
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
}

extension Platform {
    /// Runs a command, and exits with the status that it returns.
    ///
    /// Closed standard streams are reserved. Signals that would end the process wait while there are temporary files.
    package static func runCommand(_ body: @escaping @Sendable () -> Int32) {
        reserveStandardDescriptors()
        ignoreFileSizeSignal()
        keepChildStatuses()
        runWithSufficientStack { exit(body()) }
    }

    /// Runs a body on a stack of at least 8 MiB, which is enough to read and write 512 nested containers. If the stack
    /// limit is smaller and no thread can be created, the body runs on the current stack.
    private static func runWithSufficientStack(_ body: @escaping @Sendable () -> Void) {
        let sufficient = 8 << 20
        var limit = rlimit()
        let isKnown = getrlimit(__rlimit_resource_t(RLIMIT_STACK.rawValue), &limit) == 0
        guard isKnown, limit.rlim_cur < sufficient, SystemThread.run(stackSize: sufficient, body) else { return body() }
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
