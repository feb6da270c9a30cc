import DefaultsCore
import ToolSupport

/// One run of `sandbox`.
///
/// Invalid input is refused before the program runs. Signals are held from the creation of the folder to its removal,
/// so that neither signals nor errors leave the folder behind. Differences are printed after the removal.
struct SandboxRun {
    let program: [[UInt8]]
    let session: Session
    let input: Input

    private var options: OptionValues { session.options }

    /// The result of running the program.
    private struct Ending {
        let status: ExitStatus
        /// The preferences that the program left, if they are needed.
        var state: Result<SandboxState, CommandError>?
        /// An error if the path of the preferences no longer leads to the created folder. ``state`` is then `nil`.
        var misplacement: CommandError?
    }

    /// Runs the program, and compares, updates or saves what it leaves. If the program fails, nothing is updated or
    /// saved.
    ///
    /// - Returns: The status of the program or, if that is 0, the status of the comparison.
    func perform() throws(CommandError) -> ExitStatus {
        try session.requireSandboxOutputs()
        let sources = try SandboxSources(options.sources, in: session, input)
        let expectation = try expectation()
        if let output = options.outputFile, let expectation {
            try session.refuseOutput(output, overExpectation: expectation.path)
        }
        let ending = try run(filledFrom: sources)
        guard ending.status == .success else {
            do throws(CommandError) {
                if let state = ending.state { try concludeFailure(state, expectation) }
            } catch {
                session.report(error)
            }
            return ending.status
        }
        guard let state = try ending.state?.get() else { return ending.status }
        return try conclude(state, expectation)
    }

    private func expectation() throws(CommandError) -> SandboxExpectation? {
        guard let path = options.expectation else { return nil }
        let expectation = try SandboxExpectation(
            at: path, mayBeMissing: options.updatesExpectation, in: session, input)
        if let check = session.schemaCheck { try expectation.require(by: check) }
        return expectation
    }

    /// Runs the program in a new folder, and then keeps or removes the folder.
    private func run(filledFrom sources: SandboxSources) throws(CommandError) -> Ending {
        let signals = HeldSignals()
        defer { signals.release() }
        let (sandbox, ending) = try filling(from: sources, signals) { (sandbox) throws(CommandError) in
            (sandbox, self.ending(try run(in: sandbox, signals), of: sandbox))
        }
        do throws(CommandError) {
            try leave(sandbox)
            // In most cases, `leave` has already thrown an error for the same reason, and this line is not reached.
            if let error = ending.misplacement { throw error }
        } catch {
            if ending.status == .success { throw error }
            session.report(error)
        }
        return ending
    }

    /// Creates and fills a sandbox, and calls a function with it. After an error, the sandbox is removed.
    ///
    /// - Parameter signals: The held signals. If a held signal will end the process, this function throws an error
    ///   without calling `body`. The caller then releases the signals.
    private func filling<Result>(
        from sources: SandboxSources, _ signals: HeldSignals, _ body: (Sandbox) throws(CommandError) -> Result
    ) throws(CommandError) -> Result {
        let sandbox = try Sandbox(in: session)
        do throws(CommandError) {
            try sandbox.fill(from: sources)
            if signals.endsProcess { throw CommandError(.inputOutput, nil) }
            return try body(sandbox)
        } catch {
            try? sandbox.remove()
            throw error
        }
    }

    /// Reads the preferences that the program left, if they are needed. Another folder at the same path is refused.
    private func ending(_ status: ExitStatus, of sandbox: Sandbox) -> Ending {
        guard options.expectation != nil || options.outputFile != nil else { return Ending(status: status) }
        do throws(CommandError) {
            // A command may remove its preferences.
            _ = try sandbox.isInPlace()
            let state = Result { () throws(CommandError) in try sandbox.state() }
            // Processes that the program left running can move the folder while it is read.
            _ = try sandbox.isInPlace()
            return Ending(status: status, state: state)
        } catch {
            return Ending(status: status, misplacement: error)
        }
    }

    /// Keeps the folder if the options ask for it. Otherwise, removes the folder.
    private func leave(_ sandbox: Sandbox) throws(CommandError) {
        guard options.keepsFolder else { return try sandbox.remove() }
        try sandbox.keep {
            session.streams.report(CommandError(.success, "the preferences are in \(shown: sandbox.root)"))
        }
    }

    private func run(in sandbox: Sandbox, _ signals: HeldSignals) throws(CommandError) -> ExitStatus {
        do {
            let program = Program(
                words: program, variables: sandbox.variables, waitsForDescendants: options.waitsForDescendants)
            return ExitStatus(rawValue: try session.programs.run(program, signals))
        } catch {
            throw .programNotRun(String(decoding: program.first ?? [], as: UTF8.self), error)
        }
    }

    /// Saves the preferences that the program left, and compares them with the expectation or updates the expectation.
    private func conclude(
        _ state: SandboxState, _ expectation: SandboxExpectation?
    ) throws(CommandError) -> ExitStatus {
        if let path = options.outputFile { try state.save(to: path, in: session) }
        guard let expectation else { return .success }
        guard options.updatesExpectation else { return try compare(state, with: expectation) }
        try expectation.inHome(state.home, in: session, input).update(to: state, in: session)
        return .success
    }

    /// Reports the outputs that stay unchanged because the program failed, or compares what the program left.
    private func concludeFailure(
        _ state: Result<SandboxState, CommandError>, _ expectation: SandboxExpectation?
    ) throws(CommandError) {
        let outputs = [options.outputFile, options.updatesExpectation ? expectation?.path : nil].compactMap { $0 }
        if !outputs.isEmpty {
            let list = outputs.map { $0 == "-" ? "standard output" : "'\($0)'" }.joined(separator: " and ")
            session.report(CommandError(.negative, "the command failed; leaving \(shown: list) unchanged"))
        }
        guard let expectation, !options.updatesExpectation else { return }
        _ = try compare(state.get(), with: expectation)
    }

    private func compare(
        _ state: SandboxState, with expectation: SandboxExpectation
    ) throws(CommandError) -> ExitStatus {
        let expectation = try expectation.inHome(state.home, in: session, input)
        guard try expectation.showDifferences(from: state, in: session.forReports) else { return .success }
        session.streams.report(
            CommandError(
                .negative,
                """
                the preferences differ from '\(shown: expectation.path)' (-); \
                use '--update' to accept those of the command (+)
                """))
        return .negative
    }

    /// Creates a sandbox that is not removed, and prints the shell commands that set its environment variables.
    func printEnvironment() throws(CommandError) -> ExitStatus {
        let sources = try SandboxSources(options.sources, in: session, input)
        let signals = HeldSignals()
        defer { signals.release() }
        try filling(from: sources, signals) { (sandbox) throws(CommandError) in
            try session.write(Array(sandbox.shellLines.utf8))
        }
        return .success
    }
}
