import DefaultsCore
import PropertyList
import ToolSupport

/// The collected output of PlistBuddy commands, in printing order.
struct PlistBuddyOutput {
    private struct Piece {
        let stream: StandardStreams.Output
        var bytes: [UInt8]
        let isXML: Bool

        /// The bytes with escapes for control characters. Lines on standard error have no other control characters.
        var bytesForTerminal: [UInt8] {
            let text = String(decoding: bytes, as: UTF8.self)
            let escaped =
                isXML ? text.escapingControlCharactersOfXML() : text.escapingControlCharacters(except: ["\t", "\n"])
            return Array(escaped.utf8)
        }
    }

    private var pieces: [Piece] = []

    /// Adds bytes to standard output.
    mutating func add(_ bytes: [UInt8], isXML: Bool = false) {
        append(bytes, .output, isXML: isXML)
    }

    /// Adds text to standard output.
    mutating func add(_ text: String) {
        add(Array(text.utf8))
    }

    /// Adds a line. Control characters in it are escaped.
    mutating func printLine(_ text: String, on stream: StandardStreams.Output = .output) {
        append(Array((text.escapingControlCharacters() + "\n").utf8), stream)
    }

    private mutating func append(_ bytes: [UInt8], _ stream: StandardStreams.Output, isXML: Bool = false) {
        if let last = pieces.last, last.stream == stream, last.isXML == isXML {
            pieces[pieces.count - 1].bytes += bytes
        } else {
            pieces.append(Piece(stream: stream, bytes: bytes, isXML: isXML))
        }
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
                try streams.write(streams.outputIsTerminal ? piece.bytesForTerminal : piece.bytes, piece.stream)
            } catch {
                if piece.stream == .output { throw .outputFailed(error, isChanged: isChanged) }
            }
        }
    }
}
