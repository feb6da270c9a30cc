import DefaultsCore
import ToolSupport

/// A verb: its names, operands, options, help and effect.
///
/// To add a verb, declare it, and add it to ``CommandTable/standard``. If it is listed, also add it to
/// ``HelpText/groups``. Forms, options and the guide are created when they are needed, so a run usually creates only
/// those of its own verb.
final class Command: Sendable {
    /// The name, in lower case.
    let name: String
    /// Other names, which the help does not show.
    let aliases: [String]
    /// Whether the help, the completions and suggestions show the verb.
    let isListed: Bool
    let operands: OperandPattern
    private let ownSummary: String?
    private let makeForms: @Sendable () -> [Form]
    private let makeOwnOptions: @Sendable () -> [Option]
    private let makeGuide: @Sendable () -> Guide
    private let group: OptionGroup?
    /// When the verb uses the schemas of domains. Unlike the options, this is known without creating them.
    let schemas: SchemaUse
    /// Whether a terminal shows what the verb is doing if this takes longer than a second.
    let showsProgress: Bool
    /// Turns an invocation into an effect. Nothing is changed here.
    let plan: @Sendable (Invocation, Input) throws(CommandError) -> Effect

    /// - Parameters:
    ///   - summary: The description in one line. Defaults to that of the first form.
    ///   - isListed: Whether the help, the completions and suggestions show the verb. A verb without forms is never
    ///     shown.
    ///   - forms: The ways to call the verb. May be empty for a verb that the help does not show.
    ///   - options: The verb's own options.
    ///   - schemas: When the verb uses the schemas of domains. It then has ``Option/schemas``.
    ///   - group: The options that the verb shares with others; `nil` for a verb that does not work on domains.
    ///   - showsProgress: Whether a terminal shows what the verb is doing if this takes longer than a second.
    ///   - guide: The rest of the verb's help, with an example.
    init(
        _ name: String, summary: String? = nil, aliases: [String] = [], isListed: Bool = true,
        operands: OperandPattern = OperandPattern(),
        forms: @escaping @Sendable @autoclosure () -> [Form] = [],
        options: @escaping @Sendable @autoclosure () -> [Option] = [],
        schemas: SchemaUse = .never, group: OptionGroup? = nil, showsProgress: Bool = false,
        guide: @escaping @Sendable @autoclosure () -> Guide = .empty,
        plan: @escaping @Sendable (Invocation, Input) throws(CommandError) -> Effect
    ) {
        self.name = name
        ownSummary = summary
        self.aliases = aliases
        self.isListed = isListed
        self.operands = operands
        self.showsProgress = showsProgress
        self.plan = plan
        makeForms = forms
        makeOwnOptions = options
        makeGuide = guide
        self.schemas = schemas
        self.group = group
    }

    /// The description in one line.
    var summary: String { ownSummary ?? forms.first?.summary ?? "" }
    /// The ways to call the verb, in the order of the help.
    var forms: [Form] { makeForms() }
    /// The options that Apple's tool does not have for this verb.
    var ownOptions: [Option] { makeOwnOptions() + schemas.options }
    /// The description, exit statuses, example and references of the help.
    var guide: Guide { makeGuide() }
    /// All options, in the order of the help.
    var options: [Option] { ownOptions + (group?.options ?? []) + Option.universal }

    /// Whether the verb works on domains. If so, the folder that contains them is validated before the verb runs.
    var usesDomains: Bool { group != nil }

    /// One way to call a verb.
    struct Form: Sendable {
        /// The words after `defaults`.
        let synopsis: String
        let summary: String
        /// The synopsis with a key path instead of the key, or `nil` if the form does not accept a path.
        let pathSynopsis: String?

        init(_ synopsis: String, _ summary: String, withPath pathSynopsis: String? = nil) {
            self.synopsis = synopsis
            self.summary = summary
            self.pathSynopsis = pathSynopsis
        }
    }
}

/// The effect of an invocation.
enum Effect: Sendable {
    /// A change of a domain. The function `refusal` returns the error for a condition that does not hold.
    case change(
        ChangeSet, to: DomainArgument, notice: DomainUpdate.Notice? = nil,
        refusal: @Sendable (PreferencesError) -> CommandError)
    /// Any other effect, such as printing values. The function performs the effect and returns the exit status.
    case query(@Sendable (Session) throws(CommandError) -> ExitStatus)

    /// Returns a change with the usual errors for conditions on the domain or on one of its keys.
    static func change(
        _ edits: [ChangeSet.Edit], to domain: DomainArgument, notice: DomainUpdate.Notice? = nil
    ) -> Effect {
        .change(ChangeSet(edits), to: domain, notice: notice) { .refused($0, domain: domain) }
    }

    /// Returns a query that ends with status 0 unless the function throws an error.
    static func show(_ body: @escaping @Sendable (Session) throws(CommandError) -> Void) -> Effect {
        .query { (session) throws(CommandError) in
            try body(session)
            return .success
        }
    }
}

/// A parsed command line: a verb, its options and its operands.
final class Invocation: Sendable {
    let command: Command
    let options: OptionValues
    let operands: [Operand]
    let table: CommandTable
    /// The operands as bytes, for a verb that runs them as the command line of a program.
    let program: [[UInt8]]

    init(
        command: Command, options: OptionValues, operands: [Operand], table: CommandTable, program: [[UInt8]] = []
    ) {
        self.command = command
        self.options = options
        self.operands = operands
        self.table = table
        self.program = program
    }

    /// Returns the invocation with redirected options. Paths below `/Library` are replaced as the folders specify.
    /// Operands are unchanged.
    func redirectingPaths(by folders: DomainFolders) -> Invocation {
        if folders.library == nil { return self }
        return Invocation(
            command: command, options: options.redirectingPaths(by: folders), operands: operands, table: table,
            program: program)
    }

    /// The operands as arguments of a command line.
    var words: [String] { operands.words }

    /// The only operand as a count, or `nil` without operands.
    var count: Int? {
        get throws(CommandError) {
            guard let word = words.first else { return nil }
            guard operands.count == 1, let count = Int(positiveDecimal: word) else { throw misuse }
            return count
        }
    }

    /// The error of operands that fit none of the verb's forms.
    var misuse: CommandError {
        let forms = command.forms
        let synopses = options.path == nil ? forms.map(\.synopsis) : forms.compactMap(\.pathSynopsis)
        return .wrongOperands(synopses.map { "defaults " + $0 })
    }
}
