import PropertyList

/// Reads the words of a command line from left to right.
///
/// Options stand before the verb, or after it and before its first operand; `--` ends them. From the first operand on every word is
/// literal, so that no value is ever taken for an option.
struct ArgumentReader {
    private var words: ArraySlice<String>
    private var options = OptionValues()

    private init(_ words: [String]) {
        self.words = words[...]
    }

    /// What the command line asks for.
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
        try readOptions(Option.global, verb: nil)
        if options.contains(.version) { return Invocation(command: .version, options: options, operands: []) }
        if options.contains(.help) { return Invocation(command: .help, options: options, operands: []) }
        guard let verb = words.popFirst() else { throw .noVerb }
        guard let command = CommandTable.command(named: verb) else {
            throw .unknownVerb(verb, suggestion: Suggestion.nearest(to: verb, among: CommandTable.verbs))
        }
        try readOptions(Option.global + command.options, verb: command.name)
        if options.contains(.version) { return Invocation(command: .version, options: options, operands: []) }
        if options.contains(.help) {
            return Invocation(command: .help, options: options, operands: [command.name])
        }
        if options.contains(.keyring), !command.worksWithKeyring { throw .notForKeyring(verb: command.name) }
        if options.contains(.reveal), !options.contains(.keyring) {
            throw .optionNeedsOption(Option.reveal.rawValue, Option.keyring.rawValue)
        }
        return Invocation(command: command, options: options, operands: Array(words))
    }

    /// Reads options up to the first word that is none.
    private mutating func readOptions(_ allowed: [Option], verb: String?) throws(CommandError) {
        while let word = words.first {
            if word == "--" {
                words.removeFirst()
                return
            }
            let (name, value) = Self.split(word)
            if let option = allowed.first(where: { $0.name == name }) {
                words.removeFirst()
                options.add(option, value: try self.value(of: option, inWord: value))
            } else if word.hasPrefix("--") {
                let names = allowed.map(\.name)
                throw .unknownOption(name, verb: verb, suggestion: Suggestion.nearest(to: name, among: names))
            } else {
                return
            }
        }
    }

    /// A word as an option's name and the value after its `=`.
    private static func split(_ word: String) -> (name: String, value: String?) {
        if word == "-h" { return (Option.help.rawValue, nil) }
        // By scalars: with a combining mark after it the sign is another character.
        let parts = word.unicodeScalars.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        return (String(parts[0]), parts.count > 1 ? String(parts[1]) : nil)
    }

    private mutating func value(of option: Option, inWord value: String?) throws(CommandError) -> String {
        switch option.value {
        case .none:
            if value != nil { throw .unexpectedOptionValue(option.name) }
            return ""
        case .optional:
            return value ?? ""
        case .required:
            // An empty value is most likely a variable that is not set; `--root ""` would change the user's own domains.
            guard let word = value ?? words.popFirst(), !word.isEmpty || option.namesKey else {
                throw .missingOptionValue(option.name)
            }
            return word
        }
    }
}
