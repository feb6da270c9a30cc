import PropertyList

/// Reads the words of a command line from left to right.
///
/// - An option that begins with two dashes may stand before the verb, after it or after the operands.
/// - An option that begins with one dash stands before the first operand. Later, Apple's tool takes it for an operand.
/// - `--` ends the options. Every word after it is an operand.
/// - The value of `write` consists of all the words after the key, whatever they look like.
struct ArgumentReader {
    private var words: ArraySlice<String>
    private var options = OptionValues()
    private var operands: [String] = []
    /// The number of operands before `--`; `nil` if no `--` has been read.
    private var literalStart: Int?
    private var place = OperandPlace()

    private init(_ words: [String]) {
        self.words = words[...]
    }

    /// Returns the verb, the options and the operands of a command line.
    static func read(_ arguments: [[UInt8]]) throws(CommandError) -> Invocation {
        var words: [String] = []
        for (index, argument) in arguments.enumerated() {
            // Repaired text would be another name, and could overwrite another domain.
            guard let word = String(validating: argument, as: UTF8.self) else {
                throw .argumentNotUTF8(position: index + 1)
            }
            words.append(word)
        }
        var reader = ArgumentReader(words)
        return try reader.invocation()
    }

    private mutating func invocation() throws(CommandError) -> Invocation {
        let optionsBeforeVerb = try readOptionsBeforeVerb()
        let isGiven = { option in optionsBeforeVerb.contains { Option.isSpelling($0.name, of: option) } }
        if isGiven(.version) { return Invocation(command: .version, options: options, operands: []) }
        guard let verb = words.popFirst() else {
            guard isGiven(.help) else { throw .noVerb }
            return Invocation(command: .help, options: options, operands: [])
        }
        guard let command = CommandTable.command(named: verb) else { throw .unknownVerb(named: verb) }
        for option in optionsBeforeVerb { try add(option, to: command) }
        try readRest(of: command)
        if options.contains(.version) { return Invocation(command: .version, options: options, operands: []) }
        if options.contains(.help) {
            return Invocation(command: .help, options: options, operands: [command.name])
        }
        try options.requireOne(of: [.currentHost, .host])
        for option in command.allOptions where options.contains(option) {
            guard let needed = option.neededOption, !options.contains(needed) else { continue }
            throw .optionNeedsOption(option.name, needed.name)
        }
        return Invocation(
            command: command, options: options, operands: operands, literalStart: literalStart ?? operands.count)
    }

    // MARK: - Options

    /// An option as it was typed. Which option it is may depend on the verb.
    private struct TypedOption {
        let name: String
        let value: String?
    }

    private mutating func readOptionsBeforeVerb() throws(CommandError) -> [TypedOption] {
        var typed: [TypedOption] = []
        while let word = words.first, word.hasScalarPrefix("-") {
            words.removeFirst()
            if word == "--" {
                literalStart = 0
                break
            }
            let (name, value) = Self.split(word)
            guard let option = optionBeforeVerb(named: name) else { throw .unknownOption(named: name, of: nil) }
            if value != nil, [.help, .version].contains(option) { throw .unexpectedOptionValue(option.name) }
            typed.append(TypedOption(name: name, value: try self.value(of: option, inWord: value)))
        }
        return typed
    }

    /// The option of that name. If verbs differ in whether it has a value, the verb in the next word decides.
    private func optionBeforeVerb(named name: String) -> Option? {
        let options = Option.allCases.filter { Option.isSpelling(name, of: $0) }
        let command = options.count > 1 ? words.first.flatMap(CommandTable.command) : nil
        return options.first { command?.allOptions.contains($0) == true } ?? options.first
    }

    private mutating func add(_ typed: TypedOption, to command: Command) throws(CommandError) {
        guard let option = command.option(spelled: typed.name) else { throw .optionNotForVerb(typed.name, of: command) }
        switch option.value {
        case .none: if typed.value != nil { throw .unexpectedOptionValue(option.name) }
        case .required: if typed.value == nil { throw .missingOptionValue(option.name) }
        case .optional: break
        }
        options.add(option, value: typed.value ?? "")
    }

