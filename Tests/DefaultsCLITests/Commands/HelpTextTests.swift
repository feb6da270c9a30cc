import DefaultsCore
import Foundation
import PropertyList
import Testing
import ToolSupport

@testable import DefaultsCLI

/// The help, which is made from the table of verbs and options.
struct HelpTextTests {
    private static let table = CommandTable.standard

    /// Returns whether a help has a term with a description, which begins in column 40 of its line or of the next one.
    private static func describes(_ text: String, _ term: String, _ description: String) -> Bool {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        return zip(lines, lines.dropFirst()).contains { line, next in
            guard line.hasPrefix("  \(term) ") || line == "  \(term)" else { return false }
            let line = line == "  \(term)" ? next : line
            return line.dropFirst(39) == description && line.dropFirst(38).first == " "
        }
    }

    @Test("the help of a verb has its forms, options, operands and statuses", arguments: table.commands.map(\.name))
    func verb(name: String) throws {
        let command = try #require(Self.table.command(named: name))
        let text = HelpText.text(for: command)
        for form in command.forms {
            #expect(form.synopsis.hasPrefix(name))
            #expect(Self.describes(text, "defaults " + form.synopsis, form.summary), "\(form.synopsis)")
            guard let path = form.pathSynopsis else { continue }
            #expect(path.hasPrefix("\(name) --path <key path> <domain>"))
            #expect(Self.describes(text, "defaults " + path, "does so at a key path"))
        }
        let takesPath = command.options.contains { $0.synopsis == Option.path.synopsis }
        #expect(command.forms.contains { $0.pathSynopsis != nil } == takesPath)
        let names = command.options.map(\.name)
        for option in command.options + Self.table.options.filter({ !names.contains($0.name) }) {
            let isListed = ["\n  \(option.synopsis) ", "\n  \(option.synopsis)\n"].contains { text.contains($0) }
            #expect(isListed == names.contains(option.name), "\(option.name)")
        }
        let takesDomain = command.forms.contains { $0.synopsis.contains("<domain>") }
        #expect(text.contains("\n<domain> is ( <domain_name> |") == takesDomain)
        #expect(text.contains("\n<value> is one of:\n") == (name == "write"))

        let statuses = HelpText.statuses(of: command).map(\.status.rawValue)
        #expect(statuses == Set(statuses).sorted())
        #expect([statuses.first, statuses.last] == [0, 255])
        #expect(statuses.contains(2) == command.options.contains { $0.name == Option.exitCode.name })
    }

    @Test("help on a verb is the same however it is asked for", arguments: table.commands.map(\.name))
    func words(name: String) {
        let help = Tool()("help", name)
        #expect(help.status == .success)
        #expect(help.error.isEmpty)
        #expect(help.output.hasPrefix("  defaults \(name)") || Self.table.command(named: name)?.forms.isEmpty == true)
        for words in [[name, "--help"], [name, "-h"], ["--help", name], ["help", name.uppercased()]] {
            #expect(Tool().run(words) == help, "\(words)")
        }
    }

    @Test("the overview shows each verb under one heading, and Apple's most frequent ones first")
    func groups() throws {
        let verbs = HelpText.groups.flatMap(\.verbs).map(\.name)
        #expect(verbs.sorted() == Self.table.names.sorted())
        #expect(verbs.prefix(7) == ["read", "write", "delete", "domains", "import", "export", "migrate"])
        #expect(Set(verbs).count == verbs.count)
        #expect(verbs.allSatisfy { $0 == $0.lowercased() })
        var rest = HelpText.overview[...]
        for (title, commands) in HelpText.groups {
            let lines = commands.map { HelpLine.text($0.name, $0.summary) + "\n" }.joined()
            rest = try rest[#require(rest.firstRange(of: "\(title):\n\(lines)"), "\(title)").upperBound...]
        }
        #expect(Tool()("help", "--all") == Tool.Outcome(status: .success, output: HelpText.overview))
        #expect(Tool()("help", "--all", "read").error.hasPrefix("defaults: wrong operands; "))
    }

    @Test("a topic, also in the singular, is answered with the command that opens its section of a page")
    func topics() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../man")
        for topic in HelpTopic.allCases {
            let (name, number, section) = topic.place
            let page = try String(contentsOf: folder.appending(path: "\(name).\(number)"), encoding: .utf8)
            #expect(section.map { page.contains("\n.Sh \($0)\n") } ?? true, "\(topic)")
            let outcome = Tool()("help", topic.rawValue)
            #expect(outcome.status == .success)
            #expect(outcome.output.hasSuffix("\(number) \(name)\n"), "\(outcome)")
            #expect(HelpText.overview.contains(topic.rawValue))
        }
        #expect(Tool()("help", "paths").output.hasSuffix("\n\n  man -P 'less +/^KEY.PATHS' 5 defaults-formats\n"))
        #expect(Tool()("help", "Types").output.hasPrefix("<value> is one of:\n"))
        for word in ["path", "status"] {
            #expect(Tool()("help", word) == Tool()("help", word == "path" ? "paths" : "statuses"))
        }
        #expect(Tool()("help", "pahts").error == "defaults: unknown verb 'pahts'; did you mean 'paths'?\n")
        #expect(Tool()("pahts").error == "defaults: unknown verb 'pahts'; see 'defaults help'\n")
    }

