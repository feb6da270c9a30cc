import PropertyList

/// How options are recognised.
extension Option {
    /// The short form, with one dash.
    var shortName: String? {
        switch self {
        case .dryRun: "-n"
        case .help: "-h"
        default: nil
        }
    }

    /// Whether a word, without a value, is a spelling of an option. A name with one dash, such as `-currentHost`, may have two.
    static func isSpelling(_ word: String, of option: Option) -> Bool {
        let name = option.name
        if word == name || word == option.shortName { return true }
        return name.utf8.count > 2 && !name.hasScalarPrefix("--") && word == "-" + name
    }

    /// Whether a word, without a value, is a spelling of an option of any verb.
    static func isOption(_ word: String) -> Bool {
        allCases.contains { isSpelling(word, of: $0) }
    }

    /// Whether a word is a slip of the fingers for an option of a verb.
    static func isNearMiss(_ word: String, of command: Command) -> Bool {
        let names = command.allOptions.map(\.name).filter { $0.hasScalarPrefix("--") }
        return Suggestion.nearest(to: word, among: names, within: max(1, word.count / 5)) != nil
    }

    /// The option without which this one has no effect.
    var neededOption: Option? {
        switch self {
        case .reveal: .keyring
        case .insert: .path
        default: nil
        }
    }

    /// Options that are refused inside the value of `write`. Each would change what is written, so a user who puts one there
    /// probably means the option.
    static let refusedInValues: [Option] = [.dryRun, .exitCode, .keyring, .stdin, .insert]
}

extension CommandError {
    /// The error of a verb that does not exist.
    static func unknownVerb(named verb: String) -> CommandError {
        .unknownVerb(verb, suggestion: Suggestion.nearest(to: verb, among: CommandTable.verbs))
    }

    /// The error of an option that no verb has.
    ///
    /// - Parameter command: The verb, or `nil` before it.
    static func unknownOption(named name: String, of command: Command?) -> CommandError {
        let options = command?.allOptions ?? Option.allCases
        let domains = command.map { $0.domainCount > 0 ? ["-globalDomain", "-app"] : [] } ?? []
        // Every name with a single letter is near to every other one.
        let names = (options.map(\.name) + domains).filter { $0.utf8.count > 2 }
        return .unknownOption(name, verb: command?.name, suggestion: Suggestion.nearest(to: name, among: names))
    }

    /// The error of an option that other verbs have.
    static func optionNotForVerb(_ name: String, of command: Command) -> CommandError {
        let has = { option in command.allOptions.contains(option) }
        let equivalent: String? =
            switch name {
            case Option.json.name, Option.xml.name: has(.format) ? "\(Option.format.name) \(name.dropFirst(2))" : nil
            case Option.format.name: has(.json) ? Option.json.name : nil
            default: nil
            }
        return .optionNotForVerb(name, verb: command.name, suggestion: equivalent)
    }
}
