import TestExtent
import Testing

@testable import DefaultsCLI
@testable import ToolSupport

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

        /// The option of the verb that has the name or an alias of that name, or `nil`.
        var accepted: Option? {
            command.options.first { $0.name == option.name || $0.aliases.contains(option.name) }
        }

        /// A command line with the option in the position. An option that it needs stands before the verb.
        var words: [String] {
            let needed = command.options.filter { $0.name == accepted?.neededOption }
                .flatMap(OptionPositionTests.words)
            let words = OptionPositionTests.words(option)
            return switch position {
            case .beforeVerb: needed + words + [command.name] + operands
            case .afterVerb: needed + [command.name] + words + operands
            case .afterOperands: needed + [command.name] + operands + words
            }
        }

        /// Whether the argument is an operand there, because it belongs to a value or to a program.
        var isOperand: Bool {
            let pattern = command.operands
            return position == .afterOperands && !operands.isEmpty && (pattern.endsInValue || pattern.isProgram)
        }

        /// Whether the argument has one dash and follows operands that are not all files.
        var isLate: Bool {
            position == .afterOperands && !operands.isEmpty && !isOperand && !option.name.hasPrefix("--")
                && !command.operands.areFiles
        }
    }

    static let table = CommandTable.standard

    /// The options of all verbs, of each name one, except that a verb's own options take precedence.
    private static func options(for command: Command) -> [Option] {
        var options = command.options
        for option in table.options where !options.contains(where: { $0.name == option.name }) {
            options.append(option)
        }
        return options
    }

    static let samples = table.commands.flatMap { command in
        options(for: command).flatMap { option in
            Position.allCases.map { Sample(command: command, option: option, position: $0) }
        }
    }

    private static let acceptedSamples = samples.filter { !$0.isOperand && !$0.isLate && $0.accepted != nil }
    private static let refusedSamples = samples.filter { !$0.isOperand && !$0.isLate && $0.accepted == nil }
    private static let operandSamples = samples.filter(\.isOperand)
    private static let lateSamples = samples.filter(\.isLate)
    // A verb is one case, because thousands of cases would take longer than what they check.
    private static let verbs = table.commands.map(\.name)

    @Test("each sample is accepted, refused, late or an operand")
    func parts() {
        let counts = [Self.acceptedSamples, Self.refusedSamples, Self.operandSamples, Self.lateSamples].map(\.count)
        #expect(counts.reduce(0, +) == Self.samples.count)
        for count in counts { #expect(count > 100) }
    }

    /// An option, and a value if it needs one.
    private static func words(_ option: Option) -> [String] {
        guard let operand = option.operand, !operand.isOptional else { return [option.name] }
        return switch operand.kind {
        case .word(let words): [option.name, words[0]]
        case .number, .entry: [option.name, "1"]
        case .file, .folder, .host, .domains, .keyPath, .pattern, .migration, .applied, .name, .text:
            [option.name, "value"]
        }
    }

    /// The operands of the last form that has no options in it.
    static func operands(of command: Command) -> [String] {
        let forms = command.forms.map { $0.synopsis.split(separator: " ").dropFirst().filter { $0 != "..." } }
        return forms.last { !$0.contains { $0.hasPrefix("-") && $0 != "-" } }?.map(String.init) ?? []
    }

    private static func read(_ words: [String]) throws(CommandError) -> Invocation {
        try ArgumentReader.read(words.map { Array($0.utf8) }, table: table)
    }

    @Test("an option that the verb has, or an alias of it, takes effect in every position", arguments: verbs)
    func accepted(verb: String) throws {
        for sample in Self.acceptedSamples where sample.command.name == verb {
            let option = try #require(sample.accepted)
            let invocation = try Self.read(sample.words)
            switch sample.option.name {
            case Option.help.name:
                #expect(invocation.command.name == "help", "\(sample)")
                #expect(invocation.words == [verb], "\(sample)")
            case Option.version.name:
                #expect(invocation.command.name == "--version", "\(sample)")
            default:
                #expect(invocation.command.name == verb, "\(sample)")
                #expect(invocation.options.contains(option), "\(sample)")
                #expect(invocation.words == sample.operands, "\(sample)")
            }
        }
    }

    @Test("an option that the verb does not have is refused in every position", arguments: verbs)
    func refused(verb: String) {
        let samples = Self.refusedSamples.filter { $0.command.name == verb }
        for sample in Extent.sample(samples, short: 60) {
            let error = #expect(throws: CommandError.self, "\(sample)") { try Self.read(sample.words) }
            #expect(error?.status == .usage, "\(sample)")
            // Before a verb that has neither option of a name, the verb may be taken for the value.
            let declarations = Self.table.options.filter { $0.name == sample.option.name }
            let isAmbiguous = sample.position == .beforeVerb && Set(declarations.map { $0.operand == nil }).count > 1
            let sentence = "option '\(sample.option.name)' does not apply to verb '\(verb)'; "
            #expect(error?.message?.hasPrefix(sentence) == true || isAmbiguous, "\(sample): \(error?.message ?? "")")
        }
    }

    @Test("an option after a value or a program is an operand or refused", arguments: verbs)
    func operand(verb: String) throws {
        for sample in Self.operandSamples where sample.command.name == verb {
            let words = [verb] + sample.operands + Self.words(sample.option)
            if sample.command.operands.endsInValue, sample.accepted != nil {
                let error = #expect(throws: CommandError.self, "\(sample)") { try Self.read(words) }
                let name = sample.option.name
                #expect(error?.message == "'\(name)' must precede the key; to store this text, use -string '\(name)'")
                #expect(error?.status == .usage, "\(sample)")
            } else {
                #expect(try Self.read(words).words == Array(words.dropFirst()), "\(sample)")
            }
        }
    }

    @Test("an option with one dash after an operand is refused, and is an operand after two dashes", arguments: verbs)
    func late(verb: String) throws {
        for sample in Self.lateSamples where sample.command.name == verb {
            let words = Self.words(sample.option)
            let error = #expect(throws: CommandError.self, "\(sample)") { try Self.read(sample.words) }
            let reason = sample.accepted == nil ? "does not apply to verb '\(verb)'" : "must precede the first operand"
            #expect(
                error?.message
                    == "option '\(words[0])' \(reason); to use '\(words[0])' as an operand, put '--' before it")
            #expect(error?.status == .usage, "\(sample)")
            let literal = try Self.read([verb] + sample.operands + ["--"] + words)
            #expect(literal.words == sample.operands + words, "\(sample)")
        }
    }

    @Test("the short form of an option is the option before the first operand", arguments: verbs)
    func shortNames(verb: String) throws {
        let command = try #require(Self.table.command(named: verb))
        for option in command.options where option.name != Option.help.name {
            guard let name = option.shortName else { continue }
            for words in [[name, verb], [verb, name]] {
                let invocation = try Self.read(words + Self.operands(of: command))
                #expect(invocation.options.contains(option), "\(words)")
            }
        }
    }

    @Test("no verb has two options of one spelling, and each needs and excludes options that exist")
    func declarations() {
        let all = Set(Self.table.options.map(\.name))
        for command in Self.table.commands {
            let options = command.options
            let spellings = options.flatMap { [$0.name, $0.shortName].compactMap { $0 } }
            #expect(Set(spellings).count == spellings.count, "\(command.name)")
            for option in options {
                let needed = option.neededOption
                #expect(needed == nil || options.contains { $0.name == needed }, "\(command.name) \(option.name)")
                #expect(all.isSuperset(of: option.excludedOptions), "\(command.name) \(option.name)")
                #expect(option.documentation.wholeMatch(of: /\p{Lu}.*\./.dotMatchesNewlines()) != nil, "\(option.name)")
            }
        }
    }
}
