import PropertyList
import ToolSupport

/// An option: its spelling, its documentation, and its effect on the parsed options.
///
/// A declaration is the only place that knows an option, apart from the property of ``OptionValues`` that it sets. The
/// parser, the help and the tests of the man page read declarations. Verbs in which an option has another meaning
/// declare an option of their own with the same name.
struct Option: Sendable {
    /// The spelling with its dashes, such as `--path`. An option with one dash, such as `-currentHost`, may also be
    /// spelled with two.
    let name: String
    /// The short form with one dash, such as `-n`.
    let shortName: String?
    /// Former spellings, which the help does not show.
    private(set) var aliases: [String] = []
    /// The operand, or `nil` if there is none.
    let operand: OptionOperand?
    /// The description in the help, on one line.
    private(set) var summary: String
    /// The description in the man page.
    let documentation: String
    /// The option without which this one has no effect.
    let neededOption: String?
    /// The options that cannot be combined with this one.
    let excludedOptions: [String]
    /// Whether the option is refused inside the value of `write`, because a user who puts it there probably means the
    /// option. Each of these options would change what is written.
    let isRefusedInValue: Bool
    /// The operands of the verb with this option, or `nil` if they are the same as without it.
    private(set) var operands: OperandPattern?
    /// Changes the parsed options.
    ///
    /// - Parameter operand: The operand. An empty text if an optional one is missing.
    let apply: @Sendable (_ options: inout OptionValues, _ operand: String) throws(CommandError) -> Void

    /// Declares an option without an operand.
    init(
        _ name: String, short: String? = nil, _ summary: String, _ documentation: String, needs: String? = nil,
        excludes: [String] = [], isRefusedInValue: Bool = false,
        set: @escaping @Sendable (_ options: inout OptionValues) -> Void
    ) {
        self.name = name
        shortName = short
        operand = nil
        self.summary = summary
        self.documentation = documentation
        neededOption = needs
        excludedOptions = excludes
        self.isRefusedInValue = isRefusedInValue
        apply = { (options, _) throws(CommandError) in set(&options) }
    }

    /// Declares an option with an operand.
    init<Value>(
        _ name: String, _ operand: OptionOperand.Parsed<Value>, _ summary: String, _ documentation: String,
        needs: String? = nil, excludes: [String] = [],
        set: @escaping @Sendable (_ options: inout OptionValues, _ value: Value) -> Void
    ) {
        self.name = name
        shortName = nil
        self.operand = operand.operand
        self.summary = summary
        self.documentation = documentation
        neededOption = needs
        excludedOptions = excludes
        isRefusedInValue = false
        apply = { (options, text) throws(CommandError) in
            guard let value = operand.parse(text) else { throw operand.error(text, of: name) }
            set(&options, value)
        }
    }

    /// Returns the option with another summary, for a verb in which the general one is too vague.
    func summarized(_ summary: String) -> Option {
        var option = self
        option.summary = summary
        return option
    }

    /// Returns the option with another spelling that is accepted, too.
    func alsoSpelled(_ alias: String) -> Option {
        var option = self
        option.aliases.append(alias)
        return option
    }

    /// Returns the option with the operands that the verb has with it.
    func takingOperands(_ operands: OperandPattern) -> Option {
        var option = self
        option.operands = operands
        return option
    }

    /// Whether a word, without a value, is a spelling of the option.
    func isSpelled(_ word: String) -> Bool {
        if word == name || word == shortName || aliases.contains(word) { return true }
        return name.utf8.count > 2 && !name.hasScalarPrefix("--") && word == "-" + name
    }

    /// The option and its operand, as the help shows them.
    var synopsis: String {
        guard let operand else { return shortName.map { "\($0), \(name)" } ?? name }
        return operand.isOptional ? "\(name)[=\(operand.placeholder)]" : "\(name) \(operand.placeholder)"
    }
}
