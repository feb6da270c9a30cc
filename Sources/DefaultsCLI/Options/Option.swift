import PropertyList
import ToolSupport

/// An option: its spelling, its documentation, and its effect on the parsed options.
///
/// Only this declaration and one property of ``OptionValues`` are specific to an option. The parser, the help and the
/// tests of the man page read the declarations. If an option has another meaning for a verb, the verb declares its own
/// option with the same name.
struct Option: Sendable {
    /// The spelling with its dashes, such as `--path`. An option with one dash, such as `-currentHost`, may also be
    /// spelled with two.
    let name: String
    /// The short form with one dash, such as `-n`.
    let shortName: String?
    /// Former spellings, which the help does not show.
    private(set) var aliases: [String] = []
    /// The operand, or `nil` if the option has no operand.
    let operand: OptionOperand?
    /// The description in the help, on one line.
    private(set) var summary: String
    /// The description in the man page.
    let documentation: String
    /// The name of the option that this option requires.
    private(set) var neededOption: String?
    /// The names of the options that cannot be combined with this option.
    let excludedOptions: [String]
    /// Whether the option is refused as the value of `write`, and inside an array or a dictionary, because the user
    /// probably meant the option. Each of these options would change the result of `write`.
    let isRefusedInValue: Bool
    /// The operands of the verb if this option is given, or `nil` if the option does not change them.
    private(set) var operands: OperandPattern?
    /// Whether all arguments after the option are operands, as after `--`.
    private(set) var endsOptions = false
    /// Changes the parsed options.
    ///
    /// - Parameter operand: The operand. If an optional operand is missing, this text is empty.
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
            guard let value = operand.parse(text) else { throw operand.error(text, name) }
            set(&options, value)
        }
    }

    /// Returns the option with another summary, for a verb that needs a more specific summary.
    func summarized(_ summary: String) -> Option {
        var option = self
        option.summary = summary
        return option
    }

    /// Returns the option with another option that it requires, for a verb that uses it only then.
    func requiring(_ name: String) -> Option {
        var option = self
        option.neededOption = name
        return option
    }

    /// Returns the option with an additional accepted spelling.
    func alsoSpelled(_ alias: String) -> Option {
        var option = self
        option.aliases.append(alias)
        return option
    }

    /// Returns the option with the operands that the verb takes if the option is given.
    ///
    /// - Parameter endsOptions: Whether all arguments after the option are operands.
    func takingOperands(_ operands: OperandPattern, endingOptions endsOptions: Bool = false) -> Option {
        var option = self
        (option.operands, option.endsOptions) = (operands, endsOptions)
        return option
    }

    /// Returns whether a word is a spelling of the option. The word does not include a value after `=`.
    func isSpelled(_ word: String) -> Bool {
        if word == name || word == shortName || aliases.contains(word) { return true }
        return name.utf8.count > 2 && !name.hasScalarPrefix("--") && word == "-" + name
    }

    /// The option and its operand in the form that the help shows.
    var synopsis: String {
        guard let operand else { return shortName.map { "\($0), \(name)" } ?? name }
        return operand.isOptional ? "\(name)[=\(operand.placeholder)]" : "\(name) \(operand.placeholder)"
    }
}
