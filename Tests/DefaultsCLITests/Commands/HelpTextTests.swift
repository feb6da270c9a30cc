import Foundation
import PropertyList
import Testing

@testable import DefaultsCLI

/// The help, which is made from the table of verbs and options.
struct HelpTextTests {
    private static let table = CommandTable.standard

    /// The lines of a help that tell of a term, the next one joined where the description stands there.
    private static func entries(of text: String, for term: String) -> [String] {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        return lines.indices.compactMap { index in
            if lines[index].hasPrefix("  \(term) ") { return lines[index] }
            guard lines[index] == "  \(term)", index + 1 < lines.count else { return nil }
            return lines[index + 1]
        }
    }

    /// A description begins in column 40, after nothing but blanks, or after the term and a blank.
    private static func describes(_ line: String, _ description: String) -> Bool {
        line.dropFirst(39) == description && line.dropFirst(38).first == " "
    }

    @Test("every form of every verb is there, its description in column 40")
    func verbs() {
        for command in Self.table.commands {
            for form in command.forms {
                let overview = Self.entries(of: HelpText.overview, for: form.synopsis)
                let isShown = overview.contains { Self.describes($0, form.summary) }
                #expect(isShown == command.isListed, "\(form.synopsis)")
                let own = Self.entries(of: HelpText.text(for: command), for: "defaults " + form.synopsis)
                #expect(own.contains { Self.describes($0, form.summary) }, "\(form.synopsis)")
            }
        }
    }

    @Test("the overview shows each verb under one heading, and Apple's most frequent ones first")
    func groups() throws {
        let verbs = HelpText.groups.flatMap(\.verbs).map(\.name)
        #expect(verbs.sorted() == Self.table.names.sorted())
        #expect(verbs.prefix(7) == ["read", "write", "delete", "domains", "import", "export", "migrate"])
        var rest = HelpText.overview[...]
        for (title, commands) in HelpText.groups {
            let beginning = "\n\n\(title):\n  \(commands[0].forms[0].synopsis)"
            rest = rest[try #require(rest.firstRange(of: beginning), "\(title)").upperBound...]
        }
    }

    @Test("delete-all is in no help but its own")
    func unlisted() {
        #expect(Self.table.command(named: "delete-all")?.isListed == false)
        let others = Self.table.commands.filter { $0.name != "delete-all" }.map(HelpText.text)
        #expect(([HelpText.overview, HelpText.introduction] + others).allSatisfy { !$0.contains("delete-all") })
    }

    @Test("the overview begins as Apple's does, and lists every kind of value and the options of most verbs")
    func apple() {
        #expect(
            HelpText.overview.hasPrefix(
                "Command line interface to a user's defaults.\nSyntax:\n\n"
                    + "'defaults' [-currentHost | -host <hostname>] followed by"
            ))
        for line in [
            "<value_rep>", "-string <string_value>", "-data <hex_digits>", "-int[eger] <integer_value>",
            "-float  <floating-point_value>",
            "-bool[ean] (true | false | yes | no)", "-date <date_rep>", "-array <value1> <value2> ...",
            "-dict <key1> <value1> <key2> <value2> ...",
            "-currentHost                         Use the preferences for this host only",
            "-n, --dry-run                        Print the changes without making them",
            "--keyring                            Use the session keyring instead of files",
            "--version                            Print the version",
        ] { #expect(HelpText.overview.contains("\n  \(line)\n"), "\(line)") }
    }

    @Test("the help of a verb says what its domains and values are written as")
    func operands() {
        let (domains, values) = ("\n<domain> is ( <domain_name> |", "\n<value> is one of:\n")
        for command in Self.table.commands {
            let text = HelpText.text(for: command)
            let forms = command.forms.map(\.synopsis)
            #expect(text.contains(domains) == forms.contains { $0.contains("<domain>") }, "\(command.name)")
            #expect(text.contains(values) == (command.name == "write"), "\(command.name)")
        }
        #expect(HelpText.text(for: .write).contains("\n  -int[eger] <integer_value>\n"))
    }

    @Test("the help of write lists every word for a boolean, and each of them is one")
    func booleans() {
        let line = "  -bool[ean] (\(Bool.preferenceWords.joined(separator: " | ")))"
        #expect(HelpText.text(for: .write).contains("\n\(line)\n"))
        let values = Bool.preferenceWords.map { Bool(preferenceWord: $0) }
        #expect(values == [true, false, true, false, true, false, true, false])
    }

    @Test("a verb that takes a key path says how it is called then")
    func paths() {
        for command in Self.table.commands {
            let synopses = command.forms.compactMap(\.pathSynopsis)
            #expect(
                synopses.isEmpty == (command.options.allSatisfy { $0.synopsis != Option.path.synopsis }),
                "\(command.name)")
            #expect(synopses.allSatisfy { $0.hasPrefix("\(command.name) --path <key path> <domain>") })
        }
    }

