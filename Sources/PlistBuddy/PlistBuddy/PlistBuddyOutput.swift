import DefaultsCore
import PropertyList
import ToolSupport

/// The collected output of PlistBuddy commands, in printing order.
struct PlistBuddyOutput {
    private struct Piece {
        let stream: StandardStreams.Output
        var bytes: [UInt8]
        /// The format whose escapes the bytes have on a terminal. Text has those of the old style.
        let format: DocumentFormat
    }

    private var pieces: [Piece] = []

    /// Adds bytes to a stream, by default to standard output.
    mutating func add(
        _ bytes: [UInt8], on stream: StandardStreams.Output = .output, as format: DocumentFormat = .openStep
    ) {
        if let last = pieces.last, last.stream == stream, last.format == format {
            pieces[pieces.count - 1].bytes += bytes
        } else {
            pieces.append(Piece(stream: stream, bytes: bytes, format: format))
        }
    }

    /// Adds text to standard output.
    mutating func add(_ text: String) {
        add(Array(text.utf8))
    }

    /// Adds a line. Control characters in it are escaped.
    mutating func printLine(_ text: String, on stream: StandardStreams.Output = .output) {
        add(Array((text.escapingControlCharacters() + "\n").utf8), on: stream)
    }

    /// Writes all output. On a terminal, control characters in values are escaped, so that a stored value cannot
    /// control the terminal.
    ///
    /// A failed write to standard error is ignored, because the exit status also reports errors.
    ///
    /// - Parameter isChanged: Whether a change has been made. The error of a failed write then mentions it.
    func write(to streams: Streams, isChanged: Bool = false) throws(CommandError) {
        for piece in pieces {
            do {
                let bytes = streams.outputIsTerminal ? piece.format.harmless(piece.bytes) : piece.bytes
                try streams.write(bytes, piece.stream)
            } catch {
                if piece.stream == .output { throw .outputFailed(error, isChanged: isChanged) }
            }
        }
    }
}
