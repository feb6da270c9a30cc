package import DefaultsCore

/// Where the command reads and writes, injected so that tests can stand in for a terminal and for pipes.
package struct Streams: Sendable {
    /// Everything standard input gives, up to a limit and one byte more.
    package let readInput: @Sendable (_ limit: Int) throws(SystemError) -> [UInt8]
    /// Writes bytes to a stream at once.
    package let write: @Sendable ([UInt8], StandardStreams.Output) throws(SystemError) -> Void
    /// Whether people see standard output directly.
    package let outputIsTerminal: Bool

    /// Streams of the given functions.
    package init(
        readInput: @escaping @Sendable (Int) throws(SystemError) -> [UInt8],
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
            readInput: { (limit) throws(SystemError) in try StandardStreams.readInput(limit: limit) },
            write: { (bytes, stream) throws(SystemError) in try StandardStreams.write(bytes, to: stream) },
            outputIsTerminal: StandardStreams.isTerminal(.output))
    }
}

extension Streams {
    /// Says on standard error what was wrong, on one line whatever names are in it. Where nobody can hear that, the status has to do.
    func report(_ error: CommandError) {
        if case .noVerb = error { return say(HelpText.overview) }
        guard let message = error.message else { return }
        say("defaults: \(message.escapingControlCharacters())\n")
    }

    private func say(_ text: String) {
        try? write(Array(text.utf8), .error)
    }
}
