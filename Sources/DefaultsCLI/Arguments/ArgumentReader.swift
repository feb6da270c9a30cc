import PropertyList
import ToolSupport

/// Parses a command line from left to right.
///
/// - An option with two dashes may stand before the verb, after it or after the operands.
/// - An option with one dash stands before the first operand. Apple's tool takes it for an operand later.
/// - `--` ends the options. Every argument after it is an operand.
/// - The value of `write` consists of all arguments after the key, whatever they look like.
/// - The program of `sandbox` consists of all arguments from the first operand or `--` on, as bytes.
struct ArgumentReader {
    let table: CommandTable
    var words: ArraySlice<String>
    private(set) var optionsBeforeVerb: [TypedOption] = []
    private(set) var given: [GivenOption] = []
    private(set) var operands: [String] = []
    /// The number of operands before `--`, or `nil` if no `--` has been read.
    private(set) var literalStart: Int?
    private(set) var position = OperandPosition()
    /// The number of arguments before the command line of a program, or `nil` if there is none.
    private(set) var programStart: Int?
    private let count: Int
    /// The options of the verb, once they are needed. Most command lines have none.
    private var knownOptions: [Option]?
    /// The option whose value is missing at the end of the command line.
    private(set) var optionWithoutValue: Option?

    init(_ words: [String], _ table: CommandTable) {
        self.words = words[...]
        self.table = table
        count = words.count
        operands.reserveCapacity(count)
    }

    /// Returns the verb, the options and the operands of a command line.
    static func read(_ arguments: [[UInt8]], table: CommandTable) throws(CommandError) -> Invocation {
        var words: [String] = []
        for argument in arguments {
            guard let word = String(exactly: argument) else { return try read(invalid: arguments, table: table) }
            words.append(word)
        }
        var reader = ArgumentReader(words, table)
        return try reader.invocation(of: arguments)
    }

    /// Reads a command line that is not UTF-8. Only the arguments of a program may be any bytes.
    private static func read(invalid arguments: [[UInt8]], table: CommandTable) throws(CommandError) -> Invocation {
        var reader = ArgumentReader(arguments.map { String(decoding: $0, as: UTF8.self) }, table)
        let invocation = Result { () throws(CommandError) in try reader.invocation(of: arguments) }
        let start = reader.programStart ?? arguments.count
        // Repaired text would be another name, and could overwrite another domain.
        if let index = arguments[..<start].firstIndex(where: { String(exactly: $0) == nil }) {
            throw .argumentNotUTF8(position: index + 1)
        }
        return try invocation.get()
    }

    /// Returns the verb, the options and the operands of a command line.
    static func read(_ words: [String], table: CommandTable) throws(CommandError) -> Invocation {
        var reader = ArgumentReader(words, table)
        return try reader.invocation(of: [])
    }

    /// - Parameter arguments: The command line as bytes, or an empty array if it cannot run a program.
    private mutating func invocation(of arguments: [[UInt8]]) throws(CommandError) -> Invocation {
        try readOptionsBeforeVerb()
        let optionsBeforeVerb = optionsBeforeVerb
        let isGiven = { (option: Option) in optionsBeforeVerb.contains { option.isSpelled($0.name) } }
        if isGiven(.version) { return answer(table.version) }
        guard let verb = words.popFirst() else {
            guard isGiven(.help) else { throw .noVerb }
            return answer(table.help)
        }
        guard let command = table.command(named: verb) else { throw table.unknownVerb(verb) }
        for option in optionsBeforeVerb { try add(option, to: command) }
        try readRest(of: command)
        if has(.version) { return answer(table.version) }
        if has(.help) { return answer(table.help, operands: [command.name]) }
        if !given.isEmpty { try checkCombination(of: options(of: command)) }
        return Invocation(
            command: command, options: try values(), operands: operands,
            literalStart: literalStart ?? operands.count, table: table,
            program: Array(arguments.dropFirst(programStart ?? arguments.count)))
    }

    /// The invocation of a verb that answers in place of the given one.
    private func answer(_ command: Command, operands: [String] = []) -> Invocation {
        Invocation(command: command, options: OptionValues(), operands: operands, table: table)
    }

    // MARK: - Options

    struct GivenOption {
        let option: Option
        let operand: String
    }

    /// An option as it was typed. Which option it is may depend on the verb.
    struct TypedOption {
        let name: String
        let value: String?
    }

    func has(_ option: Option) -> Bool {
        given.contains { $0.option.name == option.name }
    }

    private func values() throws(CommandError) -> OptionValues {
        var values = OptionValues()
        for given in given {
            try given.option.apply(&values, given.operand)
            values.insert(given.option)
        }
        return values
    }

