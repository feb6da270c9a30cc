import PropertyList
import ToolSupport

/// The parsed arguments before the argument that a shell completes. They determine its candidates.
struct PartialInvocation {
    /// A reader that has read all of these arguments.
    fileprivate let reader: ArgumentReader

    /// The verb, or `nil` if the argument is the verb or an option before it.
    var command: Command? { reader.command }

    /// The options so far. Before the verb is known, only options in ``Option/overview`` are included.
    var given: [ArgumentReader.GivenOption] {
        if command != nil { return reader.given }
        return reader.optionsBeforeVerb.compactMap { typed in
            Option.overview.first { $0.isSpelled(typed.name) }
                .map { ArgumentReader.GivenOption(option: $0, operand: typed.value ?? "") }
        }
    }

    /// The option that takes the argument as its value, or `nil` if the argument is not a value.
    var optionWithoutValue: Option? { reader.optionWithoutValue }
    /// Whether the argument follows `--`, so that it cannot be an option.
    var isLiteral: Bool { reader.isLiteral }
    /// The number of arguments before the command line of a program, or `nil` if there is no program.
    var programStart: Int? { reader.programStart }
    /// The operands so far, as arguments.
    var operands: [String] { reader.operands.words }
    /// Whether the argument is the name of an application.
    var isApplicationName: Bool { reader.operands.last?.kind == .applicationFlag }

    /// The values of the options so far. Options with invalid values are ignored.
    var options: OptionValues {
        var values = OptionValues()
        for given in given where (try? given.option.apply(&values, given.operand)) != nil {
            values.insert(given.option)
        }
        return values
    }

    /// The words of the value of `write` before the argument, or `nil` if the argument is not part of such a value.
    var value: [String]? {
        guard let start = command.flatMap(reader.valueStart), reader.operands.count >= start else { return nil }
        return reader.operands.dropFirst(start).words
    }

    /// The path that the value of `write` is for, or `nil` if there is none or it is not valid.
    var valuePath: PropertyListPath? {
        guard let start = command.flatMap(reader.valueStart), reader.operands.count >= start else { return nil }
        return hasPath ? options.path.flatMap { PropertyListPath(parsing: $0) } : .key(reader.operands[start - 1].text)
    }

    /// The kind of the operand at the position of the argument, or `nil` if the verb has no operand there.
    var kind: OperandPattern.Kind? {
        guard let command else { return .verb }
        let pattern = given.lazy.compactMap(\.option.operands).first ?? command.operands
        return pattern.kind(at: reader.operands.count, hasPath: hasPath)
    }

    /// Whether the argument can be the flag for a domain.
    var isDomain: Bool { command?.operands.isDomain(at: reader.operands.count, hasPath: hasPath) == true }

    /// Whether an option with a key path replaces the key operand.
    private var hasPath: Bool {
        given.contains { if case .keyPath? = $0.option.operand?.kind { true } else { false } }
    }
}

extension ArgumentReader {
    /// Parses the arguments before the argument that a shell completes.
    ///
    /// - Returns: `nil` if the arguments are not valid.
    static func readBeginning(_ words: [String], table: CommandTable) -> PartialInvocation? {
        var reader = ArgumentReader(words, table)
        do {
            try reader.readOptionsBeforeVerb()
            _ = try reader.readVerb()
        } catch {
            guard reader.optionWithoutValue != nil else { return nil }
        }
        return PartialInvocation(reader: reader)
    }
}
