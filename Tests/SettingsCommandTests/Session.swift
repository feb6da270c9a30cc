import Synchronization
import ToolSupport

@testable import SettingsCommand

/// A settings command with preferences in memory, whose streams are captured.
struct Session: Sendable {
    /// The module `Testing` has a type with the same name.
    typealias Status = ToolSupport.ExitStatus

    /// The result of a run.
    struct Outcome: Equatable {
        var status = Status.success
        var output = ""
        var error = ""

        /// Everything that was printed.
        var text: String { output + error }
    }

    let schema: PreferenceSchema
    let preferences: Preferences
    var isTerminal = false
    /// The error of writing to standard output, or `nil` if writing succeeds.
    var outputError: SystemError?

    /// Creates a session of a schema.
    ///
    /// - Parameters:
    ///   - schema: The schema.
    ///   - contents: The contents of the domain.
    init(_ schema: PreferenceSchema = .many, _ contents: PropertyListDictionary = [:]) {
        self.init(schema, in: InMemoryDomainStore([schema.domain: contents]))
    }

    /// Creates a session of a schema with a store.
    init(_ schema: PreferenceSchema, in store: any DomainStore) {
        self.schema = schema
        preferences = Preferences(domain: schema.domain, store: store, arguments: .none, saving: .explicit)
    }

    /// Runs the command.
    ///
    /// - Parameters:
    ///   - words: The arguments.
    ///   - input: The standard input.
    @discardableResult
    func callAsFunction(_ words: String..., input: String = "") -> Outcome {
        run(words, input: Array(input.utf8))
    }

    /// Runs the command with bytes as its standard input.
    @discardableResult
    func run(_ words: [String], input: [UInt8] = []) -> Outcome {
        let captured = Mutex<[StandardStreams.Output: [UInt8]]>([:])
        var command = SettingsCommand(schema, preferences: preferences, name: "editor settings")
        command.streams = Streams(
            readInput: { (limit, _) throws(SystemError) in Array(input.prefix(limit + 1)) },
            write: { [outputError] (bytes, stream) throws(SystemError) in
                if stream == .output, let outputError { throw outputError }
                captured.withLock { $0[stream, default: []] += bytes }
            },
            outputIsTerminal: isTerminal)
        let status = Status(rawValue: command.run(words))
        return captured.withLock { captured in
            Outcome(
                status: status, output: String(decoding: captured[.output] ?? [], as: UTF8.self),
                error: String(decoding: captured[.error] ?? [], as: UTF8.self))
        }
    }

    /// The saved contents of the domain.
    var contents: PropertyListDictionary {
        get throws { try preferences.store.contents(of: preferences.domain) }
    }
}

extension Session {
    /// Returns the candidates for the last word, as fish receives them: each with its description after a tab.
    func candidates(_ words: String...) -> [String] {
        let answer = run(["__complete", "fish", words.last ?? ""] + words).output
        return answer.split(separator: "\0", omittingEmptySubsequences: false).dropLast().map(String.init)
    }

    /// Returns the value that a run prints as JSON.
    func value(_ words: String...) throws -> PropertyListValue {
        try JSONReader.read(Array(run(words).output.utf8))
    }
}

extension Session.Outcome {
    /// Returns the outcome of a run that fails with a message.
    static func failure(_ status: Session.Status, _ message: String) -> Self {
        Self(status: status, error: "editor settings: \(message)\n")
    }

    /// Returns the outcome of a run that prints text.
    static func printed(_ output: String) -> Self {
        Self(output: output)
    }
}