    /// Refuses options that exclude each other or need another option.
    private func checkCombination(of options: [Option]) throws(CommandError) {
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

    mutating func readOptionsBeforeVerb() throws(CommandError) {
        while let word = words.first, word.hasScalarPrefix("-") {
            words.removeFirst()
            if word == "--" {
                literalStart = 0
                break
            }
            let (name, value) = Self.split(word)
            guard let option = optionBeforeVerb(named: name) else { throw table.unknownOption(name, of: nil) }
            if value != nil, option.isUniversal { throw .unexpectedOptionValue(option.name) }
            optionsBeforeVerb.append(TypedOption(name: name, value: try self.value(of: option, inWord: value)))
        }
    }

    /// The option of a name. If verbs disagree about its operand, the verb in the next argument decides.
    private func optionBeforeVerb(named name: String) -> Option? {
        if let option = Option.overview.first(where: { $0.isSpelled(name) }) { return option }
        let options = table.options.filter { $0.isSpelled(name) }
        let command = options.count > 1 ? words.first.flatMap(table.command) : nil
        return command?.options.first { $0.isSpelled(name) } ?? options.first
    }

    private mutating func options(of command: Command) -> [Option] {
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
    }

    /// The name of an option and the value after its `=`.
    static func split(_ word: String) -> (name: String, value: String?) {
        // With a combining mark after it, the sign is another character, but the same byte.
        guard let sign = word.utf8.firstIndex(of: UInt8(ascii: "=")) else { return (word, nil) }
        return (String(word[..<sign]), String(word[word.utf8.index(after: sign)...]))
    }

    private mutating func value(of option: Option, inWord value: String?) throws(CommandError) -> String? {
        guard let operand = option.operand, !operand.isOptional else { return value }
        // The value was probably forgotten. Otherwise `--root --dry-run` would change the user's domains.
        if value == nil, let word = words.first, word == "--" || table.isOption(Self.split(word).name) {
            throw .optionInPlaceOfValue(word, of: option.name)
        }
        if value == nil, words.isEmpty { optionWithoutValue = option }
        // An empty value is most likely a variable that is not set. `--root ""` would change the user's own domains.
        guard let word = value ?? words.popFirst(), !word.isEmpty || operand.mayBeEmpty else {
            throw .missingOptionValue(option.name)
        }
        return word
    }

    // MARK: - Operands

    mutating func readRest(of command: Command) throws(CommandError) {
        if command.operands.isProgram { return try readOptionsOfProgram(command) }
        let takesValue = command.operands.endsInValue
        while let word = words.first {
            let isOperand = literalStart != nil || position.isApplicationName
            let hasPath = takesValue && has(.path)
            if !isOperand, takesValue, position.isValue(hasPath: hasPath) {
                if words.contains(where: { $0.hasScalarPrefix("--") }) {
                    let refused = options(of: command).filter(\.isRefusedInValue)
                    try ValueArguments.refuse(refused, in: words, hasPath: hasPath)
                }
                operands += words
                return
            }
            words.removeFirst()
            if isOperand {
                append(word, to: command)
            } else if word == "--" {
                literalStart = operands.count
            } else if try !readOption(word, of: command) {
                append(word, to: command)
            }
        }
    }

    /// Reads the options before the command line of a program.
    private mutating func readOptionsOfProgram(_ command: Command) throws(CommandError) {
        while literalStart == nil, let word = words.first, word.hasScalarPrefix("-") {
            words.removeFirst()
            if word == "--" {
                literalStart = 0
            } else if try !readOption(word, of: command) {
                throw table.unknownOption(Self.split(word).name, of: command)
            }
        }
        if !words.isEmpty { programStart = count - words.count }
        operands = Array(words)
    }

    private mutating func append(_ word: String, to command: Command) {
        let isDomain = position.takesDomain(of: command)
        let word = isDomain ? OperandPosition.domainFlag(word) ?? word : word
        position.advance(over: word, isDomain: isDomain)
        operands.append(word)
    }

    /// Parses an argument that may be an option, and its value.
    ///
    /// - Returns: Whether the argument is an option. Otherwise it is an operand.
    private mutating func readOption(_ word: String, of command: Command) throws(CommandError) -> Bool {
        guard word.hasScalarPrefix("-") else { return false }
        let (name, value) = Self.split(word)
        let isLong = name.hasScalarPrefix("--")
        guard isLong || operands.isEmpty else { return false }
        let options = options(of: command)
        if let option = options.first(where: { $0.isSpelled(name) }) {
            let typed = TypedOption(name: name, value: try self.value(of: option, inWord: value))
            try add(typed, to: command)
            return true
        }
        if table.isOption(name) { throw table.optionNotForVerb(name, value: value ?? words.first, of: command) }
        if isLong {
            let isDomain = position.takesDomain(of: command) && OperandPosition.domainFlag(word) != nil
            let isKey = command.operands.endsInValue && position.isKey && !Self.isNearMiss(name, of: options)
            if isDomain || isKey { return false }
            throw table.unknownOption(name, of: command)
        }
        if !command.operands.isDomain(at: 0), table.isOption("-" + name) {
            throw table.unknownOption(name, of: command)
        }
        return false
    }

    /// Whether a word is probably a mistyped option.
    private static func isNearMiss(_ word: String, of options: [Option]) -> Bool {
        let names = options.map(\.name).filter { $0.hasScalarPrefix("--") }
        return Suggestion.nearest(to: word, among: names, within: max(1, word.count / 5)) != nil
    }
}

extension Option {
    /// Whether every verb has the option.
    fileprivate var isUniversal: Bool { Self.universal.contains { $0.name == name } }
}
