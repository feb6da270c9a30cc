package import DefaultsCore

/// The streams of the command. Tests replace them by functions of their own.
package struct Streams: Sendable {
    /// Reads standard input up to the limit and one byte more, or only its beginning if the function returns `true` for
    /// that.
    package let readInput: @Sendable (_ limit: Int, _ isInVain: ([UInt8]) -> Bool) throws(SystemError) -> [UInt8]
    /// Writes bytes to a stream without buffering.
    package let write: @Sendable ([UInt8], StandardStreams.Output) throws(SystemError) -> Void
    /// Whether standard output is a terminal.
    package let outputIsTerminal: Bool
    /// Whether standard error is a terminal.
    package let errorIsTerminal: Bool
    /// Whether standard input is a terminal.
    package let inputIsTerminal: Bool
    /// Reads a line of standard input while signals are held, or returns `nil` at its end, or after a signal that ends
    /// the process.
    package let readLine: @Sendable (HeldSignals) -> String?
    /// Calls a handler as soon as nothing reads standard output any longer.
    package let whenOutputIsBroken: @Sendable (@escaping @Sendable () -> Void) -> Void

    /// Creates streams that call the given functions.
    package init(
        readInput: @escaping @Sendable (Int, ([UInt8]) -> Bool) throws(SystemError) -> [UInt8],
        write: @escaping @Sendable ([UInt8], StandardStreams.Output) throws(SystemError) -> Void,
        outputIsTerminal: Bool, errorIsTerminal: Bool = false, inputIsTerminal: Bool = false,
        readLine: @escaping @Sendable (HeldSignals) -> String? = { _ in nil },
        whenOutputIsBroken: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void = { _ in }
    ) {
        self.readInput = readInput
        self.write = write
        self.outputIsTerminal = outputIsTerminal
        self.errorIsTerminal = errorIsTerminal
        self.inputIsTerminal = inputIsTerminal
        self.readLine = readLine
        self.whenOutputIsBroken = whenOutputIsBroken
    }

    /// The streams of this process.
    package static var standard: Streams {
        Streams(
            readInput: { (limit, isInVain) throws(SystemError) in
                try StandardStreams.readInput(limit: limit, unless: isInVain)
            },
            write: { (bytes, stream) throws(SystemError) in try StandardStreams.write(bytes, to: stream) },
            outputIsTerminal: StandardStreams.isTerminal(.output),
            errorIsTerminal: StandardStreams.isTerminal(.error),
            inputIsTerminal: StandardStreams.inputIsTerminal,
            readLine: { StandardStreams.readLine(holding: $0) },
            whenOutputIsBroken: StandardStreams.whenOutputIsBroken)
    }
}

extension Streams {
    /// The streams for reports about a program that has standard output to itself: output goes to standard error.
    package var forReports: Streams {
        Streams(
            readInput: readInput,
            write: { [write] (bytes, _) throws(SystemError) in try write(bytes, .error) },
            outputIsTerminal: errorIsTerminal, errorIsTerminal: errorIsTerminal)
    }

    /// Prints the sentence of an error on standard error, on one line whatever names it contains.
    ///
    /// A failure to write it is ignored, since the exit status reports the error too.
    ///
    /// - Parameter command: The name of the command that reports.
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
    /// The sentence without its middle if it is longer than 6,000 bytes. It then quotes a text of any length; paths
    /// that exist are shorter.
    fileprivate var boundedForReport: String {
        let (limit, ending) = (6000, 500)
        guard utf8.count > limit else { return self }
        let beginning = String(decoding: utf8.prefix(limit - ending), as: UTF8.self)
        return beginning.dropLast() + "…" + String(decoding: utf8.suffix(ending), as: UTF8.self).dropFirst()
    }
}
