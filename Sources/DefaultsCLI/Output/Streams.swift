package import DefaultsCore

/// Where the command reads and writes, injected so that tests can stand in for a terminal and for pipes.
package struct Streams: Sendable {
    /// Everything standard input gives, up to a limit and one byte more, or its beginning if the function says that the rest is of no use.
    package let readInput: @Sendable (_ limit: Int, _ isInVain: ([UInt8]) -> Bool) throws(SystemError) -> [UInt8]
    /// Writes bytes to a stream at once.
    package let write: @Sendable ([UInt8], StandardStreams.Output) throws(SystemError) -> Void
    /// Whether people see standard output directly.
    package let outputIsTerminal: Bool

    /// Streams of the given functions.
    package init(
        readInput: @escaping @Sendable (Int, ([UInt8]) -> Bool) throws(SystemError) -> [UInt8],
        write: @escaping @Sendable ([UInt8], StandardStreams.Output) throws(SystemError) -> Void,
        outputIsTerminal: Bool
    ) {
        self.readInput = readInput
        self.write = write
        self.outputIsTerminal = outputIsTerminal
    }

    /// The streams of this process.
    package static var standard: Streams {
        Streams(
            readInput: { (limit, isInVain) throws(SystemError) in
                try StandardStreams.readInput(limit: limit, unless: isInVain)
            },
            write: { (bytes, stream) throws(SystemError) in try StandardStreams.write(bytes, to: stream) },
            outputIsTerminal: StandardStreams.isTerminal(.output))
    }
}

extension Streams {
    /// Prints the sentence of an error on standard error, on one line whatever names it contains.
    ///
    /// A failure to write it is ignored, since the exit status reports the error too.
    func report(_ error: CommandError) {
        guard let message = error.message else { return }
        writeError("defaults: \(message.boundedForReport.escapingControlCharacters())\n")
    }

    /// Writes text to standard error.
    func writeError(_ text: String) {
        try? write(Array(text.utf8), .error)
    }
}

extension String {
    /// A sentence without its middle if it is longer than any should be: it has quoted something of any length. A path that exists is shorter.
    fileprivate var boundedForReport: String {
        let (limit, ending) = (6000, 500)
        guard utf8.count > limit else { return self }
        let beginning = String(decoding: utf8.prefix(limit - ending), as: UTF8.self)
        return beginning.dropLast() + "…" + String(decoding: utf8.suffix(ending), as: UTF8.self).dropFirst()
    }
}
