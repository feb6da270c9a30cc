import CDefaults
import Glibc

/// Runs other programs with given input, and returns their output and exit status.
///
/// The whole input is in the pipe before the program starts. If this process is killed, the program still gets all of
/// the input. No write can cause SIGPIPE.
package enum ChildProcess {
    /// The status and output of a program that has ended.
    package struct Completion {
        /// The exit status, or `nil` if a signal ended the program or the system does not keep statuses.
        package let status: Int32?
        /// The bytes written to standard output.
        package let output: [UInt8]
        /// The bytes written to standard error.
        package let errors: [UInt8]
    }

    /// An error that occurs when running a program.
    package enum Failure: Error {
        /// The program was killed at the deadline.
        case timedOut
        case system(SystemError)
    }

    /// Runs a program until it ends.
    ///
    /// The program inherits only the three standard streams, the given variables and the lock. In the program, no
    /// signal is blocked or ignored.
    ///
    /// - Parameters:
    ///   - path: The path of the executable.
    ///   - arguments: The arguments, without the name of the program.
    ///   - environment: The environment variables, each as `NAME=value`.
    ///   - input: The bytes for standard input. They must fit into a pipe.
    ///   - lock: A lock that the program inherits. If the program outlives this process, no other process gets the lock
    ///     before the program ends.
    ///   - deadline: The time at which the program is killed.
    /// - Throws: ``Failure``.
    package static func run(
        _ path: String, _ arguments: [String], environment: [String], input: [UInt8], under lock: FolderLock? = nil,
        until deadline: Deadline
    ) throws(Failure) -> Completion {
        let child: RunningChild
        do throws(SystemError) {
            let (input, output, errors) = (try filled(with: input), try makePipe(), try makePipe())
            let descriptors =
                [input, output.writer, errors.writer].map(\.number) + (lock.map { [$0.descriptor] } ?? [])
            let identifier = try spawn(path, arguments, environment, descriptors)
            child = RunningChild(identifier: identifier, output: output.reader, errors: errors.reader)
            // Without this, Swift could close the descriptors before the program starts. Afterwards, only the program
            // can write to the pipes.
            withExtendedLifetime((input, output.writer, errors.writer, lock)) {}
        } catch {
            throw .system(error)
        }
        return try child.finish(until: deadline)
    }

    /// Returns the reading end of a pipe that contains the bytes and is closed for writing.
    private static func filled(with bytes: [UInt8]) throws(SystemError) -> FileDescriptor {
        let (reader, writer) = try makePipe()
        try systemCall { fcntl(writer.number, F_SETFL, O_NONBLOCK) }
        var written = 0
        while written < bytes.count {
            written += try systemCall {
                bytes.withUnsafeBytes { write(writer.number, $0.baseAddress.map { $0 + written }, $0.count - written) }
            }
        }
        return reader
    }

    private static func makePipe() throws(SystemError) -> (reader: FileDescriptor, writer: FileDescriptor) {
        var ends: [Int32] = [-1, -1]
        try systemCall { defaults_pipe(&ends) }
        return (FileDescriptor(ends[0]), FileDescriptor(ends[1]))
    }

    private static func spawn(
        _ path: String, _ arguments: [String], _ environment: [String], _ descriptors: [Int32]
    ) throws(SystemError) -> pid_t {
        var (all, none) = (sigset_t(), sigset_t())
        sigfillset(&all)
        sigemptyset(&none)
        let start = ProgramStart(
            path: Array(path.utf8), words: ([path] + arguments).map { Array($0.utf8) },
            environment: environment.map { Array($0.utf8) }, blocked: none, unignored: all, descriptors: descriptors)
        return try start.start()
    }
}

/// A running program.
private struct RunningChild {
    let identifier: pid_t
    /// The reading ends of the pipes for its standard output and standard error.
    let output: FileDescriptor
    let errors: FileDescriptor

    /// Reads both streams to their ends and waits for the status. Kills the program on an error.
    func finish(until deadline: Deadline) throws(ChildProcess.Failure) -> ChildProcess.Completion {
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
            _ = try? systemCall { waitpid(identifier, &status, 0) }
            throw error
        }
    }

    /// An output stream of the program, and the bytes read so far.
    private struct Stream {
        let file: FileDescriptor
        var bytes: [UInt8] = []
        var isOpen = true

        init(_ file: FileDescriptor) {
            self.file = file
        }

        /// Reads the bytes that are available.
        mutating func read() throws(SystemError) {
            var buffer = [UInt8](repeating: 0, count: 16_384)
            let count = try systemCall { Glibc.read(file.number, &buffer, buffer.count) }
            bytes += buffer.prefix(count)
            isOpen = count > 0
        }
    }

    /// Waits until a stream has bytes, and reads them.
    private func wait(for streams: inout [Stream], until deadline: Deadline) throws(ChildProcess.Failure) {
        var entries = streams.map { stream in
            pollfd(fd: stream.isOpen ? stream.file.number : -1, events: Int16(POLLIN), revents: 0)
        }
        // Checked here since `poll` never times out for a program that writes without end.
        if deadline.hasPassed { throw .timedOut }
        let remaining = deadline.remainingMilliseconds
        do throws(SystemError) {
            if try systemCall({ poll(&entries, nfds_t(entries.count), remaining) }) > 0 {
                for index in streams.indices where entries[index].revents != 0 { try streams[index].read() }
                return
            }
        } catch {
            throw .system(error)
        }
        throw .timedOut
    }

    /// Waits until the program ends. A program usually ends as soon as its streams end.
    private func status(until deadline: Deadline) throws(ChildProcess.Failure) -> Int32? {
        var status: Int32 = 0
        while true {
            do {
                if try systemCall({ waitpid(identifier, &status, WNOHANG) }) == identifier { break }
            } catch {
                return nil  // this process ignores SIGCHLD, so the system keeps no status
            }
            if deadline.hasPassed { throw .timedOut }
            usleep(200)
        }
        return ProgramStart.exitStatus(in: status)
    }
}
