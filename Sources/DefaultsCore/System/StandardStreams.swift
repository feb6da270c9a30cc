import Glibc

/// The process's standard input, output and error, without buffers: what is written has been handed to the system.
package enum StandardStreams {
    /// A stream to be written.
    package enum Output: Int32, Sendable {
        case output = 1
        case error = 2
    }

    /// Everything that standard input gives until its end.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of bytes to read. One more is read to tell a longer stream from one that ends.
    ///   - isInVain: Tells from the first bytes whether the others are not worth reading; then the result is the first bytes.
    package static func readInput(limit: Int, unless isInVain: ([UInt8]) -> Bool) throws(SystemError) -> [UInt8] {
        let limit = limit < .max ? limit + 1 : limit
        do throws(FileError) {
            // A duplicate, since the file closes its descriptor.
            return try FilePaths.duplicate(STDIN_FILENO, for: .read("-")).read(atMost: limit, unless: isInVain)
        } catch {
            throw error.systemError ?? SystemError(EIO)
        }
    }

    /// Writes all the bytes.
    package static func write(_ bytes: [UInt8], to stream: Output) throws(SystemError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = try call { rest.withUnsafeBytes { Glibc.write(stream.rawValue, $0.baseAddress, $0.count) } }
            rest = rest.dropFirst(count)
        }
    }

    /// Whether a stream is shown on a terminal.
    package static func isTerminal(_ stream: Output) -> Bool {
        isatty(stream.rawValue) == 1
    }
}
