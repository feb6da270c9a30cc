package import DefaultsCore
import Foundation

/// The `defaults` command: arguments in, text and a status out.
package struct DefaultsTool: Sendable {
    private let streams: Streams
    private let environment: ProcessEnvironment
    private let makeStore: @Sendable (DomainFolders, Duration, Int) -> any DomainStore
    private let makeKeyring: @Sendable (DomainFolders, Duration) -> any DomainStore
    private let protectMemory: @Sendable () -> Void

    /// A command.
    ///
    /// - Parameters:
    ///   - streams: where it reads and writes.
    ///   - environment: the variables and account that tell where domains are.
    ///   - makeStore: makes the store of the domains in some folders that waits so long for a lock and reads
    ///     files of at most so many bytes; files by default.
    ///   - makeKeyring: the same for the domains in a keyring; by default that of the user's session.
    ///   - protectMemory: Keeps other programs from the memory of the process. Called before values of a keyring are in it.
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

    /// Does what the arguments ask for, and tells how that ended.
    ///
    /// - Parameter arguments: the words after the command's name, as bytes.
    package func run(_ arguments: [[UInt8]]) -> ExitStatus {
        do {
            let invocation = try ArgumentReader.read(arguments)
            if invocation.usesKeyring { protectMemory() }
            return try invocation.usesKeyring ? hidingContents { try run(invocation) } : run(invocation)
        } catch let error as CommandError {
            streams.report(error)
            return error.status
        } catch {
            preconditionFailure("an error of another kind: \(error)")
        }
    }

    private func run(_ invocation: Invocation) throws -> ExitStatus {
        let folders = try folders(for: invocation)
        if invocation.command.findsDomains {
            try Session.naming { () throws(PreferencesError) in try folders.validateBase() }
        }
        let session = try session(for: invocation, folders: folders)
        let input = Input(
            streams: streams, applications: ApplicationFolders(home: folders.home), folders: folders,
            sizeLimit: try invocation.sizeLimit,
            exists: { (try? session.store.contents(of: $0).isEmpty) != true })
        let effect = try invocation.command.plan(invocation, input)
        return try perform(effect, in: session)
    }

    /// Takes out of an error what it quotes of a document, which may be a secret.
    private func hidingContents<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let error as CommandError {
            throw error.withoutContents
        }
    }

    /// Where the domains are: the option counts over the variable.
    private func folders(for invocation: Invocation) throws(CommandError) -> DomainFolders {
        var root = invocation.options[.root]
        if root == nil { root = try text(of: "DEFAULTS_ROOT") }
        if root?.isEmpty ?? true {
            for name in ["XDG_CONFIG_HOME", "HOME"] { _ = try text(of: name) }
        }
        return DomainFolders(root: root, environment: environment)
    }

    /// The value of a variable. Repaired text would be another folder, and domains would be read from there or written to it.
    private func text(of variable: String) throws(CommandError) -> String? {
        guard environment.isText(variable) else { throw .variableNotUTF8(variable) }
        return environment.variable(variable)
    }

    private func session(for invocation: Invocation, folders: DomainFolders) throws(CommandError) -> Session {
        let (timeout, sizeLimit) = (try invocation.lockTimeout, try invocation.sizeLimit)
        let makeFiles = { @Sendable [makeStore] folders in makeStore(folders, timeout, sizeLimit) }
        let makeSecrets = { @Sendable [makeKeyring] folders in makeKeyring(folders, timeout) }
        let makeNamed = invocation.usesKeyring ? makeSecrets : makeFiles
        return Session(
            store: makeNamed(folders), files: makeFiles(folders), folders: folders, streams: streams,
            invocation: invocation, now: now,
            storeInRoot: { [environment] root in
                makeNamed(DomainFolders(root: root, environment: environment))
            })
    }

    /// The clock, which stands still where the variable of reproducible builds says so.
    @Sendable private func now() throws(CommandError) -> Date {
        guard let text = try text(of: "SOURCE_DATE_EPOCH"), !text.isEmpty else { return Date() }
        guard let seconds = Int64(text), (0...253_402_300_799).contains(seconds) else { throw .invalidEpoch(text) }
        return Date(timeIntervalSince1970: TimeInterval(seconds))
    }

    private func perform(_ effect: Effect, in session: Session) throws -> ExitStatus {
        switch effect {
        case .query(let answer):
            return try answer(session)
        case .change(let changes, let domain, let refusal):
            do {
                let isChanged = try DomainChange(changes, to: domain, in: session).perform()
                return isChanged && session.invocation.options.contains(.exitCode) ? .changed : .success
            } catch let error as ChangeSetError {
                if error.isAbsence, session.invocation.options.contains(.ifExists) { return .success }
                throw refusal(error)
            }
        }
    }
}

extension ChangeSetError {
    /// Whether there was nothing to be changed.
    var isAbsence: Bool {
        switch self {
        case .noKeys, .noValue: true
        case .notAnArray, .notADictionary, .path: false
        }
    }
}
