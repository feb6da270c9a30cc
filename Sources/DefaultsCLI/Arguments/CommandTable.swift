import ToolSupport

/// All verbs. The parser, the help, the page `defaults-verbs(1)` and the tests of the man pages read this
/// table.
struct CommandTable: Sendable {
    let commands: [Command]
    /// The verb that `--help` runs.
    let help: Command
    /// The verb that `--version` runs.
    let version: Command

    /// Returns the verb with a name or alias, in any case, or `nil` if there is none.
    func command(named name: String) -> Command? {
        let name = name.lowercased()
        return commands.first { $0.name == name || $0.aliases.contains(name) }
    }

    /// The verbs that the help shows.
    var listed: [Command] { commands.filter { $0.isListed && !$0.forms.isEmpty } }

    /// The names of the verbs that the help shows.
    var names: [String] { listed.map(\.name) }

    /// The options of all verbs.
    var options: [Option] { commands.flatMap(\.options) }

    /// Returns whether a word is a spelling of an option of any verb. The word must not contain a value.
    func isOption(_ word: String) -> Bool {
        word.utf8.first == UInt8(ascii: "-") && options.contains { $0.isSpelled(word) }
    }

    /// The error of a verb that does not exist.
    ///
    /// - Parameter topics: Other words that are accepted in its place.
    func unknownVerb(_ verb: String, orAmong topics: [String] = []) -> CommandError {
        let synonym = Self.synonym(of: verb)
        return .unknown(
            "verb", verb, among: synonym == nil ? names + topics : [],
            otherwise: synonym.map { "did you mean \($0)?" } ?? "see 'defaults help'")
    }

    /// Returns the verb or option that corresponds to a verb of similar commands, in quotes, or `nil` if there is none.
    private static func synonym(of verb: String) -> String? {
        switch verb.lowercased() {
        case "cat", "get", "show", "print": "'read'"
        case "keys": "'read --lines'"
        case "add", "put", "set": "'write'"
        case "list", "ls": "'domains'"
        case "mv", "move": "'rename'"
        case "reset", "rm", "unset": "'delete'"
        case "grep", "search": "'find'"
        case "monitor": "'watch'"
        case "lint", "validate", "verify": "'check'"
        case "log", "status": "'undo --list'"
        case "load": "'import'"
        case "dump", "save": "'export'"
        case "copy", "cp": "'export' and 'import'"
        case "version": "'--version'"
        default: nil
        }
    }

    /// The error of an option that no verb has.
    ///
    /// - Parameter command: The verb, or `nil` if the option stands before the verb.
    func unknownOption(_ name: String, of command: Command?) -> CommandError {
        let flags = command.map { $0.operands.isDomain(at: 0) ? Operand.domainFlags.map(\.0) : [] } ?? []
        // All names with a single letter are similar to each other, so they are not suggested.
        let names = ((command?.options ?? options).map(\.name) + flags).filter { $0.utf8.count > 2 }
        let help = "see 'defaults help\(command.map { " " + $0.name } ?? "")'"
        return .unknown("option", name, among: names, otherwise: help)
    }

    /// The error of an option that other verbs have. If an option of this verb chooses the same format, that option is
    /// suggested.
    ///
    /// - Parameter value: The value of the option, or the argument after it.
    func optionNotForVerb(_ name: String, value: String?, of command: Command) -> CommandError {
        let options = command.options
        var equivalent: String?
        if let format = options.first(where: { $0.name == "--format" }), case .word(let formats)? = format.operand?.kind
        {
            equivalent = formats.first { "--" + $0 == name }.map { "--format \($0)" }
        } else if name == "--format" {
            let formats = (value.map { ["--" + $0] } ?? []) + ["--json"]
            equivalent = formats.first { name in options.contains { $0.name == name } }
        }
        let advice = equivalent.map { "did you mean '\($0)'?" } ?? "see 'defaults help \(command.name)'"
        return CommandError(
            .usage, "option '\(shown: name)' does not apply to verb '\(shown: command.name)'; \(shown: advice)")
    }
}
