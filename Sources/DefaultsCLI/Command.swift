import DefaultsCore

/// A verb: how it is called, what the help says of it, and what it does.
struct Command: Sendable {
    /// The name, in lower case.
    let name: String
    /// The ways to call it, each with what it does then.
    let forms: [Form]
    /// Its options beside the global ones.
    var options: [Option] = []
    /// Turns operands into an effect. Nothing is changed here.
    let plan: @Sendable (Invocation, Input) throws -> Effect

    /// One way to call a verb.
    struct Form: Sendable {
        /// The words after `defaults`.
        let synopsis: String
        let summary: String
    }

    /// The error of being called in none of the ways.
    var misuse: CommandError { .wrongOperands(synopses: forms.map(\.synopsis)) }
}

/// What an invocation comes to.
enum Effect: Sendable {
    /// A change to a domain; the function says what a condition that does not hold means.
    case change(ChangeSet, to: DomainArgument, refusal: @Sendable (ChangeSetError) -> CommandError)
    /// An answer.
    case query(@Sendable (Session) throws -> Void)

    /// A change without conditions.
    static func change(_ edits: [ChangeSet.Edit], to domain: DomainArgument) -> Effect {
        .change(ChangeSet(edits), to: domain) { _ in .domainNotFound(domain.constant) }
    }
}
