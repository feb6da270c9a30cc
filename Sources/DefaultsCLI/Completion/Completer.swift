import DefaultsCore
import PropertyList
import ToolSupport

/// Completes an argument of the command. The table of verbs and options determines the candidates.
///
/// Changes and locks nothing, and does not access a keyring. Files that cannot be read have no candidates.
struct Completer {
    private let table: CommandTable
    private let beginning: PartialInvocation
    /// The beginning of the argument that is completed.
    private let word: String
    /// The number of arguments before `word`.
    private let count: Int
    private let options: OptionValues
    private let domains: DomainCandidates

    /// - Parameters:
    ///   - words: The arguments before the argument that is completed.
    ///   - word: The beginning of that argument.
    ///   - session: The session. Its folders and its journal are used if the options select no others.
    /// - Returns: `nil` if the arguments are not valid.
    init?(_ words: [String], word: String, table: CommandTable, session: Session) {
        guard let beginning = ArgumentReader.readBeginning(words, table: table) else { return nil }
        self.table = table
        self.beginning = beginning
        self.word = word
        count = words.count
        options = beginning.options
        domains = DomainCandidates(
            options, of: beginning.command, operands: beginning.operands, session: session)
    }

    func completion() -> Completion {
        if let option = beginning.optionWithoutValue { return value(of: option, beginning: word) }
        if let start = beginning.programStart { return .program(start: start) }
        if let value = beginning.value { return .words(values.candidates(after: value, beginning: word)) }
        if beginning.isApplicationName { return .folders }
        if !beginning.isLiteral, word.hasScalarPrefix("-") { return optionOrValue() }
        let operand = operand()
        if case .words(let candidates) = operand, candidates.isEmpty, word.isEmpty, beginning.kind == nil,
            !beginning.isLiteral
        {
            return .words(optionCandidates)
        }
        return operand
    }

    // MARK: - Options

    /// The options that the argument can be.
    private var knownOptions: [Option] {
        let options = beginning.command?.options ?? Option.overview
        let excluded = beginning.given.flatMap(\.option.excludedOptions)
        let isFirst = beginning.operands.isEmpty
        return options.filter { option in
            !excluded.contains(option.name) && (isFirst || option.name.hasScalarPrefix("--"))
        }
    }

    private var optionCandidates: [Completion.Candidate] {
        knownOptions.flatMap { option in
            ([option.name] + (beginning.operands.isEmpty ? option.shortName.map { [$0] } ?? [] : []))
                .map { Completion.Candidate(text: $0, description: option.summary) }
        }
    }

    /// The completion of a word that begins with a dash: an option, its value after `=`, or the flag of a domain.
    private func optionOrValue() -> Completion {
        let (name, value) = ArgumentReader.split(word)
        if let value, let option = option(named: name) {
            return self.value(of: option, beginning: value).preceded(by: name + "=")
        }
        var candidates = optionCandidates
        if beginning.isDomain {
            candidates += Operand.domainFlags.map { Completion.Candidate(text: $0, description: $1) }
        }
        return .words(candidates)
    }

    /// Returns the option with a name, if it accepts a value. Before the verb, this can be an option of any verb.
    private func option(named name: String) -> Option? {
        (beginning.command?.options ?? table.options).first { $0.isSpelled(name) && $0.operand != nil }
    }

    private func value(of option: Option, beginning text: String) -> Completion {
        switch option.operand?.kind {
        case .file: .files
        case .folder: .folders
        case .host: .words(domains.hosts())
        case .domains: .words(domains.domains())
        case .keyPath: .words(domains.paths(beginning: text, presence(isSource: true)))
        case .pattern: .words(domains.patterns(beginning: text))
        case .migration: .words(domains.migrations(isTargetFirst: option.operands != nil))
        case .applied: .words(domains.appliedIdentifiers())
        case .entry: .words(domains.journalEntries())
        case .word(let words): .texts(words)
        case .number, .name, .text, nil: .nothing
        }
    }

    // MARK: - Operands

    private func operand() -> Completion {
        switch beginning.kind {
        case .domain, .comparable:
            isPath ? .files : .words(domains.domains(presence(isSource: beginning.operands.isEmpty)))
        case .key: .words(domains.keys(presence(isSource: true)))
        case .value: .words(values.candidates(after: [], beginning: word))
        case .newKey:
            .words(options.path == nil ? domains.keys(.missing) : domains.paths(beginning: word, .missing))
        case .inputFile, .outputFile: .files
        case .mapping: mapping()
        case .verb: .words(verbs)
        case .shell: .texts(CompletionShell.allCases.map(\.rawValue))
        case .applied: .words(domains.appliedIdentifiers())
        case .program: .program(start: count)
        case .word, nil: .nothing
        }
    }

    /// Returns whether the domains and keys that are not set and that a schema describes are candidates.
    ///
    /// - Parameter isSource: Whether the value there is moved, if the verb moves values.
    private func presence(isSource: Bool) -> CandidateMember.Presence {
        guard let command = beginning.command, !(isSource && command.operands.movesValues) else { return .present }
        // A verb with this option finds the default of a schema only with the option.
        let needsLayers = command.options.contains { $0.name == "--effective" }
        return needsLayers && !options.looksUpLayers ? .present : .all
    }

    /// The completions of the value of `write`. A schema does not describe the words of a value in a file.
    private var values: ValueCandidates {
        options.valueFile == nil ? domains.values(at: beginning.valuePath) : ValueCandidates(nil)
    }

    /// Whether the word is the beginning of a path, not of a name.
    private var isPath: Bool {
        Domain.isPath(word) || [".", "..", "~"].contains(word)
    }

    private var verbs: [Completion.Candidate] {
        table.listed.compactMap { command in
            command.forms.first.map { Completion.Candidate(text: command.name, description: $0.summary) }
        }
    }

    /// Completes a file or, after `NEW=`, a key of the first domain.
    private func mapping() -> Completion {
        let (new, old) = ArgumentReader.split(word)
        guard let old, !isPath else { return .files }
        let candidates = options.mapsKeyPaths ? domains.paths(beginning: old) : domains.keys()
        // Keys with a colon are omitted, since the text after a colon is parsed as a type.
        return Completion.words(candidates.filter { !$0.text.unicodeScalars.contains(":") }).preceded(by: new + "=")
    }
}
