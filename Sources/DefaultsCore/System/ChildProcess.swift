import CDefaults
import Glibc

/// Another program, run to its end: bytes in, bytes and a status out.
///
/// All of the input is in the pipe before the program starts. So a program never takes a part of it for the whole, however this process
/// ends, and the system has no reason to signal a broken pipe.
enum ChildProcess {
    /// The status and output of a program that has ended.
    struct Completion {
        /// The exit status, or `nil` if a signal ended the program or the system does not keep statuses.
        let status: Int32?
        /// The bytes written to standard output.
        let output: [UInt8]
        /// The bytes written to standard error.
        let errors: [UInt8]
    }

    /// An error that occurs when running a program.
    enum Failure: Error {
        /// The program had not ended by the deadline, and has been killed.
        case timedOut
        case system(SystemError)
    }

    /// Runs a program.
    ///
    /// It gets nothing of this process but what is said here: its three standard streams, these variables, no blocked or ignored signal,
    /// and where it is given one a lock, which it holds until it ends.
    ///
    /// - Parameters:
    ///   - path: the executable.
    ///   - words: its arguments, the name it is called by left out.
    ///   - environment: its variables, each as `NAME=value`.
    ///   - input: what it reads from standard input; an error where that is more than fits into a pipe.
    ///   - lock: the lock under which it works. Were it to outlive this process, nobody else would have the lock until it ends.
    ///   - deadline: when it must have ended.
    static func run(
        _ path: String, _ words: [String], environment: [String], input: [UInt8], under lock: FolderLock? = nil,
        until deadline: Deadline
    ) throws(Failure) -> Completion {
        let child: RunningChild
        let (output, errors): (Pipe, Pipe)
        do throws(SystemError) {
            let input = try filled(with: input)
            (output, errors) = (try Pipe(), try Pipe())
            let descriptors = [input.number, output.writing, errors.writing] + (lock.map { [$0.descriptor] } ?? [])
            child = RunningChild(identifier: try spawn(path, words, environment, descriptors))
            // Without a further use they could be closed before.
            withExtendedLifetime((input, lock)) {}
        } catch {
            throw .system(error)
        }
        output.closeWriting()
        errors.closeWriting()
        return try child.finish(output.reader, errors.reader, until: deadline)
    }

    /// The end of a pipe from which the bytes can be read, and then no more.
    private static func filled(with bytes: [UInt8]) throws(SystemError) -> FileDescriptor {
        let pipe = try Pipe()
        _ = try call { fcntl(pipe.writing, F_SETFL, O_NONBLOCK) }
        var written = 0
        while written < bytes.count {
            written += try call {
                bytes.withUnsafeBytes { write(pipe.writing, $0.baseAddress.map { $0 + written }, $0.count - written) }
            }
        }
        pipe.closeWriting()
        return pipe.reader
    }

    private static func spawn(
        _ path: String, _ words: [String], _ environment: [String], _ descriptors: [Int32]
    ) throws(SystemError) -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        // A lock's number may be that of a stream: it goes first to where it is in nobody's way.
        let copies = try descriptors.map { descriptor throws(SystemError) in
            FileDescriptor(try call { fcntl(descriptor, F_DUPFD_CLOEXEC, Int32(descriptors.count)) })
        }
        for (number, copy) in copies.enumerated() {
            posix_spawn_file_actions_adddup2(&actions, copy.number, Int32(number))
        }
        _ = defaults_spawn_add_closefrom(&actions, Int32(descriptors.count))
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var (all, none) = (sigset_t(), sigset_t())
        sigfillset(&all)
        sigemptyset(&none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))

        var identifier = pid_t()
        let arguments = CStrings([path] + words)
        let variables = CStrings(environment)
        let code = withExtendedLifetime((copies, arguments, variables)) {
            posix_spawn(&identifier, path, &actions, &attributes, arguments.pointers, variables.pointers)
        }
        if code != 0 { throw SystemError(code) }
        return identifier
    }
}

/// The two ends of a pipe.
private final class Pipe {
    let reader: FileDescriptor
    private var writer: FileDescriptor?

    init() throws(SystemError) {
        var ends: [Int32] = [-1, -1]
        _ = try call { defaults_pipe(&ends) }
        (reader, writer) = (FileDescriptor(ends[0]), FileDescriptor(ends[1]))
    }

    /// The descriptor to write to; -1 once it is closed.
    var writing: Int32 { writer?.number ?? -1 }

    func closeWriting() {
        writer = nil
    }
}

/// A program that was started, and is waited for once.
private struct RunningChild {
    let identifier: pid_t

    /// Reads both streams to their ends and waits for the status.
    func finish(
        _ output: FileDescriptor, _ errors: FileDescriptor, until deadline: Deadline
    ) throws(ChildProcess.Failure) -> ChildProcess.Completion {
        do {
            var streams = [Stream(output), Stream(errors)]
            while streams.contains(where: \.isOpen) {
                try wait(for: &streams, until: deadline)
            }
            return ChildProcess.Completion(
                status: try status(until: deadline), output: streams[0].bytes, errors: streams[1].bytes)
        } catch {
            kill(identifier, SIGKILL)
            var status: Int32 = 0
            _ = try? call { waitpid(identifier, &status, 0) }
            throw error
        }
    }

    /// A stream of the program, as far as it has come.
    private struct Stream {
        let file: FileDescriptor
        var bytes: [UInt8] = []
        var isOpen = true

        init(_ file: FileDescriptor) {
            self.file = file
        }

        /// Reads what is there.
        mutating func read() throws(SystemError) {
            var buffer = [UInt8](repeating: 0, count: 16_384)
            let count = try call { Glibc.read(file.number, &buffer, buffer.count) }
            bytes += buffer.prefix(count)
            isOpen = count > 0
        }
    }

    /// Waits until there is something to be read, and reads it.
    private func wait(for streams: inout [Stream], until deadline: Deadline) throws(ChildProcess.Failure) {
        var entries = streams.map { stream in
            pollfd(fd: stream.isOpen ? stream.file.number : -1, events: Int16(POLLIN), revents: 0)
        }
        // A program that never stops writing is never waited for.
        if deadline.hasPassed { throw .timedOut }
        let remaining = deadline.remainingMilliseconds
        do throws(SystemError) {
            if try call({ poll(&entries, nfds_t(entries.count), remaining) }) > 0 {
                for index in streams.indices where entries[index].revents != 0 { try streams[index].read() }
                return
            }
        } catch {
            throw .system(error)
        }
        throw .timedOut
    }

    /// Waits for the program's end, which follows that of its streams at once, unless it closed them before.
    private func status(until deadline: Deadline) throws(ChildProcess.Failure) -> Int32? {
        var status: Int32 = 0
        while true {
            do {
                if try call({ waitpid(identifier, &status, WNOHANG) }) == identifier { break }
            } catch {
                return nil  // this process wants no statuses: it ignores SIGCHLD
            }
            if deadline.hasPassed { throw .timedOut }
            usleep(200)
        }
        let hasExited = status & 0x7F == 0
        return hasExited ? (status >> 8) & 0xFF : nil
    }
}

/// Texts as the C library takes a list of them.
private final class CStrings {
    let pointers: [UnsafeMutablePointer<CChar>?]

    init(_ texts: [String]) {
        pointers = texts.map { strdup($0) } + [nil]
    }

    deinit {
        for pointer in pointers { free(pointer) }
    }
}
