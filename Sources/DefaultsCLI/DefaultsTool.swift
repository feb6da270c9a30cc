package import DefaultsCore
import Foundation

/// The `defaults` command: arguments in, text and a status out.
package struct DefaultsTool: Sendable {
    private let streams: Streams
    private let environment: ProcessEnvironment
    private let makeStore: @Sendable (DomainFolders, Duration, Int) -> any DomainStore
    private let makeKeyring: @Sendable (DomainFolders, Duration) -> any DomainStore
    private let protectMemory: @Sendable () -> Void

    /// Creates the command.
    ///
    /// - Parameters:
    ///   - streams: The streams that it reads and writes.
    ///   - environment: The variables and the account that decide where domains are.
    ///   - makeStore: Makes the store of the domains in the given folders, with the maximum time to wait for a lock and
    ///     the maximum size of a file to read. Defaults to a store of files.
    ///   - makeKeyring: Makes the store of the domains in a keyring. Defaults to the keyring of the user's session.
    ///   - protectMemory: Keeps other programs from reading the memory of the process. Called before it contains values
    ///     of a keyring.
    package init(
        streams: Streams = .standard,
        environment: ProcessEnvironment = .current,
        makeStore: @escaping @Sendable (DomainFolders, Duration, Int) -> any DomainStore = {
            FileDomainStore(folders: $0, lockTimeout: $1, sizeLimit: $2)
        },
        makeKeyring: @escaping @Sendable (DomainFolders, Duration) -> any DomainStore = {
            SecretDomainStore(folders: $0, lockTimeout: $1)
        },
        protectMemory: @escaping @Sendable () -> Void = {}
    ) {
        self.streams = streams
        self.environment = environment
        self.makeStore = makeStore
        self.makeKeyring = makeKeyring
        self.protectMemory = protectMemory
    }

    /// Runs the command.
    ///
    /// - Parameter arguments: The arguments after the command's name, as bytes.
    /// - Returns: The exit status.
    package func run(_ arguments: [[UInt8]]) -> ExitStatus {
        do {
            let invocation = try ArgumentReader.read(arguments, table: .standard)
            return run(invocation)
        } catch {
            return report(error)
        }
    }

    private func run(_ invocation: Invocation) -> ExitStatus {
        let options = invocation.options
        if options.storage.keepsSecrets { protectMemory() }
        do {
            return try perform(invocation)
        } catch {
            return report(Redaction(hidesValues: options.storage.keepsSecrets).redacted(error))
        }
    }

    private func report(_ error: CommandError) -> ExitStatus {
        if error.showsHelp { streams.writeError(HelpText.overview) }
        streams.report(error)
        return error.status
    }

    private func perform(_ invocation: Invocation) throws(CommandError) -> ExitStatus {
        let options = invocation.options
        let folders = try folders(for: options)
        if invocation.command.usesDomains {
            try CommandError.mapping(try folders.validateBase())
        }
        let session = session(for: options, folders: folders)
        let input = Input(
            streams: streams, applications: ApplicationFolders(home: folders.home), folders: folders,
            sizeLimit: options.sizeLimit,
            exists: { (try? session.store.contents(of: $0).isEmpty) != true })
        switch try invocation.command.plan(invocation, input) {
        case .query(let answer):
            return try answer(session)
        case .change(let changes, let domain, let refusal):
            return try DomainUpdate(changes, to: domain, in: session, refusal: refusal).perform()
        }
    }

    /// The folders of the domains. The option overrides the variable.
    private func folders(for options: OptionValues) throws(CommandError) -> DomainFolders {
        var root = options.root
        if root == nil { root = try text(of: "DEFAULTS_ROOT") }
        if root?.isEmpty ?? true {
            for name in ["XDG_CONFIG_HOME", "HOME"] { _ = try text(of: name) }
        }
        return DomainFolders(root: root, environment: environment)
    }

    /// The value of a variable. Repaired text would name another folder, and domains would be read from there or
    /// written to it.
    private func text(of variable: String) throws(CommandError) -> String? {
        guard environment.isText(variable) else { throw .variableNotUTF8(variable) }
        return environment.variable(variable)
    }

    private func session(for options: OptionValues, folders: DomainFolders) -> Session {
        let makeFiles = { @Sendable [makeStore] folders in
            makeStore(folders, options.lockTimeout, options.sizeLimit)
        }
        let makeSelected = { @Sendable [makeKeyring] folders in
            options.storage.hasFiles ? makeFiles(folders) : makeKeyring(folders, options.lockTimeout)
        }
        return Session(
            store: makeSelected(folders), files: makeFiles(folders), folders: folders, streams: streams,
            options: options, now: now,
            storeInRoot: { [environment] root in
                makeSelected(DomainFolders(root: root, environment: environment))
            })
    }

    /// The clock, which stands still if the variable of reproducible builds is set.
    @Sendable private func now() throws(CommandError) -> Date {
        guard let text = try text(of: "SOURCE_DATE_EPOCH"), !text.isEmpty else { return Date() }
        guard let seconds = Int64(text), (0...253_402_300_799).contains(seconds) else { throw .invalidEpoch(text) }
        return Date(timeIntervalSince1970: TimeInterval(seconds))
    }
}
