import CDefaults
import Glibc
import Synchronization

/// The few things a program asks of the operating system beside files.
package enum Platform {
    /// Gives each of the descriptors 0, 1 and 2 that is closed something that refuses to be used.
    ///
    /// A program started with its standard output closed would else get that number for the first file it opens, and print into a
    /// domain. To be called before anything is opened.
    package static func reserveStandardDescriptors() {
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) == -1 {
            // The lowest free number is this one, since those below it are open by now. A device opened only to be written fails to be
            // read as a closed descriptor would; a folder fails to be written, by the name of /dev/stdout too.
            _ = descriptor == STDIN_FILENO ? open("/dev/null", O_WRONLY) : open("/", O_RDONLY)
        }
    }

    /// Makes a write beyond the limit on the size of files an error like any other, which the program can clean up after, instead of its
    /// end.
    package static func ignoreFileSizeSignal() {
        signal(SIGXFSZ, SIG_IGN)
    }

    /// Has the system keep the statuses of child processes, which it does not for a program that was started with their signal ignored.
    public static func keepChildStatuses() {
        signal(SIGCHLD, SIG_DFL)
    }

    /// Keeps the memory of the process out of core dumps and from other programs of the user, and that of its child processes out of
    /// core files.
    ///
    /// For a program that holds secrets; the setting is the whole process's, so a library has no business with it.
    package static func protectMemory() {
        _ = defaults_forbid_dumps()
        var limit = rlimit(rlim_cur: 0, rlim_max: 0)
        setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
    }

    /// The arguments of the process as bytes, which need not be UTF-8; the program's name left out.
    package static var arguments: [[UInt8]] {
        (1..<max(1, Int(CommandLine.argc))).compactMap { index in
            CommandLine.unsafeArgv[index].map { argument in
                Array(UnsafeRawBufferPointer(start: argument, count: strlen(argument)))
            }
        }
    }

    /// What stands for this host in the names of its domains' files: nothing, as with Foundation on Linux.
    package static let hostIdentifier = ""

    /// Ends the process.
    package static func exit(_ status: Int32) -> Never {
        Glibc.exit(status)
    }

    /// Suspends the thread for some milliseconds.
    static func pause(milliseconds: UInt32) {
        usleep(milliseconds * 1000)
    }
}

extension Platform {
    /// Runs a body on a stack on which 512 containers inside one another can be read and written, whatever limit the process was given.
    package static func runWithSufficientStack(_ body: @escaping @Sendable () -> Void) {
        let sufficient = 8 << 20
        var limit = rlimit()
        let isKnown = getrlimit(__rlimit_resource_t(RLIMIT_STACK.rawValue), &limit) == 0
        guard isKnown, limit.rlim_cur < sufficient, SystemThread.run(stackSize: sufficient, body) else { return body() }
    }
}

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
