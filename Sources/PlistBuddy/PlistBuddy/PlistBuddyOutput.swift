import DefaultsCore
import Foundation
import ToolSupport

/// The collected output of PlistBuddy commands, in printing order.
struct PlistBuddyOutput {
    /// The pieces. The format, XML or the old style for any other text, determines the escapes on a terminal.
    private var pieces: [(stream: StandardStreams.Output, format: DocumentFormat, bytes: [UInt8])] = []

    /// Adds bytes.
    mutating func add(
        _ bytes: some Sequence<UInt8>, as format: DocumentFormat = .openStep,
        on stream: StandardStreams.Output = .output
    ) {
        if let last = pieces.last, last.stream == stream, last.format == format {
            pieces[pieces.count - 1].bytes += bytes
        } else {
            pieces.append((stream, format, Array(bytes)))
        }
    }

    /// Adds a line. Control characters in it are escaped.
    mutating func printLine(_ text: String, on stream: StandardStreams.Output = .output) {
        add((text.escapingControlCharacters() + "\n").utf8, on: stream)
    }

    /// Writes all output, and removes it. On a terminal, control characters in values are escaped, so that a stored
    /// value cannot control the terminal.
    ///
    /// A failed write to standard error is ignored, because the exit status also reports errors.
    ///
    /// - Parameter isChanged: Whether a change has been made. The error of a failed write then mentions it.
    mutating func write(to streams: Streams, isChanged: Bool = false) throws(CommandError) {
        defer { pieces = [] }
        for (stream, format, bytes) in pieces {
            do {
                try streams.write(streams.printed(bytes, as: format), stream)
            } catch {
                if stream == .output { throw .outputFailed(error, isChanged: isChanged) }
            }
        }
    }
}
