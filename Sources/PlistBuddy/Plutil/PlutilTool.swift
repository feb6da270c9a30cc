package import DefaultsCore
package import ToolSupport

/// The command `plutil`.
package struct PlutilTool: Sendable {
    private let streams: Streams
    private let environment: ProcessEnvironment

    /// Creates the command.
    ///
    /// - Parameters:
    ///   - streams: The streams for input, output and errors.
    ///   - environment: The variables that determine the locations of files and of the journal.
    package init(streams: Streams, environment: ProcessEnvironment) {
        (self.streams, self.environment) = (streams, environment)
    }

    /// The command with the streams and variables of this process.
    package static var standard: PlutilTool {
        PlutilTool(streams: .standard, environment: .current)
    }

    /// Runs the command.
    ///
    /// - Parameter words: The arguments after the command's name, as bytes.
    /// - Returns: The exit status: 1 if an error occurred, otherwise 0.
    package func run(_ words: [[UInt8]]) -> ExitStatus {
        do {
            let arguments = try CommandArguments.texts(of: words)
            return try run(PlutilArguments(arguments), arguments)
        } catch {
            return fail(error)
        }
    }

    private func run(_ arguments: PlutilArguments, _ words: [String]) throws -> ExitStatus {
        let output = PlutilOutput(streams)
        if arguments.command == .help {
            try output.write(PlutilHelp.text)
            return .success
        }
        if arguments.command == .show, arguments.options.isSilent {
            output.report("-s doesn't make a lot of sense with -p.")
        }
        let folders = try GuardedFile.folders(environment)
        let files = arguments.files.map { name in
            PlutilFile(name, folders, streams, words: ["plutil"] + words, environment: environment)
        }
        try PlutilFile.requireDifferentResults(of: files, arguments.options)
        var status = ExitStatus.success
        for file in files {
            do {
                try PlutilRun(arguments, file, output).perform()
            } catch let error as PlutilOutput.WriteError {
                throw error
            } catch {
                output.report("\(file.shownName): \(PlutilError(error).sentence)")
                status = .negative
            }
        }
        return status
    }

    private func fail(_ error: any Error) -> ExitStatus {
        if let error = error as? PlutilOutput.WriteError {
            streams.report(.outputFailed(error.cause), by: "plutil")
        } else {
            PlutilOutput(streams).report(PlutilError(error).sentence)
        }
        return .negative
    }
}
