import DefaultsCore
import PropertyList

/// A verb: how it is called, what the help says of it, and what it does.
struct Command: Sendable {
    /// The name, in lower case.
    let name: String
    /// Other names it goes by, which the help keeps to itself.
    var aliases: [String] = []
    /// The ways to call it, each with what it does then; none for a verb that the help does not show.
    let forms: [Form]
    /// Its own options.
    var options: [Option] = []
    /// What the help says of an option here, where verbs differ in it.
    var summaries: [Option: String] = [:]
    /// The options of ``Option/global`` that have an effect on it, without help and version. The others are refused.
    let commonOptions: [Option]
    /// The number of operands, from the first on, that are domains.
    var domainCount = 0
    /// Whether all the words after the domain and a key are a value, in which no options are looked for.
    var takesValue = false
    /// Turns operands into an effect. Nothing is changed here.
    let plan: @Sendable (Invocation, Input) throws -> Effect

    /// All options that it takes.
    var allOptions: [Option] { options + commonOptions + [.help, .version] }

    /// Whether it works on domains in the keyring too.
    var worksWithKeyring: Bool { commonOptions.contains(.keyring) }

    /// The option of this verb that a word, without a value, is a spelling of.
    func option(spelled word: String) -> Option? {
        allOptions.first { Option.isSpelling(word, of: $0) }
    }

    /// Whether it has to do with domains, and so with the folder that they are in.
    var findsDomains: Bool { commonOptions.contains(.root) }

    /// One way to call a verb.
    struct Form: Sendable {
        /// The words after `defaults`.
        let synopsis: String
        let summary: String
        /// The words with a key path in place of the key, where the verb takes one.
        var pathSynopsis: String?
    }
}

/// What an invocation comes to.
enum Effect: Sendable {
    /// A change to a domain; the function says what a condition that does not hold means.
    case change(ChangeSet, to: DomainArgument, refusal: @Sendable (ChangeSetError) -> CommandError)
    /// An answer, and how the command ends then.
    case query(@Sendable (Session) throws -> ExitStatus)

    /// A change of which every condition is about the domain or a key of it.
    static func change(_ edits: [ChangeSet.Edit], to domain: DomainArgument) -> Effect {
        .change(ChangeSet(edits), to: domain) { .refused($0, domain: domain) }
    }

    /// An answer that is always there.
    static func show(_ body: @escaping @Sendable (Session) throws -> Void) -> Effect {
        .query { session in
            try body(session)
            return .success
        }
    }
}

extension CommandError {
    /// What it means that a change does not apply to a domain.
    static func refused(_ error: ChangeSetError, domain: DomainArgument) -> CommandError {
        switch error {
        case .noKeys: .domainNotFound(domain.constant)
        case .noValue(let path): .keyNotFound(domain: domain.constant, key: path.keyText)
        case .notAnArray(let path): .notAnArray(key: path.keyText)
        case .notADictionary(let path): .notADictionary(key: path.keyText)
        case .path(let error): .pathLeadsNowhere(error)
        }
    }
}

extension PropertyListPath {
    /// The key that the path is, or else the path.
    fileprivate var keyText: String { components.count == 1 ? components[0] : description }
}
