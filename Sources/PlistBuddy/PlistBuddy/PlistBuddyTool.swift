package import DefaultsCore
package import ToolSupport

/// The command `PlistBuddy`.
package struct PlistBuddyTool: Sendable {
    private let streams: Streams
    private let environment: ProcessEnvironment
    private let nextLine: @Sendable () throws(SystemError) -> [UInt8]?

    /// Creates the command.
    ///
    /// - Parameters:
    ///   - streams: The streams for output and errors.
    ///   - environment: The variables that determine the locations of files and of the journal.
    ///   - nextLine: Returns the next line of standard input without its newline, or `nil` at the end. Defaults to
    ///     lines of at most 16 MiB.
    package init(
        streams: Streams = .standard, environment: ProcessEnvironment = .current,
        nextLine: @escaping @Sendable () throws(SystemError) -> [UInt8]? =
            StandardStreams.InputLines(limit: 1 << 24).next
    ) {
        (self.streams, self.environment, self.nextLine) = (streams, environment, nextLine)
    }

    /// Runs the command.
    ///
    /// - Parameter words: The arguments after the command's name, as bytes.
    /// - Returns: The exit status: 1 if an error occurred, no file was given or changes were not saved, otherwise 0.
    package func run(_ words: [[UInt8]]) -> ExitStatus {
        do {
            let arguments = try CommandArguments.texts(of: words)
            return try run(PlistBuddyArguments(arguments), arguments)
        } catch {
            return fail(error)
        }
    }

    private func fail(_ error: any Error) -> ExitStatus {
        switch error as? PlistBuddyArguments.ReadingError {
        case .incomplete:
            try? streams.write(Array(PlistBuddyHelp.usage.utf8), .output)
        case .invalid(let argument):
            try? streams.write(Array("Invalid Arguments\n\n".utf8), .output)
            streams.report(CommandError(.usage, "unexpected argument '\(shown: argument)'"), by: "PlistBuddy")
        case nil:
            streams.report(.editing(error), by: "PlistBuddy")
        }
        return .negative
    }

    private func run(_ arguments: PlistBuddyArguments, _ words: [String]) throws -> ExitStatus {
        guard let path = arguments.path, !arguments.showsHelp, !arguments.showsVersion else {
            var output = PlistBuddyOutput()
            output.add((arguments.showsHelp ? PlistBuddyHelp.full : "PlistBuddy (\(Version.text))\n").utf8)
            try output.write(to: streams)
            return arguments.path == nil && !arguments.acceptsNoFile ? .negative : .success
        }
        let file = try GuardedFile(path, command: ["PlistBuddy"] + words, environment)
        if arguments.refusesLinks, Self.containsLink(file.path) {
            throw CommandError(.inputOutput, "'\(shown: file.path)' contains a symbolic link, which '-l' refuses")
        }
        defer { for notice in file.session.notices { streams.report(notice, by: "PlistBuddy") } }
        let session = PlistBuddySession(
            path: path, printsXML: arguments.printsXML, locate: file.session.store.folders.redirected)
        return arguments.commands.isEmpty ? try converse(session, file) : try run(arguments.commands, session, file)
    }

    /// Returns whether a component of a path is a symbolic link.
    private static func containsLink(_ path: String) -> Bool {
        if (try? FilePaths.destination(ofLink: path.droppingTrailingSlashes)) ?? nil != nil { return true }
        let folder = FilePaths.split(path.droppingTrailingSlashes).folder
        return folder != "." && folder != "/" && folder != path && containsLink(folder)
    }

    /// Performs commands and saves the changes. If a command can change the file, the lock is held from reading to
    /// saving, but not while output is printed.
    private func run(_ commands: [String], _ session: PlistBuddySession, _ file: GuardedFile) throws -> ExitStatus {
        var session = session
        if commands.contains(where: { (try? PlistBuddyCommand($0))?.isChanging == true }) {
            try file.update { session.perform(commands, in: $0) }
        } else {
            session.perform(commands, in: UnlockedFile(file))
        }
        try session.output.write(to: streams, isChanged: session.hasSaved)
        return session.status
    }

    /// Performs the commands of standard input.
    private func converse(_ session: PlistBuddySession, _ guarded: GuardedFile) throws -> ExitStatus {
        var session = session
        let file = UnlockedFile(guarded)
        let isOpen = session.open(file)
        while isOpen, !session.isEnded {
            session.output.add("Command: ".utf8)
            try session.output.write(to: streams)
            let line = try PreferencesError.mapping(try FileAccess.read("-").mapping(try nextLine()))
            guard let line else { break }
            if let text = String(exactly: line) {
                session.perform(text, in: file)
            } else {
                session.report(CommandError(.usage, "a command is not valid UTF-8"))
            }
        }
        try session.output.write(to: streams)
        guard session.isChanged else { return session.status }
        streams.report(
            CommandError(.negative, "the changes to '\(shown: guarded.path)' were not saved"), by: "PlistBuddy")
        return session.status == .success && !session.isEnded ? .negative : session.status
    }
}
