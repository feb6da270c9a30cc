import PropertyList
import ToolSupport

/// Parses a command line from left to right.
///
/// - An option with two dashes may stand before the verb, after it or after the operands.
/// - An option with one dash must stand before the first operand, unless all operands are files. After it, options of
///   this command are refused, and any other word with one dash is an operand, as in Apple's tool.
/// - `--` ends the options, and so does an option that is declared to. Every argument after it is an operand.
/// - The value of `write` consists of all arguments after the key. None of them takes effect as an option.
/// - The program of `sandbox` begins after `--` or, if there is no `--`, at the first operand. Its arguments are bytes.
struct ArgumentReader {
    let table: CommandTable
    var words: ArraySlice<String>
    private(set) var optionsBeforeVerb: [TypedOption] = []
    /// The verb, or `nil` until it has been read.
    private(set) var command: Command?
    var given: [GivenOption] = []
    private(set) var operands: [Operand] = []
    /// Whether `--`, or an option that ends the options, has been read.
    var isLiteral = false
    /// The number of arguments before the command line of a program, or `nil` if there is no program.
    private(set) var programStart: Int?
    private let count: Int
    /// The options of the verb, created when they are first needed. Most command lines do not need them.
    var knownOptions: [Option]?
    /// The option whose value is missing at the end of the command line.
    var optionWithoutValue: Option?

    init(_ words: [String], _ table: CommandTable) {
        self.words = words[...]
        self.table = table
        count = words.count
        operands.reserveCapacity(count)
    }

    /// Returns the verb, the options and the operands of a command line. All arguments except the arguments of a
    /// program, and texts that git passes, must be UTF-8.
    static func read(_ arguments: [[UInt8]], table: CommandTable) throws(CommandError) -> Invocation {
        var reader = ArgumentReader(arguments.map { String(decoding: $0, as: UTF8.self) }, table)
        let invocation = Result { () throws(CommandError) in try reader.invocation(of: arguments) }
        // Text with replacement characters is another name, and could overwrite another domain.
        let start = reader.programStart ?? arguments.count
        for (index, argument) in arguments[..<start].enumerated()
        where String(exactly: argument) == nil && !reader.isText(at: index) {
            throw .argumentNotUTF8(position: index + 1)
        }
        return try invocation.get()
    }

    /// Returns whether an argument follows an option that ends the options, and is text that is only shown.
    private func isText(at index: Int) -> Bool {
        let (pattern, start) = (given.first { $0.option.endsOptions }?.option.operands, count - operands.count)
        return index >= start && pattern?.kind(at: index - start) == .word
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
        guard let command = try readVerb() else {
            guard isGiven(.help) else { throw .noVerb }
            return answer(table.help)
        }
        if has(.version) { return answer(table.version) }
        if has(.help) { return answer(table.help, operands: [Operand(command.name)]) }
        if !given.isEmpty { try checkCombination(of: options(of: command)) }
        return Invocation(
            command: command, options: try values(), operands: operands, table: table,
            program: Array(arguments.dropFirst(programStart ?? arguments.count)))
    }

    /// Returns the invocation of `help` or `--version`, which replaces the given verb.
    private func answer(_ command: Command, operands: [Operand] = []) -> Invocation {
        Invocation(command: command, options: OptionValues(), operands: operands, table: table)
    }

    // MARK: - The verb

    /// Reads the verb and everything after it, or returns `nil` if there is no verb.
    mutating func readVerb() throws(CommandError) -> Command? {
        guard let word = words.popFirst() else { return nil }
        guard let command = table.command(named: word) else {
            try refuseTypesetOption(word, otherwise: "see 'defaults help'")
            throw table.unknownVerb(word)
        }
        self.command = command
        for option in optionsBeforeVerb { try add(option, to: command) }
        try readRest(of: command)
        return command
    }

    mutating func readOptionsBeforeVerb() throws(CommandError) {
        while let word = words.first, word.hasScalarPrefix("-") {
            words.removeFirst()
            if word == "--" {
                isLiteral = true
                break
            }
            let (name, value) = Self.split(word)
            guard let option = optionBeforeVerb(named: name) else { throw table.unknownOption(name, of: nil) }
            if value != nil, Option.universal.contains(where: { $0.name == option.name }) {
                throw .unexpectedOptionValue(option.name)
            }
            optionsBeforeVerb.append(TypedOption(name: name, value: try self.value(of: option, inWord: value)))
        }
    }

    /// Returns the name of an option and the value after its `=`, or `nil` as the value if there is no `=`.
    static func split(_ word: String) -> (name: String, value: String?) {
        // Searches for a byte, because `=` with a combining mark after it is another `Character`.
        guard let sign = word.utf8.firstIndex(of: UInt8(ascii: "=")) else { return (word, nil) }
        return (String(word[..<sign]), String(word[word.utf8.index(after: sign)...]))
    }

    /// Returns the option with a name. If several verbs have an option of this name, the verb in the next argument
    /// decides.
    private func optionBeforeVerb(named name: String) -> Option? {
        if let option = Option.overview.first(where: { $0.isSpelled(name) }) { return option }
        let options = table.options.filter { $0.isSpelled(name) }
        let command = options.count > 1 ? words.first.flatMap(table.command) : nil
        return command?.options.first { $0.isSpelled(name) } ?? options.first
    }

    // MARK: - Operands

    private mutating func readRest(of command: Command) throws(CommandError) {
        while let word = words.first {
            if command.operands.isProgram, isLiteral || !word.hasScalarPrefix("-") { return readProgram() }
            if !isLiteral, let start = valueStart(of: command), operands.count >= start {
                return try readValue(of: command)
            }
            words.removeFirst()
            if isLiteral {
                operands.append(Operand(word, .literal))
            } else if word == "--" {
                isLiteral = true
            } else if try !readOption(word, of: command) {
                append(word, to: command)
            }
        }
    }

    /// Returns the number of operands before the value of `write`, or `nil` for a verb without a value. These operands
    /// are the domain and, without option `--path`, the key.
    func valueStart(of command: Command) -> Int? {
        guard command.operands.endsInValue else { return nil }
        return has(.path) ? 1 : 2
    }

    private mutating func readValue(of command: Command) throws(CommandError) {
        try refuseOptions(inValueOf: command)
        operands += words.map { Operand($0) }
    }

    private mutating func readProgram() {
        programStart = count - words.count
        operands = words.map { Operand($0) }
    }

    /// Appends an operand. The flag `-app` and the name of an application become one operand.
    private mutating func append(_ word: String, to command: Command) {
        guard let flag = domainFlag(word, of: command) else { return operands.append(Operand(word)) }
        guard flag == Operand.applicationFlag else { return operands.append(Operand(flag)) }
        operands.append(words.popFirst().map { Operand($0, .application) } ?? Operand(flag, .applicationFlag))
    }

    /// Returns the domain flag that a word spells, in the form with one dash. Returns `nil` if the word is not a domain
    /// flag, or if the next operand cannot be a domain. Options after the word can change the kinds of the operands, so
    /// all known options are considered.
    mutating func domainFlag(_ word: String, of command: Command) -> String? {
        guard let flag = Operand.domainFlag(word) else { return nil }
        let index = operands.count
        let patterns = [command.operands] + options(of: command).compactMap(\.operands)
        return patterns.contains { $0.isDomain(at: index) || $0.isDomain(at: index, hasPath: true) } ? flag : nil
    }
}
