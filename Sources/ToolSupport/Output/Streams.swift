package import DefaultsCore

/// The streams of the command. Tests replace them with their own functions.
package struct Streams: Sendable {
    /// Reads at most `limit` bytes of standard input. If the input is longer, reads one byte more. If `isInVain`
    /// returns `true` for the first bytes, returns only these bytes.
    package let readInput: @Sendable (_ limit: Int, _ isInVain: ([UInt8]) -> Bool) throws(SystemError) -> [UInt8]
    /// Writes bytes to a stream without buffering.
    package let write: @Sendable ([UInt8], StandardStreams.Output) throws(SystemError) -> Void
    /// Whether standard output is a terminal.
    package let outputIsTerminal: Bool
    /// Whether standard error is a terminal.
    package let errorIsTerminal: Bool
    /// Whether standard input is a terminal.
    package let inputIsTerminal: Bool
    /// Whether standard error is a terminal, and the command was probably typed there, not run by a script.
    package let isTyped: Bool
    /// Reads a line of standard input while signals are held. Returns `nil` at the end of input, or after a signal that
    /// ends the process.
    package let readLine: @Sendable (HeldSignals) -> String?
    /// Calls a handler as soon as no process reads standard output any longer.
    package let whenOutputIsBroken: @Sendable (@escaping @Sendable () -> Void) -> Void
    /// The line that tells a terminal what the command is doing, or `nil` if there is no such line.
    package private(set) var progress: ProgressLine?

    /// Creates streams that call the given functions.
    package init(
        readInput: @escaping @Sendable (Int, ([UInt8]) -> Bool) throws(SystemError) -> [UInt8],
        write: @escaping @Sendable ([UInt8], StandardStreams.Output) throws(SystemError) -> Void,
        outputIsTerminal: Bool, errorIsTerminal: Bool = false, inputIsTerminal: Bool = false, isTyped: Bool = false,
        readLine: @escaping @Sendable (HeldSignals) -> String? = { _ in nil },
        whenOutputIsBroken: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void = { _ in }
    ) {
        self.readInput = readInput
        self.write = write
        self.outputIsTerminal = outputIsTerminal
        self.errorIsTerminal = errorIsTerminal
        self.inputIsTerminal = inputIsTerminal
        self.isTyped = isTyped
        self.readLine = readLine
        self.whenOutputIsBroken = whenOutputIsBroken
    }

    /// The streams of this process.
    package static var standard: Streams {
        let errorIsTerminal = StandardStreams.isTerminal(.error)
        return Streams(
            readInput: { (limit, isInVain) throws(SystemError) in
                try StandardStreams.readInput(limit: limit, unless: isInVain)
            },
            write: { (bytes, stream) throws(SystemError) in try StandardStreams.write(bytes, to: stream) },
            outputIsTerminal: StandardStreams.isTerminal(.output),
            errorIsTerminal: errorIsTerminal, inputIsTerminal: StandardStreams.inputIsTerminal,
            isTyped: errorIsTerminal && StandardStreams.isJob,
            readLine: { StandardStreams.readLine(holding: $0) },
            whenOutputIsBroken: StandardStreams.whenOutputIsBroken)
    }
}

extension Streams {
    /// The streams with output redirected to standard error, for reports about a program that uses standard output.
    /// Control characters are escaped as on a terminal, whether standard error is one or not.
    package var forReports: Streams {
        Streams(
            readInput: readInput,
            write: { [write] (bytes, _) throws(SystemError) in try write(bytes, .error) },
            outputIsTerminal: true, errorIsTerminal: errorIsTerminal)
    }

    /// The streams with a line of progress. Output replaces the line.
    package func showing(_ progress: ProgressLine) -> Streams {
        var streams = Streams(
            readInput: readInput,
            write: { (bytes, stream) throws(SystemError) in try progress.write(bytes, to: stream) },
            outputIsTerminal: outputIsTerminal, errorIsTerminal: errorIsTerminal, inputIsTerminal: inputIsTerminal,
            readLine: readLine, whenOutputIsBroken: whenOutputIsBroken)
        streams.progress = progress
        return streams
    }

    /// Prints the sentence of an error on standard error. Control characters are escaped, so that it is one line.
    ///
    /// A write error is ignored, because the exit status also reports the error.
    ///
    /// - Parameter command: The name of the command, which is printed before the sentence.
    package func report(_ error: CommandError, by command: String = "defaults") {
        guard let message = error.message else { return }
        writeError("\(command): \(message.boundedForReport.escapingControlCharacters())\n")
    }

    /// Writes text to standard error.
    package func writeError(_ text: String) {
        try? write(Array(text.utf8), .error)
    }
}

extension String {
    /// The sentence. If it is longer than 6,000 bytes, an ellipsis replaces its middle. Existing paths are shorter, so
    /// only other quoted text can make a sentence too long.
    fileprivate var boundedForReport: String {
        let (limit, ending) = (6000, 500)
        guard utf8.count > limit else { return self }
        let beginning = String(decoding: utf8.prefix(limit - ending), as: UTF8.self)
        return beginning.dropLast() + "…" + String(decoding: utf8.suffix(ending), as: UTF8.self).dropFirst()
    }
}
