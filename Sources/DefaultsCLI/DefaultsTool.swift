public import DefaultsCore

/// The `defaults` command: arguments in, text and a status out.
public struct DefaultsTool: Sendable {
    private let streams: Streams
    private let environment: ProcessEnvironment
    private let makeStore: @Sendable (DomainFolders, Duration) -> any DomainStore

    /// A command.
    ///
    /// - Parameters:
    ///   - streams: where it reads and writes.
    ///   - environment: the variables and account that tell where domains are.
    ///   - makeStore: makes the store of the domains in some folders that waits so long for a lock; files by default.
    public init(
        streams: Streams = .standard,
        environment: ProcessEnvironment = .current,
        makeStore: @escaping @Sendable (DomainFolders, Duration) -> any DomainStore = {
            FileDomainStore(folders: $0, lockTimeout: $1)
        }
    ) {
        self.streams = streams
        self.environment = environment
        self.makeStore = makeStore
    }

    /// Does what the arguments ask for, and tells how that ended.
    ///
    /// - Parameter arguments: the words after the command's name, as bytes.
    public func run(_ arguments: [[UInt8]]) -> ExitStatus {
        do {
            let invocation = try ArgumentReader.read(arguments)
            let effect = try invocation.command.plan(invocation, Input(streams: streams))
            try perform(effect, in: try session(for: invocation))
            return .success
        } catch let error as CommandError {
            report(error)
            return error.status
        } catch {
            preconditionFailure("an error of another kind: \(error)")
        }
    }

    private func session(for invocation: Invocation) throws(CommandError) -> Session {
        let root = invocation.options[.root] ?? environment.variable("DEFAULTS_ROOT")
        let folders = DomainFolders(root: root, environment: environment)
        return Session(
            store: makeStore(folders, try invocation.lockTimeout), streams: streams, invocation: invocation)
    }

    private func perform(_ effect: Effect, in session: Session) throws {
        switch effect {
        case .query(let answer):
            try answer(session)
        case .change(let changes, let domain, let refusal):
            do {
                try session.store.apply(changes, to: domain.domain)
            } catch let error as ChangeSetError {
                throw refusal(error)
            } catch let error as PreferencesError {
                throw CommandError.notWritten(domain: domain.title, error)
            }
        }
    }

    /// Says what was wrong. Where standard error is gone too, the status has to do.
    private func report(_ error: CommandError) {
        let text = if case .noVerb = error { HelpText.overview } else { error.message.map { "defaults: \($0)\n" } }
        guard let text else { return }
        try? streams.write(Array(text.utf8), .error)
    }
}
