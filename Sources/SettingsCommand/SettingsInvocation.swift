import ToolSupport

/// A verb of the command.
enum SettingsVerb: String, CaseIterable {
    case list, get, set, describe, reset, export
    case `import`
    case help, completions

    /// The options and operands of a verb, with the texts of its help. `count` is the number of operands.
    typealias Form = (synopsis: String, summary: String, options: [SettingsOption], count: ClosedRange<Int>)

    var form: Form {
        switch self {
        case .list: ("list [--json]", "lists all keys, and whether they are set", [.json], 0...0)
        case .get: ("get [--json] <key>", "prints the value of a key, or its default", [.json], 1...1)
        case .set: ("set [--stdin] <key> <value>", "sets the value of a key", [.stdin], 1...Int.max)
        case .describe: ("describe [--json] [<key>]", "describes a key, or all keys", [.json], 0...1)
        case .reset: ("reset (<key>... | --all)", "removes the values of keys", [.all], 0...Int.max)
        case .export: ("export [--json] <path>", "writes values that are set, except secrets", [.json], 1...1)
        case .import: ("import <path>", "sets the keys in a file, or none of them", [], 1...1)
        case .help: ("help [<verb>]", "prints this help, or that of a verb", [], 0...1)
        case .completions: ("completions (bash | zsh | fish)", "prints completions for a shell", [], 1...1)
        }
    }

    static var names: [String] { allCases.map(\.rawValue) }
}

/// An option of the command.
enum SettingsOption: String {
    case json = "--json"
    case stdin = "--stdin"
    case all = "--all"

    var summary: String {
        self == .json ? "Print JSON" : self == .stdin ? "Read the value from standard input" : "Reset all keys"
    }
}

/// The arguments of the command: a verb, its options and its operands.
struct SettingsInvocation {
    let verb: SettingsVerb
    private(set) var options: Set<SettingsOption> = []
    private(set) var operands: [String] = []

    /// Whether the verb prints JSON.
    var isJSON: Bool { options.contains(.json) }

    /// Parses arguments. Options may follow operands, except for `set`, where each word after the key is part of the
    /// value. `--` ends the options.
    ///
    /// - Parameter command: The words before the verb.
    init(_ arguments: [String], command: String) throws(CommandError) {
        guard let word = arguments.first else { throw .noVerb }
        let isHelp = word == "--help" || word == "-h"
        guard let verb = isHelp ? .help : SettingsVerb(rawValue: word) else {
            throw .unknown("verb", word, among: SettingsVerb.names, otherwise: "see '\(command) help'")
        }
        self.verb = verb
        var rest = arguments.dropFirst()
        while let word = rest.first, verb != .set || operands.isEmpty {
            rest.removeFirst()
            if word == "--" { break }
            guard word.hasScalarPrefix("-"), word != "-" else {
                operands.append(word)
                continue
            }
            guard let option = SettingsOption(rawValue: word), verb.form.options.contains(option) else {
                let names = verb.form.options.map(\.rawValue)
                throw .unknown("option", word, among: names, otherwise: "see '\(command) help \(verb.rawValue)'")
            }
            options.insert(option)
        }
        operands += rest
        let isComplete = verb != .reset || operands.isEmpty == options.contains(.all)
        guard isComplete, verb.form.count.contains(operands.count) else {
            throw .wrongOperands(["\(command) \(verb.form.synopsis)"])
        }
    }
}
