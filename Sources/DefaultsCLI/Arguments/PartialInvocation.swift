import ToolSupport

/// The arguments before the one that a shell completes, as far as they determine what that one can be.
struct PartialInvocation {
    /// The verb, or `nil` if the argument is the verb or an option before it.
    let command: Command?
    /// The options so far.
    let given: [ArgumentReader.GivenOption]
    /// The option whose value the argument is.
    let optionWithoutValue: Option?
    let operands: [String]
    let position: OperandPosition
    /// Whether the argument follows `--`, so that it cannot be an option.
    let isLiteral: Bool
    /// The words of the value of `write` before the argument, or `nil` if the argument is not part of one.
    let value: [String]?
    /// The number of arguments before the command line of a program, or `nil` if there is none.
    let programStart: Int?

    /// Whether a key path takes the place of the key.
    var hasPath: Bool {
        given.contains { if case .keyPath? = $0.option.operand?.kind { true } else { false } }
    }

    /// The values of the options so far. Values that are not valid are ignored.
    var options: OptionValues {
        var values = OptionValues()
        for given in given where (try? given.option.apply(&values, given.operand)) != nil {
            values.insert(given.option)
        }
        return values
    }

    /// The kind of the operand that the argument would be, or `nil` if there is none.
    var kind: OperandPattern.Kind? {
        guard let command else { return .verb }
        let pattern = given.lazy.compactMap(\.option.operands).first ?? command.operands
        return pattern.kind(at: position.count, hasPath: hasPath)
    }
}

/// The position of an argument among the operands.
struct OperandPosition {
    /// The number of operands before it. The flag for an application and its name are one operand.
    let count: Int
    /// Whether the argument is the name of an application.
    let isApplicationName: Bool

    func takesDomain(of command: Command) -> Bool {
        !isApplicationName && command.operands.isDomain(at: count)
    }

    /// The flags that stand for a domain, and their descriptions.
    static var domainFlags: [(String, String)] { Operand.domainFlags }
}

extension ArgumentReader {
    /// Parses the arguments before the one that a shell completes.
    ///
    /// - Returns: `nil` if the arguments are not valid.
    static func readBeginning(_ words: [String], table: CommandTable) -> PartialInvocation? {
        var reader = ArgumentReader(words, table)
        var command: Command?
        do {
            try reader.readBeginning(&command)
        } catch {
            guard reader.optionWithoutValue != nil else { return nil }
        }
        return reader.partialInvocation(of: command)
    }

    /// Reads all arguments.
    ///
    /// - Parameter verb: Becomes the verb, if there is one.
    private mutating func readBeginning(_ verb: inout Command?) throws(CommandError) {
        try readOptionsBeforeVerb()
        guard let word = words.popFirst() else { return }
        guard let command = table.command(named: word) else { throw table.unknownVerb(word) }
        verb = command
        for option in optionsBeforeVerb { try add(option, to: command) }
        try readRest(of: command)
    }

    private func partialInvocation(of command: Command?) -> PartialInvocation {
        PartialInvocation(
            command: command, given: command == nil ? givenBeforeVerb : given,
            optionWithoutValue: optionWithoutValue, operands: operands.words,
            position: OperandPosition(
                count: operands.count, isApplicationName: operands.last?.kind == .applicationFlag),
            isLiteral: isLiteral, value: valueWords(of: command), programStart: programStart)
    }

    /// The options before the verb, if most verbs have them.
    private var givenBeforeVerb: [GivenOption] {
        optionsBeforeVerb.compactMap { typed in
            Option.overview.first { $0.isSpelled(typed.name) }
                .map { GivenOption(option: $0, operand: typed.value ?? "") }
        }
    }

    /// The words of the value of `write` so far, or `nil` if it has not begun.
    private func valueWords(of command: Command?) -> [String]? {
        guard let start = command.flatMap(valueStart), operands.count >= start else { return nil }
        return operands.dropFirst(start).words
    }
}