    @Test(
        "a verb of another tool is answered with the line that does the same",
        arguments: [
            ("cat D", "read D"), ("get D k", "read D k"), ("show D", "read D"), ("print D", "read D"),
            ("keys D", "read --lines D"), ("ls", "domains"), ("list", "domains"), ("mv D k new", "rename D k new"),
            ("set D k v", "write D k v"), ("add D k v", "write D k v"), ("put D k v", "write D k v"),
            ("reset D k", "delete D k"), ("rm D k", "delete D k"), ("unset D k", "delete D k"),
            ("grep v", "find v"), ("search v", "find v"),
            ("dump D -", "export D -"), ("save D -", "export D -"), ("load D -", "import D -"),
        ])
    func synonyms(typed: String, meant: String) {
        let tool = Tool([Domain("D"): ["k": "v"]], input: Array("{ a = b; }".utf8))
        let words = typed.split(separator: " ").map(String.init)
        let operands = typed.dropFirst(words[0].count)
        let refused = tool.run(words)
        let advice = "did you mean '\(meant.dropLast(operands.count))'?"
        #expect(refused.status == .usage)
        #expect(refused.error == "defaults: unknown verb '\(words[0])'; \(advice)\n")
        #expect(tool.run(meant.split(separator: " ").map(String.init)).status == .success, "\(meant)")
    }

    @Test(
        "a verb of another tool that has no line of the same form is answered with what does the same",
        arguments: [
            ("monitor", "'watch'"), ("lint", "'check'"), ("validate", "'check'"), ("log", "'undo --list'"),
            ("STATUS", "'undo --list'"), ("cp", "'export' and 'import'"), ("copy", "'export' and 'import'"),
        ])
    func otherSynonyms(typed: String, meant: String) {
        #expect(Tool()(typed, "D").error == "defaults: unknown verb '\(typed)'; did you mean \(meant)?\n")
    }

    @Test("delete-all and history are in no help but their own", arguments: ["delete-all", "history"])
    func unlisted(name: String) {
        #expect(Self.table.command(named: name)?.isListed == false)
        let others = Self.table.commands.filter { $0.name != name }.map(HelpText.text)
        #expect(([HelpText.overview, HelpText.introduction] + others).allSatisfy { !$0.contains(name) })
    }

    @Test("the help of write lists every kind of value as Apple's does, and the options of most verbs")
    func apple() {
        for line in [
            "<value_rep>", "-string <string_value>", "-data <hex_digits>", "-int[eger] <integer_value>",
            "-float  <floating-point_value>",
            "-bool[ean] (true | false | yes | no | 1 | 0 | on | off)", "-date <date_rep>",
            "-array <value1> <value2> ...",
            "-array-add <value1> <value2> ...", "-dict <key1> <value1> <key2> <value2> ...",
            "-dict-add <key1> <value1> ...",
            "-currentHost                         Use the preferences for this host only",
            "-n, --dry-run                        Print the changes without making them",
            "--keyring                            Use the session keyring instead of files",
            "--version                            Print the version",
        ] { #expect(HelpText.text(for: .write).contains("\n  \(line)\n"), "\(line)") }
    }

    @Test("the help says where options stand")
    func positions() {
        #expect(HelpText.overview.contains("\n\n\(HelpText.positions)\n\nSee "))
        for (command, place) in [
            (Command.delete, "those with one dash before the operands"), (.write, "before the key"),
            (.convert, "before or after the operands"), (.sandbox, "before the command"),
        ] {
            #expect(HelpText.text(for: command).contains("\n\nOptions, \(place):\n  -"), "\(command.name)")
        }
    }

    @Test("the help of write lists every word for a boolean, and each of them is one")
    func booleans() {
        let line = "  -bool[ean] (\(Bool.preferenceWords.joined(separator: " | ")))"
        #expect(HelpText.text(for: .write).contains("\n\(line)\n"))
        let values = Bool.preferenceWords.map { Bool(preferenceWord: $0) }
        #expect(values == [true, false, true, false, true, false, true, false])
    }

    @Test("the lines are no wider than a terminal, and end in no blank")
    func width() {
        let texts = [HelpText.overview, HelpText.introduction] + Self.table.commands.map(HelpText.text)
        for line in texts.flatMap({ $0.split(separator: "\n") }) {
            #expect(line.count <= 80, "\(line)")
            #expect(line.last?.isWhitespace == false, "\(line)")
        }
    }

    @Test("the introduction shows ten forms of verbs")
    func introduction() {
        #expect(HelpText.frequent.count == 10)
        for (synopsis, _) in HelpText.frequent {
            let verb = synopsis.prefix { $0 != " " }
            #expect(Self.table.command(named: String(verb)) != nil, "\(synopsis)")
        }
    }

    @Test("the help of each verb has a description, an example, and references that exist")
    func guides() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../man")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.standardizedFileURL.path)
        let pages = Set(names.map { "\($0.dropLast(2))(\($0.suffix(1)))" })
        for command in Self.table.commands where !command.forms.isEmpty && command.name != Command.history.name {
            let guide = command.guide
            #expect(guide.text.last == ".", "\(command.name)")
            let purpose = try #require(guide.example, "\(command.name)").purpose
            #expect(purpose.wholeMatch(of: /\p{Lu}.*\p{L}/) != nil, "\(purpose)")
            for name in guide.related {
                #expect(name.contains("(") ? pages.contains(name) : Self.table.names.contains(name), "\(name)")
            }
        }
    }
}
