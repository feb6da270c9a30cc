import Testing
import ToolSupport

@testable import SettingsCommand

/// Verbs, options and operands: each argument is used or refused.
struct ArgumentTests {
    private static let verbs = SettingsVerb.allCases
    private static let options = Set(verbs.flatMap(\.form.options)).sorted { $0.rawValue < $1.rawValue }

    private static let foreignPairs = verbs.flatMap { verb in
        options.filter { !verb.form.options.contains($0) }.map { (verb, $0) }
    }

    /// Operands with which a verb succeeds.
    private static let operands: [SettingsVerb: [String]] = [
        .get: ["FontSize"], .set: ["FontSize", "20"], .describe: ["FontSize"], .reset: ["FontSize"], .export: ["-"],
        .import: ["-"], .help: ["list"], .completions: ["bash"],
    ]

    private let session = Session(.editor, ["FontSize": 16])

    @Test("every verb succeeds with its operands", arguments: verbs)
    func operands(verb: SettingsVerb) {
        let outcome = session.run([verb.rawValue] + Self.operands[verb, default: []], input: Array("{}".utf8))
        #expect(outcome.status == .success)
        #expect(outcome.error == "")
    }

    @Test("an option of another verb is refused, before and after the operands", arguments: foreignPairs)
    func foreignOptions(verb: SettingsVerb, option: SettingsOption) throws {
        let operands = Self.operands[verb, default: []]
        let first = session.run([verb.rawValue, option.rawValue] + operands)
        #expect(first.status == .usage)
        #expect(first.error.hasPrefix("editor settings: unknown option '\(option.rawValue)'; "))
        #expect(first.output == "")
        // Words after the key of `set` are its value.
        #expect(session.run([verb.rawValue] + operands + [option.rawValue]).status != .success)
        #expect(try session.contents == ["FontSize": 16])
    }

    @Test("an option of a verb changes its output or its effect", arguments: verbs)
    func usedOptions(verb: SettingsVerb) throws {
        for option in verb.form.options {
            // A string, which is printed differently in JSON. `--stdin` replaces the value, and `--all` the keys.
            let operands = verb == .get ? ["Appearance"] : Self.operands[verb, default: []]
            let count = option == .all ? 0 : option == .stdin ? 1 : operands.count
            let (plain, other) = (Session(.editor, ["Size": 16]), Session(.editor, ["Size": 16]))
            let before = plain.run([verb.rawValue] + operands)
            let after = other.run([verb.rawValue, option.rawValue] + operands.prefix(count), input: Array("24".utf8))
            #expect(after.status == .success)
            #expect(try before != after || plain.contents != other.contents, "\(verb) \(option)")
        }
    }

    @Test("get --json prints a string in quotes")
    func getInJSON() {
        #expect(session("get", "Appearance") == .printed("light\n"))
        #expect(session("get", "--json", "Appearance") == .printed("\"light\"\n"))
        #expect(session("get", "Appearance", "--json") == .printed("\"light\"\n"))
    }

    @Test("an unknown option is refused", arguments: verbs, ["--unknown", "--json=plain", "-j"])
    func unknownOptions(verb: SettingsVerb, word: String) {
        let outcome = session.run([verb.rawValue, word])
        #expect(outcome.status == .usage)
        #expect(outcome.error.hasPrefix("editor settings: unknown option '\(word)'; "))
    }

    @Test("an operand too many is refused", arguments: verbs)
    func surplusOperands(verb: SettingsVerb) throws {
        let outcome = session.run([verb.rawValue] + Self.operands[verb, default: []] + ["surplus"])
        #expect(outcome.status != .success)
        #expect(outcome.output == "")
        #expect(try session.contents == ["FontSize": 16])
    }

    @Test(
        "a missing operand is reported with the right ones",
        arguments: [
            ("get", "get [--json] <key>"), ("set", "set [--stdin] <key> <value>"),
            ("reset", "reset (<key>... | --all)"), ("export", "export [--json] <path>"), ("import", "import <path>"),
            ("completions", "completions (bash | zsh | fish)"),
        ])
    func missingOperands(verb: String, synopsis: String) {
        #expect(session(verb) == .failure(.usage, "wrong operands; use 'editor settings \(synopsis)'"))
    }

    @Test("set without a value is refused")
    func missingValue() {
        let message = "wrong operands; use 'editor settings set [--stdin] <key> <value>'"
        #expect(session("set", "FontSize") == .failure(.usage, message))
    }

    @Test("reset takes keys or --all, not both")
    func resetOfKeysAndAll() throws {
        let message = "wrong operands; use 'editor settings reset (<key>... | --all)'"
        #expect(session("reset", "--all", "FontSize") == .failure(.usage, message))
        #expect(session("reset", "FontSize", "--all") == .failure(.usage, message))
        #expect(try session.contents == ["FontSize": 16])
    }

    @Test("two dashes end the options")
    func endOfOptions() {
        let message = "unknown key '--json'; see 'editor settings list'"
        #expect(session("get", "--", "FontSize") == .printed("16\n"))
        #expect(session("get", "--", "--json") == .failure(.negative, message))
        #expect(session("set", "--", "FontSize", "18") == .printed(""))
        #expect(session("get", "FontSize") == .printed("18\n"))
    }

    @Test("without a verb, the help is printed as an error")
    func noVerb() {
        let outcome = session()
        #expect(outcome == Session.Outcome(status: .usage, error: session("help").output))
        #expect(outcome.error.hasPrefix("Settings of Editor\nUsage: editor settings <verb> [options] [operands]\n\n"))
    }

    @Test(
        "an unknown word is reported with the nearest one, or with the help",
        arguments: [
            (["lst"], "unknown verb 'lst'; did you mean 'list'?"),
            (["frobnicate"], "unknown verb 'frobnicate'; see 'editor settings help'"),
            (["help", "imports"], "unknown verb 'imports'; did you mean 'import'?"),
            (["list", "--jsn"], "unknown option '--jsn'; did you mean '--json'?"),
            (["import", "--json"], "unknown option '--json'; see 'editor settings help import'"),
            (["completions", "bsh"], "unknown shell 'bsh'; did you mean 'bash'?"),
            (["completions", "powershell"], "unknown shell 'powershell'; see 'editor settings help completions'"),
        ])
    func unknownWords(words: [String], message: String) {
        #expect(session.run(words) == .failure(.usage, message))
    }

    @Test("an unknown key is reported with the nearest one", arguments: ["get", "set", "describe", "reset"])
    func unknownKey(verb: String) {
        let rest = verb == "set" ? ["1"] : []
        let misspelled = session.run([verb, "FontSise"] + rest)
        #expect(misspelled == .failure(.negative, "unknown key 'FontSise'; did you mean 'FontSize'?"))
        let unknown = session.run([verb, "Frobnication"] + rest)
        #expect(unknown == .failure(.negative, "unknown key 'Frobnication'; see 'editor settings list'"))
    }

    @Test("the help of a verb has its synopsis, its summary and its options", arguments: verbs)
    func helpOfVerb(verb: SettingsVerb) {
        let help = session("help", verb.rawValue).output
        #expect(help.hasPrefix("  editor settings \(verb.form.synopsis)"))
        #expect(help.contains(verb.form.summary))
        for option in verb.form.options { #expect(help.contains("\n  \(option.rawValue) ")) }
        #expect(session("help").output.contains("  \(verb.form.synopsis)"))
    }
}
