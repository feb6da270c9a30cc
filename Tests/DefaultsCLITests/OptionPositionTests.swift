import Testing

@testable import DefaultsCLI

/// Every verb with every option in every position, as the table of verbs has them.
struct OptionPositionTests {
    enum Position: CaseIterable {
        case beforeVerb, afterVerb, afterOperands
    }

    struct Sample: CustomTestStringConvertible {
        let command: Command
        let option: Option
        let position: Position

        var testDescription: String { "\(command.name) \(option.name) \(position)" }

        var operands: [String] { OptionPositionTests.operands(of: command) }

        /// A command line with the option in the position. An option that it needs stands before the verb.
        var words: [String] {
            let needed =
                command.allOptions.contains(option) ? option.neededOption.map(OptionPositionTests.words) ?? [] : []
            let words = OptionPositionTests.words(option)
            return switch position {
            case .beforeVerb: needed + words + [command.name] + operands
            case .afterVerb: needed + [command.name] + words + operands
            case .afterOperands: needed + [command.name] + operands + words
            }
        }

        /// Whether the word is an operand there: it has one dash, or belongs to a value.
        var isOperand: Bool {
            position == .afterOperands && (command.takesValue || !option.name.hasPrefix("--"))
        }
    }

    static let samples = CommandTable.commands.flatMap { command in
        Option.allCases.flatMap { option in
            Position.allCases.map { Sample(command: command, option: option, position: $0) }
        }
    }

    /// An option, and a value if it needs one.
    private static func words(_ option: Option) -> [String] {
        if case .required = option.value { [option.name, "value"] } else { [option.name] }
    }

    /// The operands of the last form that has no options in it.
    static func operands(of command: Command) -> [String] {
        let forms = command.forms.map(\.synopsis).filter { !$0.contains(" --") }
        return (forms.last ?? "").split(separator: " ").dropFirst().filter { $0 != "..." }.map(String.init)
    }

    private static func read(_ words: [String]) throws(CommandError) -> Invocation {
        try ArgumentReader.read(words.map { Array($0.utf8) })
    }

    /// Where two options have one name, the verb decides which of them it is.
    private static func meaning(of sample: Sample) -> Option? {
        sample.command.allOptions.first { $0.name == sample.option.name }
    }

    @Test("an option that the verb has takes effect in every position", arguments: samples)
    func accepted(sample: Sample) throws {
        guard Self.meaning(of: sample) == sample.option, !sample.isOperand else { return }
        let invocation = try Self.read(sample.words)
        switch sample.option {
        case .help: #expect(invocation.command.name == "help" && invocation.operands == [sample.command.name])
        case .version: #expect(invocation.command.name == "--version")
        default:
            #expect(invocation.command.name == sample.command.name)
            #expect(invocation.options.contains(sample.option))
            #expect(invocation.operands == sample.operands)
        }
    }

    @Test("an option that the verb does not have is refused in every position", arguments: samples)
    func refused(sample: Sample) {
        guard Self.meaning(of: sample) == nil, !sample.isOperand else { return }
        let error = #expect(throws: CommandError.self) { try Self.read(sample.words) }
        #expect(error?.status == .usage)
        // Before a verb that has neither option of a name, the verb may be taken for the value.
        if sample.position == .beforeVerb, Option.allCases.count(where: { $0.name == sample.option.name }) > 1 {
            return
        }
        let sentence = "option '\(sample.option.name)' does not apply to verb '\(sample.command.name)'; "
        #expect(error?.message?.hasPrefix(sentence) == true, "\(error?.message ?? "")")
    }

    @Test(
        "an option in a value, and one with a single dash after an operand, is an operand or refused",
        arguments: samples)
    func operand(sample: Sample) throws {
        guard sample.isOperand else { return }
        let words = [sample.command.name] + sample.operands + Self.words(sample.option)
        if sample.command.takesValue, Option.refusedInValues.contains(sample.option) {
            let error = #expect(throws: CommandError.self) { try Self.read(words) }
            let name = sample.option.name
            #expect(error?.message == "'\(name)' must stand before the key; to store it, use -string '\(name)'")
            #expect(error?.status == .usage)
        } else if sample.operands.isEmpty {
            // It stands before the first operand.
            guard Self.meaning(of: sample) == nil else { return }
            #expect(throws: CommandError.self) { try Self.read(words) }
        } else {
            #expect(try Self.read(words).operands == Array(words.dropFirst()))
        }
    }

    @Test(
        "the short form of an option is the option before the first operand",
        arguments: CommandTable.commands.map(\.name))
    func shortNames(verb: String) throws {
        let command = try #require(CommandTable.command(named: verb))
        for option in command.allOptions where option != .help {
            guard let name = option.shortName else { continue }
            for words in [[name, verb], [verb, name]] {
                let invocation = try Self.read(words + Self.operands(of: command))
                #expect(invocation.options.contains(option), "\(words)")
            }
        }
    }

    @Test("the help of a verb lists the options that it takes, and no others")
    func help() {
        for command in CommandTable.commands {
            let text = HelpText.text(for: command)
            let names = Set(command.allOptions.map(\.name))
            for option in Option.allCases {
                let isListed = text.contains("\n  \(option.synopsis) ") || text.contains("\n  \(option.synopsis)\n")
                let hasName = names.contains(option.name)
                #expect(isListed == command.allOptions.contains(option) || hasName, "\(command.name) \(option.name)")
            }
        }
    }

    @Test("no verb has two options of one name, and each needs what the verb has")
    func table() {
        for command in CommandTable.commands {
            let spellings = command.allOptions.flatMap { [$0.name, $0.shortName].compactMap { $0 } }
            #expect(Set(spellings).count == spellings.count, "\(command.name)")
            #expect(Set(command.commonOptions).isSubset(of: Option.global))
            for option in command.allOptions {
                #expect(option.neededOption.map(command.allOptions.contains) ?? true, "\(command.name) \(option)")
            }
        }
    }
}
