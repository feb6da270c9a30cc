import DefaultsCore
import Foundation
import ToolSupport

/// The standard streams on which plutil prints. On a terminal, control characters in values are escaped, so that a
/// stored value cannot control the terminal.
struct PlutilOutput {
    private let streams: Streams

    /// An error that occurs when writing to standard output. No further file is then processed.
    struct WriteError: Error {
        let cause: SystemError
    }

    init(_ streams: Streams) {
        self.streams = streams
    }

    /// Prints text without adding a newline. Tabs and newlines are not escaped.
    func write(_ text: String) throws(WriteError) {
        try write(Array((streams.outputIsTerminal ? text.escapingControlCharacters(except: ["\t", "\n"]) : text).utf8))
    }

    /// Prints a line. All control characters in it are escaped.
    func writeLine(_ text: String) throws(WriteError) {
        try write(Array((text.escapingControlCharacters() + "\n").utf8))
    }

    /// Prints a document.
    func write(_ document: Data, _ format: DocumentFormat) throws(WriteError) {
        try write(Array(streams.outputIsTerminal ? format.harmless(document) : document))
    }

    private func write(_ bytes: [UInt8]) throws(WriteError) {
        do {
            try streams.write(bytes, .output)
        } catch {
            throw WriteError(cause: error)
        }
    }

    /// Prints a sentence on standard error. Control characters in it are escaped.
    func report(_ sentence: String) {
        streams.writeError(sentence.escapingControlCharacters() + "\n")
    }
}
