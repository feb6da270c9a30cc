import PropertyList
import ToolSupport

/// The options of a command line.
extension ArgumentReader {
    struct GivenOption {
        let option: Option
        let operand: String
    }

    /// An option as it was typed. Verbs may have different options with the same name.
    struct TypedOption {
        let name: String
        let value: String?
    }

    /// The pattern of the operands, or `nil` before the verb. An option can replace that of the verb.
    var pattern: OperandPattern? { given.lazy.compactMap(\.option.operands).first ?? command?.operands }

    /// Whether an option with one dash may follow.
    var acceptsShortOptions: Bool { operands.isEmpty || pattern?.areFiles ?? false }

    func has(_ option: Option) -> Bool {
        given.contains { $0.option.name == option.name }
    }

    func values() throws(CommandError) -> OptionValues {
        var values = OptionValues()
        for given in given {
            try given.option.apply(&values, given.operand)
            values.insert(given.option)
        }
        return values
    }

    /// Refuses options that exclude each other, and options whose required option is missing.
    func checkCombination(of options: [Option]) throws(CommandError) {
        let names = given.map(\.option.name)
        let options = options.filter { names.contains($0.name) }
        for option in options {
            if let other = option.excludedOptions.first(where: { $0 != option.name && names.contains($0) }) {
                throw .exclusiveOptions(option.name, other)
            }
        }
        for option in options {
            if let other = option.neededOption, !names.contains(other) { throw .optionNeedsOption(option.name, other) }
        }
    }

    mutating func options(of command: Command) -> [Option] {
        let options = knownOptions ?? command.options
        knownOptions = options
        return options
    }

    mutating func add(_ typed: TypedOption, to command: Command) throws(CommandError) {
        guard let option = options(of: command).first(where: { $0.isSpelled(typed.name) }) else {
            throw table.optionNotForVerb(typed.name, value: typed.value, of: command)
        }
        if let operand = option.operand {
            if !operand.isOptional, typed.value == nil { throw .missingOptionValue(option.name) }
        } else if typed.value != nil {
            throw .unexpectedOptionValue(option.name)
        }
        given.append(GivenOption(option: option, operand: typed.value ?? ""))
        if option.endsOptions { isLiteral = true }
    }

    mutating func value(of option: Option, inWord value: String?) throws(CommandError) -> String? {
        guard let operand = option.operand, !operand.isOptional else { return value }
        // The value was probably forgotten. Without this check, `--root --dry-run` would change the user's domains.
        if value == nil, let word = words.first, word == "--" || table.isOption(Self.split(word).name) {
            throw CommandError(
                .usage,
                """
                option '\(shown: option.name)' needs a value; \
                to use '\(shown: word)' as the value, write '\(shown: option.name)=\(shown: word)'
                """)
        }
        if value == nil, words.isEmpty { optionWithoutValue = option }
        // An empty value is most likely a variable that is not set. `--root ""` would change the user's own domains.
        guard let word = value ?? words.popFirst(), !word.isEmpty || operand.mayBeEmpty else {
            throw .missingOptionValue(option.name)
        }
        return word
    }

    /// Parses an argument that may be an option, and its value.
    ///
    /// - Returns: Whether the argument is an option. Otherwise it is an operand.
    mutating func readOption(_ word: String, of command: Command) throws(CommandError) -> Bool {
        guard word.hasScalarPrefix("-") else {
            try refuseTypesetOption(word, otherwise: "put '--' before it")
            return false
        }
        let (name, value) = Self.split(word)
        let isLong = name.hasScalarPrefix("--")
        if !isLong, !acceptsShortOptions {
            try refuseLateOption(name, value, of: command)
            return false
        }
        let options = options(of: command)
        if let option = options.first(where: { $0.isSpelled(name) }) {
            let typed = TypedOption(name: name, value: try self.value(of: option, inWord: value))
            try add(typed, to: command)
            return true
        }
        if table.isOption(name) { throw table.optionNotForVerb(name, value: value ?? words.first, of: command) }
        if isLong {
            let isKey = command.operands.endsInValue && operands.count == 1 && !Self.isNearMiss(name, of: options)
            if isKey || domainFlag(word, of: command) != nil { return false }
            throw table.unknownOption(name, of: command)
        }
        if command.operands.isProgram || !command.operands.isDomain(at: 0) && table.isOption("-" + name) {
            throw table.unknownOption(name, of: command)
        }
        return false
    }

    /// Refuses an option with one dash after the first operand. Any other word with one dash is an operand there, such
    /// as a key.
    private mutating func refuseLateOption(
        _ name: String, _ value: String?, of command: Command
    ) throws(CommandError) {
        // The operand `-` is frequent, and need not be compared with the options.
        guard name.utf8.count > 1 else { return }
        let remedy: Message = "to use '\(shown: name)' as an operand, put '--' before it"
        if let option = options(of: command).first(where: { $0.isSpelled(name) }) {
            if value != nil, option.operand == nil { return }
            throw CommandError(.usage, "option '\(shown: name)' must precede the first operand").followed(by: remedy)
        }
        guard value == nil, table.isOption(name) else { return }
        throw CommandError(
            .usage, "option '\(shown: name)' does not apply to verb '\(shown: command.name)'"
        ).followed(by: remedy)
    }

    /// Refuses an option or a flag of a domain whose dashes a word processor has replaced.
    ///
    /// - Parameter remedy: How to use the word as it is, as part of a sentence.
    func refuseTypesetOption(_ word: String, otherwise remedy: String) throws(CommandError) {
        guard let name = TypesetText.undashed(Self.split(word).name) else { return }
        let isFlag = { (word: String) in word == "-g" || Operand.domainFlag(word) == word }
        let spellings = ["-" + name, "--" + name]
        guard let option = spellings.first(where: { isFlag($0) || table.isOption($0) }) else { return }
        throw .typesetDash(word, of: option, otherwise: remedy)
    }

    /// Whether a word is probably a mistyped option.
    private static func isNearMiss(_ word: String, of options: [Option]) -> Bool {
        let names = options.map(\.name).filter { $0.hasScalarPrefix("--") }
        return Suggestion.nearest(to: word, among: names, within: max(1, word.count / 5)) != nil
    }
}
