package import ToolSupport
package import DefaultsKeyring
import DefaultsState
import Foundation

/// The `defaults` command. It parses arguments, performs the verb, and returns an exit status.
package struct DefaultsTool: Sendable {
    private var streams: Streams
    private let environment: ProcessEnvironment
    private let makeStore: @Sendable (FileDomainStore) -> any DomainStore
    private let makeKeyring: @Sendable (DomainFolders, Duration) -> any DomainStore
    private let protectMemory: @Sendable () -> Void
    private let runProgram: @Sendable (Program, HeldSignals) throws(SystemError) -> Int32

    /// Creates the command.
    ///
    /// - Parameters:
    ///   - streams: The streams that it reads and writes.
    ///   - environment: The variables and the account that determine the folders of domains.
    ///   - makeStore: Returns the store to use in place of a store of files. Defaults to the given store.
    ///   - makeKeyring: Makes the store of the domains in a keyring. Defaults to the keyring of the user's session.
    ///   - protectMemory: Keeps other programs from reading the memory of the process. Called before the process reads
    ///     values from a keyring. Does nothing by default.
    ///   - runProgram: Runs a program while signals are held. Returns its exit status, or 128 plus the number of the
    ///     signal that ended it. Defaults to a child process.
    package init(
        streams: Streams = .standard,
        environment: ProcessEnvironment = .current,
        makeStore: @escaping @Sendable (FileDomainStore) -> any DomainStore = { $0 },
        makeKeyring: @escaping @Sendable (DomainFolders, Duration) -> any DomainStore = {
            SecretDomainStore(folders: $0, lockTimeout: $1)
        },
        protectMemory: @escaping @Sendable () -> Void = {},
        runProgram: @escaping @Sendable (Program, HeldSignals) throws(SystemError) -> Int32 = {
            (program, signals) throws(SystemError) in try program.run(holding: signals)
        }
    ) {
        self.streams = streams
        self.environment = environment
        self.makeStore = makeStore
        self.makeKeyring = makeKeyring
        self.protectMemory = protectMemory
        self.runProgram = runProgram
    }

    /// Runs the command.
    ///
    /// - Parameter arguments: The arguments after the command's name, as bytes.
    /// - Returns: The exit status.
    package func run(_ arguments: [[UInt8]]) -> ExitStatus {
        do {
            let arguments = Self.asksForVersion(arguments) ? [Array("--version".utf8)] : arguments
            let invocation = try ArgumentReader.read(arguments, table: .standard)
            guard environment.variable("DEFAULTS_LIBRARY") != nil else { return run(invocation, arguments) }
            return run(invocation.redirectingPaths(by: DomainFolders(environment: environment)), arguments)
        } catch {
            return report(error)
        }
    }

    /// Returns whether the only argument is `-v` or `-V`, with which many commands print their version. For some verbs,
    /// `-v` has another meaning.
    private static func asksForVersion(_ arguments: [[UInt8]]) -> Bool {
        guard arguments.count == 1, arguments[0].count == 2, arguments[0][0] == UInt8(ascii: "-") else { return false }
        return arguments[0][1] | 0x20 == UInt8(ascii: "v")
    }

    private func run(_ invocation: Invocation, _ arguments: [[UInt8]]) -> ExitStatus {
        if invocation.command.showsProgress, streams.progress == nil, streams.errorIsTerminal, !isDumbTerminal {
            return runShowingProgress(invocation, arguments)
        }
        let options = invocation.options
        if options.storage.keepsSecrets { protectMemory() }
        do {
            return try perform(invocation, arguments)
        } catch {
            return report(Redaction(hidesValues: options.storage.keepsSecrets).redacted(error))
        }
    }

    private func runShowingProgress(_ invocation: Invocation, _ arguments: [[UInt8]]) -> ExitStatus {
        let progress = ProgressLine(of: invocation.command.name, on: streams)
        progress.start()
        defer { progress.end() }
        var tool = self
        tool.streams = streams.showing(progress)
        return tool.run(invocation, arguments)
    }

    private func report(_ error: CommandError) -> ExitStatus {
        if error.showsHelp { streams.writeError(HelpText.introduction) }
        streams.report(error)
        return error.status
    }

    private func perform(_ invocation: Invocation, _ arguments: [[UInt8]]) throws(CommandError) -> ExitStatus {
        let options = invocation.options
        let folders = try folders(for: options)
        if invocation.command.usesDomains {
            try CommandError.mapping(try folders.validateBase())
        }
        let journalFile = try journalFile(for: options)
        let recording = try recording(for: invocation, arguments, file: journalFile, folders: folders)
        // A comment must not prevent the removal of a secret from a file.
        let layout = LayoutPolicy(
            rewrites: options.rewritesFiles || options.storage.keepsSecrets, json: .tagged,
            recordsDomains: streams.errorIsTerminal)
        let check = try invocation.command.schemaCheck(options, folders: folders, schemaSource)
        let store = FileDomainStore(
            folders: folders, lockTimeout: options.lockTimeout, sizeLimit: options.sizeLimit, layout: layout)
        let files = FileSession(store, check, recording)
        let session = session(for: options, journalFile, files)
        defer { for notice in files.notices { session.report(notice) } }
        let input = Input(
            streams: streams, folders: folders, sizeLimit: options.sizeLimit,
            exists: { (try? session.store.contents(of: $0).isEmpty) != true })
        switch try invocation.command.plan(invocation, input) {
        case .query(let answer):
            return try answer(session)
        case .change(let changes, let domain, let notice, let refusal):
            return try DomainUpdate(
                changes: changes, domain: domain, notice: notice, session: session, refusal: refusal
            ).perform()
        }
    }

    /// The folders of the domains. Option `--root` overrides DEFAULTS_ROOT.
    private func folders(for options: OptionValues) throws(CommandError) -> DomainFolders {
        var root = options.root
        if root == nil { root = try environment.text(of: "DEFAULTS_ROOT") }
        if root?.isEmpty ?? true {
            for name in ["XDG_CONFIG_HOME", "HOME"] { _ = try environment.text(of: name) }
        }
        let folders = DomainFolders(root: root, environment: environment)
        if folders.library != nil { _ = try environment.text(of: "DEFAULTS_LIBRARY") }
        if options.storage.keepsSecrets { _ = try environment.text(of: "DEFAULTS_KEYRING") }
        return folders
    }

    /// The path in option `--journal` or in DEFAULTS_JOURNAL, or `nil` if neither is set. The option overrides the
    /// variable. The path does not depend on whether the verb records changes.
    private func journalFile(for options: OptionValues) throws(CommandError) -> String? {
        var path = options.journal
        if path == nil { path = try environment.text(of: "DEFAULTS_JOURNAL") }
        return path?.isEmpty == true ? nil : path
    }

    /// The recording of changes, or `nil` if no journal is set, or if the verb or the storage does not record changes.
    private func recording(
        for invocation: Invocation, _ arguments: [[UInt8]], file path: String?, folders: DomainFolders
    ) throws(CommandError) -> Recording? {
        let (command, options) = (invocation.command, invocation.options)
        guard let path else { return nil }
        if case .ofOutput = command.schemas {
            // An output can replace the file of a domain.
        } else {
            let option = command.options.first { $0.name == Option.journal.name }
            guard let option, option.neededOption.map(options.names.contains) ?? true else { return nil }
        }
        // Contents that could not be read cannot be restored, and a secret must not be written to a file.
        if options.isForced, command.name != Command.undo.name { throw .notRecorded("a change with '--force'") }
        guard options.storage.hasFiles else {
            if command.name == Command.migrate.name { throw .notRecorded("a migration into the keyring") }
            return nil
        }
        return try Recording(
            in: Journal(path: path, folders: folders, lockTimeout: options.lockTimeout),
            command: { arguments.map { String(decoding: $0, as: UTF8.self) } }, now: environment.now)
    }

    /// The schemas that the environment selects.
    @Sendable private func schemaSource(home: String, isHermetic: Bool) throws(CommandError) -> DomainSchemas.Source {
        try DomainSchemas.Source(environment, home: home, isHermetic: isHermetic)
    }

    private func session(for options: OptionValues, _ journalFile: String?, _ files: FileSession) -> Session {
        let makeFiles = { @Sendable [makeStore] fileStore -> any DomainStore in
            let store = makeStore(fileStore)
            guard let recording = files.recording else { return store }
            return JournalingDomainStore(
                store, journal: recording.journal, command: recording.command(), operation: recording.operation,
                now: recording.now)
        }
        let makeSelected = { @Sendable [makeKeyring] (fileStore: FileDomainStore) in
            options.storage.hasFiles ? makeFiles(fileStore) : makeKeyring(fileStore.folders, options.lockTimeout)
        }
        let makeChecked = { @Sendable (fileStore: FileDomainStore) -> any DomainStore in
            guard let check = files.schemaCheck else { return makeSelected(fileStore) }
            return SchemaCheckingStore(makeSelected(fileStore), check: check.inFolders(fileStore.folders))
        }
        return Session(
            store: makeChecked(files.store), makeFileStore: { makeFiles(files.store) }, files: files,
            streams: streams, options: options, journalFile: journalFile, schemaSource: schemaSource,
            isColored: isColored(options, streams.outputIsTerminal),
            isErrorColored: isColored(options, streams.errorIsTerminal), now: environment.now,
            makeStore: { makeChecked(files.store.inFolders($0)) },
            storeInRoot: { [environment] root in
                makeSelected(files.store.inFolders(DomainFolders(root: root, environment: environment)))
            },
            programs: Programs(run: runProgram, temporaryFolder: temporaryFolder, editor: editor),
            verbs: { CommandTable.standard.commands.map(\.name) })
    }

    /// Returns whether text is colored. By default, text is colored on a terminal, unless NO_COLOR or TERM disables
    /// colors.
    private func isColored(_ options: OptionValues, _ isTerminal: Bool) -> Bool {
        switch options.color {
        case .always: return true
        case .never: return false
        case .auto:
            guard isTerminal, environment.variable("NO_COLOR") ?? "" == "" else { return false }
            return !isDumbTerminal
        }
    }

    /// Whether TERM says that a terminal has no control sequences.
    private var isDumbTerminal: Bool { environment.variable("TERM") ?? "dumb" == "dumb" }

    /// The folder in TMPDIR, or `/tmp` if the variable is not set.
    @Sendable private func temporaryFolder() throws(CommandError) -> String {
        try environment.text(of: "TMPDIR") ?? "/tmp"
    }

    /// The command line in VISUAL or EDITOR, or `nil` if both are missing or blank.
    @Sendable private func editor() throws(CommandError) -> String? {
        for variable in ["VISUAL", "EDITOR"] {
            guard let text = try environment.text(of: variable) else { continue }
            if text.unicodeScalars.contains(where: { !$0.properties.isWhitespace }) { return text }
        }
        return nil
    }
}