    /// A word as an option's name and the value after its `=`.
    private static func split(_ word: String) -> (name: String, value: String?) {
        // By scalars: with a combining mark after it the sign is another character.
        let parts = word.unicodeScalars.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        return (String(parts[0]), parts.count > 1 ? String(parts[1]) : nil)
    }

    private mutating func value(of option: Option, inWord value: String?) throws(CommandError) -> String? {
        guard case .required = option.value else { return value }
        // The value was probably forgotten. Otherwise `--root --dry-run` would change the user's domains.
        if value == nil, let word = words.first, word == "--" || Option.isOption(Self.split(word).name) {
            throw .optionInPlaceOfValue(word, of: option.name)
        }
        // An empty value is most likely a variable that is not set; `--root ""` would change the user's own domains.
        guard let word = value ?? words.popFirst(), !word.isEmpty || option.namesKey else {
            throw .missingOptionValue(option.name)
        }
        return word
    }

    // MARK: - Operands

    private mutating func readRest(of command: Command) throws(CommandError) {
        while let word = words.popFirst() {
            if literalStart != nil || place.isApplicationName {
                append(word, to: command)
            } else if command.takesValue, place.isValue(hasPath: options.contains(.path)) {
                words = [word] + words
                try ValueArguments.refuseOptions(in: words, hasPath: options.contains(.path))
                operands += words
                return
            } else if word == "--" {
                literalStart = operands.count
            } else if try !readOption(word, of: command) {
                append(word, to: command)
            }
        }
    }

    private mutating func append(_ word: String, to command: Command) {
        let isDomain = place.takesDomain(of: command)
        let word = isDomain ? OperandPlace.domainFlag(word) ?? word : word
        place.advance(over: word, isDomain: isDomain)
        operands.append(word)
    }

    /// Reads an option, with its value, whose first word has been taken.
    ///
    /// - Returns: Whether the word is an option. Otherwise it is an operand.
    private mutating func readOption(_ word: String, of command: Command) throws(CommandError) -> Bool {
        let (name, value) = Self.split(word)
        let isLong = name.hasScalarPrefix("--")
        guard isLong || operands.isEmpty else { return false }
        if let option = command.option(spelled: name) {
            try add(TypedOption(name: name, value: try self.value(of: option, inWord: value)), to: command)
            return true
        }
        if Option.isOption(name) { throw .optionNotForVerb(name, of: command) }
        if isLong {
            let isDomain = place.takesDomain(of: command) && OperandPlace.domainFlag(word) != nil
            let isKey = command.takesValue && place.isKey && !Option.isNearMiss(name, of: command)
            if isDomain || isKey { return false }
            throw .unknownOption(named: name, of: command)
        }
        if command.domainCount == 0, name.hasScalarPrefix("-"), Option.isOption("-" + name) {
            throw .unknownOption(named: name, of: command)
        }
        return false
    }
}

/// The place of the next operand, as far as it decides whether a word is an option.
private struct OperandPlace {
    private var domains = 0
    private var others = 0
    /// Whether the next word is the name of an application.
    private(set) var isApplicationName = false

    /// Whether the next operand is the first after the first domain.
    var isKey: Bool { domains == 1 && others == 0 }

    /// Whether the next operand belongs to the value of `write`: it follows the key or, with a path, the domain.
    func isValue(hasPath: Bool) -> Bool { domains == 1 && (hasPath || others > 0) }

    func takesDomain(of command: Command) -> Bool { domains < command.domainCount && !isApplicationName }

    mutating func advance(over word: String, isDomain: Bool) {
        if isDomain, word == "-app" {
            isApplicationName = true
        } else if isDomain || isApplicationName {
            isApplicationName = false
            domains += 1
        } else {
            others += 1
        }
    }

    /// A flag that stands for a domain, with one dash, from its spelling with two.
    static func domainFlag(_ word: String) -> String? {
        ["-app", "-globalDomain"].first { word == "-" + $0 }
    }
}
