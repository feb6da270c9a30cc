import Glibc
import Synchronization

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
    ///   - limit: The maximum number of bytes. If the input is longer, one byte more than the limit is returned.
    ///   - isInVain: Returns whether the first bytes show that the rest is not needed. Only the first bytes are then
    ///     returned.
    package static func readInput(limit: Int, unless isInVain: ([UInt8]) -> Bool) throws(SystemError) -> [UInt8] {
        let limit = limit < .max ? limit + 1 : limit
        do throws(FileError) {
            // `OpenFile` closes its descriptor, so it gets a duplicate.
            return try FilePaths.duplicate(STDIN_FILENO, for: .read("-")).read(atMost: limit, unless: isInVain)
        } catch {
            throw error.systemError ?? SystemError(EIO)
        }
    }

    /// Reads a line of standard input from a terminal.
    ///
    /// - Parameter signals: The blocked signals, which can end the wait for input.
    /// - Returns: The line without its newline, or `nil` at the end of input, after an error, or if a signal that ends
    ///   the process has arrived.
    package static func readLine(holding signals: HeldSignals) -> String? {
        var line: [UInt8] = []
        var byte: UInt8 = 0
        while (try? signals.waitForInput()) == true {
            guard (try? systemCall({ Glibc.read(STDIN_FILENO, &byte, 1) })) == 1 else { break }
            if byte == UInt8(ascii: "\n") { return String(decoding: line, as: UTF8.self) }
            line.append(byte)
        }
        return nil
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

    /// Calls a handler when the last reader of standard output has closed it.
    ///
    /// First sends SIGPIPE to this process. The handler is called only if SIGPIPE does not end the process. If no
    /// thread can be started for the wait, the handler is not called. The next write then fails.
    package static func whenOutputIsBroken(_ handler: @escaping @Sendable () -> Void) {
        try? SystemThread.detach {
            var request = pollfd(fd: Output.output.rawValue, events: 0, revents: 0)
            while (try? systemCall({ poll(&request, 1, -1) })) == nil {}
            kill(getpid(), SIGPIPE)
            handler()
        }
    }

    package static var inputIsTerminal: Bool { isatty(STDIN_FILENO) == 1 }

    /// Whether the process is a job of its own. An interactive shell makes each typed command a job. The commands of a
    /// script belong to the job of the script.
    package static var isJob: Bool { getpgrp() == getpid() }

    package static func isTerminal(_ stream: Output) -> Bool {
        isatty(stream.rawValue) == 1
    }

    /// Whether this process is in the foreground of the terminal that is standard error, or does not belong to it.
    package static var errorIsInForeground: Bool {
        let group = tcgetpgrp(Output.error.rawValue)
        return group == -1 || group == getpgrp()
    }
}

extension StandardStreams {
    /// Standard input, line by line.
    package final class InputLines: Sendable {
        private let state = Mutex((buffer: [UInt8](), isAtEnd: false))
        private let limit: Int
        private let descriptor: Int32

        /// - Parameters:
        ///   - limit: The maximum number of bytes of a line.
        ///   - descriptor: The descriptor to read. Defaults to standard input.
        package init(limit: Int, from descriptor: Int32 = STDIN_FILENO) {
            (self.limit, self.descriptor) = (limit, descriptor)
        }

        /// Returns the next line without its newline, or `nil` at the end. The last line need not have a newline.
        ///
        /// - Throws: An error also if a line is too long.
        package func next() throws(SystemError) -> [UInt8]? {
            try state.withLock { (state) throws(SystemError) in
                var searched = 0
                while true {
                    let end = state.buffer[searched...].firstIndex(of: UInt8(ascii: "\n"))
                    if end ?? state.buffer.count > limit { throw SystemError(E2BIG) }
                    if let end {
                        defer { state.buffer.removeFirst(end + 1) }
                        return Array(state.buffer[..<end])
                    }
                    if state.isAtEnd {
                        defer { state.buffer = [] }
                        return state.buffer.isEmpty ? nil : state.buffer
                    }
                    searched = state.buffer.count
                    let block = try readBlock()
                    state.isAtEnd = block.isEmpty
                    state.buffer += block
                }
            }
        }

        private func readBlock() throws(SystemError) -> ArraySlice<UInt8> {
            var block = [UInt8](repeating: 0, count: 1 << 14)
            let count = try systemCall {
                block.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
            }
            return block.prefix(count)
        }
    }
}
