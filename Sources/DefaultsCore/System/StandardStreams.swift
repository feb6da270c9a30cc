import Glibc

/// The standard streams of the process, without buffers: a write returns after the system has taken the bytes.
package enum StandardStreams {
    /// A stream to write to.
    package enum Output: Int32, Sendable {
        case output = 1
        case error = 2
    }

    /// Reads standard input to its end.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of bytes. One byte more is returned if there are more.
    ///   - isInVain: Decides from the first bytes that the rest is of no use. The result is then the first bytes.
    package static func readInput(limit: Int, unless isInVain: ([UInt8]) -> Bool) throws(SystemError) -> [UInt8] {
        let limit = limit < .max ? limit + 1 : limit
        do throws(FileError) {
            // A duplicate, since the file closes its descriptor.
            return try FilePaths.duplicate(STDIN_FILENO, for: .read("-")).read(atMost: limit, unless: isInVain)
        } catch {
            throw error.systemError ?? SystemError(EIO)
        }
    }

    /// Writes all the bytes, in as many system calls as are needed.
    package static func write(_ bytes: [UInt8], to stream: Output) throws(SystemError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = try systemCall {
                rest.withUnsafeBytes { Glibc.write(stream.rawValue, $0.baseAddress, $0.count) }
            }
            rest = rest.dropFirst(count)
        }
    }

    /// Calls a handler as soon as nothing reads standard output any longer.
    ///
    /// The process ends by the signal of a broken pipe instead, unless it ignores that signal. If no thread can be
    /// started to wait, the next write fails.
    package static func whenOutputIsBroken(_ handler: @escaping @Sendable () -> Void) {
        try? SystemThread.detach {
            var request = pollfd(fd: Output.output.rawValue, events: 0, revents: 0)
            while (try? systemCall({ poll(&request, 1, -1) })) == nil {}
            kill(getpid(), SIGPIPE)
            handler()
        }
    }

    /// Returns whether a stream is a terminal.
    package static func isTerminal(_ stream: Output) -> Bool {
        isatty(stream.rawValue) == 1
    }
}
