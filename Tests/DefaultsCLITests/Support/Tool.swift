import Foundation
import Synchronization

@testable import DefaultsCLI
@testable import ToolSupport
@testable import DefaultsCore

/// The command in this process, with a store in memory and streams that are caught.
final class Tool: Sendable {
    let store: InMemoryDomainStore
    /// What stands in for the keyring.
    let keyring: InMemoryDomainStore
    private let input: [UInt8]
    private let isTerminal: Bool
    private let errorIsTerminal: Bool
    private let isTyped: Bool
    private let variables: [String: String]
    private let outputError: SystemError?

    /// What a run came to.
    struct Outcome: Equatable {
        var status: ExitStatus
        var output = ""
        var error = ""
    }

    /// - Parameters:
    ///   - domains: what the store holds.
    ///   - secrets: what the keyring holds.
    ///   - input: what standard input gives.
    ///   - outputError: what happens to whoever writes to standard output.
    init(
        _ domains: [Domain: PropertyListDictionary] = [:], secrets: [Domain: PropertyListDictionary] = [:],
        input: [UInt8] = [], isTerminal: Bool = false, errorIsTerminal: Bool = false, isTyped: Bool = false,
        variables: [String: String] = ["HOME": "/home/me"], outputError: SystemError? = nil
    ) {
        store = InMemoryDomainStore(domains)
        keyring = InMemoryDomainStore(secrets)
        self.input = input
        self.isTerminal = isTerminal
        self.errorIsTerminal = errorIsTerminal
        self.isTyped = isTyped
        self.variables = variables
        self.outputError = outputError
    }

    /// Runs the command on words.
    @discardableResult
    func callAsFunction(_ words: String...) -> Outcome {
        run(words)
    }

    /// Runs the command on words, with another store if one is given, and a function in place of programs.
    func run(
        _ words: [String], store: (any DomainStore)? = nil,
        program: @escaping @Sendable (Program, HeldSignals) throws(SystemError) -> Int32 = { _, _ in 0 }
    ) -> Outcome {
        run(words.map { Array($0.utf8) }, store: store, program: program)
    }

    /// Runs the command on words that need not be text, with another store if one is given, and a function in place of
    /// programs.
    func run(
        _ words: [[UInt8]], store: (any DomainStore)? = nil,
        program: @escaping @Sendable (Program, HeldSignals) throws(SystemError) -> Int32 = { _, _ in 0 }
    ) -> Outcome {
        let caught = Mutex<[StandardStreams.Output: [UInt8]]>([:])
        let tool = DefaultsTool(
            streams: Streams(
                readInput: { [input] (limit, _) throws(SystemError) in Array(input.prefix(limit + 1)) },
                write: { [outputError] (bytes, stream) throws(SystemError) in
                    if stream == .output, let outputError { throw outputError }
                    caught.withLock { $0[stream, default: []] += bytes }
                },
                outputIsTerminal: isTerminal, errorIsTerminal: errorIsTerminal, isTyped: isTyped),
            environment: ProcessEnvironment(
                variable: { [variables] in variables[$0] }, accountHome: { "/home/account" }),
            makeStore: { [self] _ in store ?? self.store }, makeKeyring: { [self] _, _ in store ?? keyring },
            runProgram: program)
        let status = tool.run(words)
        return caught.withLock { caught in
            Outcome(
                status: status, output: String(decoding: caught[.output] ?? [], as: UTF8.self),
                error: String(decoding: caught[.error] ?? [], as: UTF8.self))
        }
    }

    /// What a domain holds.
    func contents(_ domain: String, host: Domain.Host = .any) throws -> PropertyListDictionary {
        try store.contents(of: Domain(domain, host: host))
    }
}
