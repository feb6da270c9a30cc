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
        } catch let error as SystemError {
            streams.report(.outputFailed(error), by: "plutil")
        } catch {
            streams.report(PlutilError(error))
        }
        return .negative
    }

    /// - Throws: ``SystemError`` if standard output cannot be written. No further file is then processed.
    private func run(_ arguments: PlutilArguments, _ words: [String]) throws -> ExitStatus {
        if arguments.command == .help || arguments.command == .version {
            let text = arguments.command == .help ? PlutilHelp.text : "plutil (\(Version.text))\n"
            try streams.write(Array(text.utf8), .output)
            return .success
        }
        if arguments.command == .show, arguments.options.isSilent {
            streams.report(PlutilError("-s doesn't make a lot of sense with -p."))
        }
        let folders = try GuardedFile.folders(environment)
        let files = arguments.files.map { name in
            PlutilFile(
                name: name, path: folders.redirected(name), folders: folders, streams: streams,
                environment: environment, words: ["plutil"] + words)
        }
        try PlutilFile.requireDifferentResults(of: files, arguments.options)
        var status = ExitStatus.success
        for file in files {
            var output: [UInt8] = []
            do {
                output = try PlutilRun(arguments: arguments, file: file).output()
            } catch {
                streams.report(PlutilError("\(file.shownName): \(PlutilError(error).sentence)"))
                status = .negative
            }
            try streams.write(output, .output)
        }
        return status
    }
}
