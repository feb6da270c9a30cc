import Glibc

extension Platform {
    /// Runs a command, and exits with the status that it returns.
    ///
    /// Closed standard streams are reserved. Signals that would end the process wait while there are temporary files.
    ///
    /// - Parameters:
    ///   - vector: As in ``arguments(of:)``.
    ///   - body: Gets the name under which the process was started, in lower case and without a folder, and the
    ///     arguments.
    package static func runCommand(
        _ vector: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?,
        _ body: @escaping @Sendable (_ name: String, _ arguments: [[UInt8]]) -> Int32
    ) {
        reserveStandardDescriptors()
        ignoreFileSizeSignal()
        keepChildStatuses()
        SignalDelay.enable()
        let vector = vector ?? CommandLine.unsafeArgv
        // Only the last component is decoded, because the path can be long.
        let name = vector[0].map { String(cString: strrchr($0, 0x2F).map { $0 + 1 } ?? $0).lowercased() } ?? ""
        let arguments = arguments(of: vector)
        runWithSufficientStack { exit(body(name, arguments)) }
    }

    /// Runs a body on a stack of at least 8 MiB, which is enough to read and write 512 nested containers. If the stack
    /// limit is smaller and no thread can be created, the body runs on the current stack.
    private static func runWithSufficientStack(_ body: @escaping @Sendable () -> Void) {
        let sufficient = 8 << 20
        var limit = rlimit()
        let isKnown = getrlimit(__rlimit_resource_t(RLIMIT_STACK.rawValue), &limit) == 0
        guard isKnown, limit.rlim_cur < sufficient, SystemThread.run(stackSize: sufficient, body) else { return body() }
    }

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
}