    @Test("the lines are no wider than a terminal, and end in no blank")
    func width() {
        let texts = [HelpText.overview, HelpText.introduction] + Self.table.commands.map(HelpText.text)
        for line in texts.flatMap({ $0.split(separator: "\n") }) {
            #expect(line.count <= 80, "\(line)")
            #expect(line.last?.isWhitespace == false, "\(line)")
        }
    }

    @Test("the introduction fits on one screen, and shows ten forms of verbs")
    func introduction() {
        #expect(HelpText.introduction.split(separator: "\n", omittingEmptySubsequences: false).count <= 24)
        #expect(HelpText.frequent.count == 10)
        for (synopsis, _) in HelpText.frequent {
            let verb = synopsis.prefix { $0 != " " }
            #expect(Self.table.command(named: String(verb)) != nil, "\(synopsis)")
        }
    }

    @Test("the help of each verb has a description, an example, and references that exist")
    func guides() throws {
        let pages = try Self.manualPages()
        for command in Self.table.commands where !command.forms.isEmpty {
            let guide = command.guide
            #expect(guide.text.last == ".", "\(command.name)")
            let purpose = try #require(guide.example, "\(command.name)").purpose
            #expect(purpose.wholeMatch(of: /\p{Lu}.*\p{L}/) != nil, "\(purpose)")
            for name in guide.related {
                #expect(name.contains("(") ? pages.contains(name) : Self.table.names.contains(name), "\(name)")
            }
        }
    }

    /// Returns the names of all man pages, such as `defaults(1)`.
    private static func manualPages() throws -> Set<String> {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../man")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.standardizedFileURL.path)
        return Set(names.map { "\($0.dropLast(2))(\($0.suffix(1)))" })
    }

    @Test("the exit statuses in the help are in order, and include success, invalid command lines and --exit-code")
    func statuses() {
        for command in Self.table.commands {
            let statuses = HelpText.statuses(of: command).map(\.status.rawValue)
            #expect(statuses == Set(statuses).sorted(), "\(command.name)")
            #expect([statuses.first, statuses.last] == [0, 255], "\(command.name)")
            let reportsChanges = command.options.contains { $0.name == Option.exitCode.name }
            #expect(statuses.contains(2) == reportsChanges, "\(command.name)")
        }
    }

    @Test("help and --help say the same, of the command and of each verb")
    func verb() {
        #expect(Tool()("--help") == Tool()("help"))
        for command in Self.table.commands {
            let help = Tool()("help", command.name)
            #expect(help.status == .success)
            let beginning = command.forms.isEmpty ? "" : "  defaults \(command.name)"
            #expect(help.output.hasPrefix(beginning), "\(command.name)")
            #expect(help.error.isEmpty)
            #expect(Tool()(command.name, "--help") == help)
            #expect(Tool()("help", command.name.uppercased()) == help)
        }
    }

    @Test("names are told once, in lower case, and found in any")
    func table() {
        #expect(Set(Self.table.names).count == Self.table.names.count)
        for verb in Self.table.names {
            #expect(verb == verb.lowercased())
            #expect(Self.table.command(named: verb.uppercased())?.name == verb)
        }
        for command in Self.table.commands {
            #expect(command.forms.allSatisfy { $0.synopsis.hasPrefix(command.name) })
        }
    }
}
