import DefaultsCore
import ToolSupport

/// Completes an argument of the command. The table of verbs and options determines the candidates.
///
/// Changes and locks nothing, and does not access a keyring. Files that cannot be read have no candidates.
struct Completer {
    /// A reader that has read the arguments before the argument that is completed.
    private let reader: ArgumentReader
    /// The options so far. Before the verb is known, only options in ``Option/overview`` are included.
    private let given: [ArgumentReader.GivenOption]
    /// The values of the options so far. Options with invalid values are ignored.
    private let options: OptionValues
    /// The beginning of the argument that is completed.
    private let word: String
    /// The number of arguments before `word`.
    private let count: Int
    private let domains: DomainCandidates

    /// - Parameters:
    ///   - words: The arguments before the argument that is completed.
    ///   - word: The beginning of that argument.
    ///   - session: The session. Its folders and its journal are used if the options select no others.
    /// - Returns: `nil` if the arguments are not valid.
    init?(_ words: [String], word: String, table: CommandTable, session: Session) {
        var reader = ArgumentReader(words, table)
        do {
            try reader.readOptionsBeforeVerb()
            _ = try reader.readVerb()
        } catch {
            guard reader.optionWithoutValue != nil else { return nil }
        }
        let first = reader.optionsBeforeVerb.compactMap { typed in
            Option.overview.first { $0.isSpelled(typed.name) }
                .map { ArgumentReader.GivenOption(option: $0, operand: typed.value ?? "") }
        }
        given = reader.command == nil ? first : reader.given
        var options = OptionValues()
        for given in given where (try? given.option.apply(&options, given.operand)) != nil {
            options.insert(given.option)
        }
        domains = DomainCandidates(options, of: reader.command, operands: reader.operands.words, session: session)
        (self.reader, self.options, self.word, count) = (reader, options, word, words.count)
    }

    func completion() -> Completion {
        if let option = reader.optionWithoutValue { return value(of: option, beginning: word) }
        if let start = reader.programStart { return .program(start: start) }
        if let start = valueStart {
            let words = reader.operands.dropFirst(start).words
            return .words(values.candidates(after: words, beginning: word))
        }
        if reader.operands.last?.kind == .applicationFlag { return .folders }
        if !reader.isLiteral, word.hasScalarPrefix("-") { return optionOrValue() }
        let operand = operand()
        if case .words(let candidates) = operand, candidates.isEmpty, word.isEmpty, kind == nil, !reader.isLiteral {
            return .words(optionCandidates)
        }
        return operand
    }

    // MARK: - Options

    /// The options that the argument can be.
    private var optionCandidates: [Completion.Candidate] {
        let excluded = given.flatMap(\.option.excludedOptions)
        let acceptsShort = reader.acceptsShortOptions
        let options = (reader.command?.options ?? Option.overview).filter { option in
            !excluded.contains(option.name) && (acceptsShort || option.name.hasScalarPrefix("--"))
        }
        return options.flatMap { option in
            ([option.name] + (acceptsShort ? option.shortName.map { [$0] } ?? [] : []))
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
        if reader.command?.operands.isDomain(at: reader.operands.count, hasPath: hasPath) == true {
            candidates += Operand.domainFlags.map { Completion.Candidate(text: $0, description: $1) }
        }
        return .words(candidates)
    }

    /// Returns the option with a name, if it accepts a value. Before the verb, this can be an option of any verb.
    private func option(named name: String) -> Option? {
        (reader.command?.options ?? reader.table.options).first { $0.isSpelled(name) && $0.operand != nil }
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

    /// The kind of the operand at the position of the argument, or `nil` if the verb has no operand there.
    private var kind: OperandPattern.Kind? {
        guard reader.command != nil, let pattern = reader.pattern else { return .verb }
        return pattern.kind(at: reader.operands.count, hasPath: hasPath)
    }

    /// Whether an option with a key path replaces the key operand.
    private var hasPath: Bool {
        given.contains { if case .keyPath? = $0.option.operand?.kind { true } else { false } }
    }

    private func operand() -> Completion {
        switch kind {
        case .domain, .comparable:
            isPath ? .files : .words(domains.domains(presence(isSource: reader.operands.isEmpty)))
        case .key: .words(domains.keys(presence(isSource: true)))
        case .value: .words(values.candidates(after: [], beginning: word))
        case .newKey:
            .words(options.path == nil ? domains.keys(.missing) : domains.paths(beginning: word, .missing))
        case .inputFile, .outputFile: .files
        case .mapping: mapping()
        case .verb: .words(verbs + (reader.command == nil ? [] : topics))
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
        guard let command = reader.command, !(isSource && command.operands.movesValues) else { return .present }
        // A verb with this option finds the default of a schema only with the option.
        let needsLayers = command.options.contains { $0.name == "--effective" }
        return needsLayers && !options.looksUpLayers ? .present : .all
    }

    /// The number of operands before the value of `write`, or `nil` if the argument is not part of such a value.
    private var valueStart: Int? {
        reader.command.flatMap(reader.valueStart).flatMap { reader.operands.count < $0 ? nil : $0 }
    }

    /// The completions of the value of `write`. A schema does not describe the words of a value in a file.
    private var values: ValueCandidates {
        guard options.valueFile == nil, let start = valueStart else { return ValueCandidates(nil) }
        let option = options.path.flatMap { PropertyListPath(parsing: $0) }
        return domains.values(at: hasPath ? option : .key(reader.operands[start - 1].text))
    }

    /// Whether the word is the beginning of a path, not of a name.
    private var isPath: Bool {
        Domain.isPath(word) || [".", "..", "~"].contains(word)
    }

    private var verbs: [Completion.Candidate] {
        reader.table.listed.map { Completion.Candidate(text: $0.name, description: $0.summary) }
    }

    private var topics: [Completion.Candidate] {
        HelpTopic.allCases.map {
            Completion.Candidate(text: $0.rawValue, description: "names the section of the manual")
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
