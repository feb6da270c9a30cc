import Foundation
import Testing

/// What README and man page say is so: their examples are run, and what they list is what the command has.
struct DocumentationTests {
    private let scratch: Scratch
    private let help: HelpPage

    init() throws {
        scratch = try Scratch()
        help = try HelpPage(scratch)
    }

    /// What the command takes and its help keeps to itself.
    private static let unlistedFlags: Set = ["-g"]
    private static let unlistedWords: Set = ["remove", "printHostIdentifier", "NSGlobalDomain"]

    @Test("every example prints what is shown under it", arguments: Page.allCases)
    func examples(page: Page) throws {
        let examples = try page.examples().filter { !$0.command.contains("jq ") }
        #expect(examples.count > 10)
        try run(examples)
    }

    @Test("so does every example with jq", .enabled(if: Executable.isInstalled("jq"), "jq is not installed"))
    func examplesWithOtherPrograms() throws {
        let examples = try Page.readme.examples()
        #expect(examples.contains { $0.command.contains("jq ") })
        try run(examples)
    }

    @Test("every command of the README runs the command itself or a basic program, and opens nothing")
    func programs() throws {
        let basic: Set = [
            "defaults", "cp", "date", "echo", "eval", "grep", "jq", "printf", "sh", "tail", "tee", "wc", "xargs",
        ]
        for example in try Page.readme.examples() {
            // The first word of each command of a pipe or list, after what it assigns; quoted text has no commands.
            let unquoted = example.command.replacing(/'[^']*'/, with: "''")
            for part in unquoted.split(whereSeparator: { "|;&()".contains($0) }) {
                let words = part.split(separator: " ").drop { $0.contains("=") || $0.hasPrefix("\"$") || $0 == "$" }
                guard let program = words.first, !program.hasPrefix("\"") else { continue }
                #expect(basic.contains(String(program)), "$ \(example.command)")
            }
        }
    }

    @Test("the man page lists the kinds of finding that the command takes")
    func findings() throws {
        try Disk.makeFolder(scratch.root)
        let items = try ManualPage().items(under: "FINDINGS")
        #expect(items.count > 10)
        for kind in items.flatMap({ ManualPage.words(after: "Li", in: $0) }) {
            #expect(try scratch.defaults("check", "--ignore", kind).error.isEmpty, "\(kind)")
        }
    }

    /// Runs examples one after the other, in one home.
    private func run(_ examples: [Page.Example]) throws {
        var environment = scratch.environment
        environment["DEFAULTS_ROOT"] = nil
        for example in examples {
            let outcome = try scratch.bash("cd; exec 2>&1\n\(example.command)", environment: environment)
            #expect(outcome.text == example.output, "$ \(example.command)")
            #expect(outcome.status == 0, "$ \(example.command)")
        }
    }

    @Test("every script that the README runs is one, and part of what every change must pass")
    func scripts() throws {
        let run = try Page.text(ofFile: ".ci/run").components(separatedBy: "\n")
        let lines = try Page.blocks(of: "sh").flatMap { $0 }
        #expect(lines == ["Scripts/demo", "Scripts/test", "Scripts/install"])
        for line in lines {
            #expect(FileManager.default.isExecutableFile(atPath: "\(Executable.package)/\(line)"))
            #expect(run.contains { $0.hasSuffix(line) }, "\(line)")
        }
    }

    @Test("the README's Swift is what a test compiles and runs")
    func swift() throws {
        let test = try ["DefaultsCoreTests/ReadmeExampleTests.swift", "DependentPackage/Package.swift"]
            .map { try Page.text(ofFile: "Tests/\($0)") }.joined()
        let blocks = try Page.blocks(of: "swift")
        #expect(blocks.count == 6)
        for block in blocks {
            // A declaration stands by itself, and other lines stand in a test.
            let forms = ["", "        "].map { indent in
                block.map { $0.isEmpty ? "" : indent + $0 }.joined(separator: "\n")
            }
            #expect(forms.contains { test.contains("\n\($0)\n") }, "\(forms[0])")
        }
    }

    @Test("the verbs of the help are those of the man page and of the README")
    func verbs() throws {
        let items = try ManualPage().items(under: "COMMANDS")
        #expect(items.allSatisfy { $0.first == "Cm" })
        #expect(Set(items.compactMap { $0.dropFirst().first }) == Set(help.verbs))
        let paragraph = try Page.text(ofFile: Page.readme.rawValue).components(separatedBy: "The verbs are ")[1]
        let named = paragraph.prefix { $0 != "." }.split(separator: "`").map(String.init).filter {
            $0.allSatisfy { $0.isLetter || $0 == "-" }
        }
        #expect(named == help.verbs)
    }

    @Test("the man page gives each verb the options that the help gives it")
    func optionsOfVerbs() throws {
        let items = try ManualPage().items(under: "COMMANDS")
        for verb in help.verbs {
            let forms = items.filter { $0.dropFirst().first == verb }
            let flags = Set(forms.flatMap { ManualPage.words(after: "Fl", in: $0) }.map { "-" + $0 })
            #expect(flags == help.ownOptions[verb], "\(verb)")
        }
    }

    @Test("the man page explains the options and flags of the help, and mentions no others")
    func options() throws {
        let page = try ManualPage()
        let flags = { (title: String) in
            Set(page.items(under: title).flatMap { ManualPage.words(after: "Fl", in: $0) }.map { "-" + $0 })
        }
        #expect(flags("OPTIONS") == help.ownOptions.values.reduce(help.globalOptions) { $0.union($1) })
        #expect(flags("VALUE TYPES") == help.valueFlags)
        #expect(flags("DESCRIPTION") == help.domainFlags.union(["-g"]))
        #expect(page.flags == help.allFlags.union(Self.unlistedFlags))
        #expect(page.commandWords == Set(help.verbs).union(Self.unlistedWords))
    }

    @Test("the README mentions no option that the help does not have")
    func optionsInReadme() throws {
        let words = try Page.text(ofFile: Page.readme.rawValue).components(
            separatedBy: CharacterSet(charactersIn: " \n`|,;.:()="))
        let options = Set(words.filter { $0.hasPrefix("--") && $0.count > 2 && !$0.hasPrefix("---") })
        #expect(!options.isEmpty)
        #expect(options.isSubset(of: help.allFlags), "\(options.subtracting(help.allFlags))")
    }

    @Test("the exit statuses of the man page are those of the command")
    func exitStatuses() throws {
        let declared = try Page.text(ofFile: "Sources/DefaultsCLI/ExitStatus.swift").components(separatedBy: "\n")
            .filter { $0.hasPrefix("    case ") }.compactMap { $0.split(separator: " ").last.map(String.init) }
        #expect(declared.contains("0"))
        #expect(try ManualPage().items(under: "EXIT STATUS") == declared.map { [$0] })
    }

    @Test("the man page explains the tags that JSON has, and no others")
    func tags() throws {
        let lines = try Page.text(ofFile: "Sources/PropertyList/JSON/JSONTag.swift").components(separatedBy: "\n")
        let declared = lines.filter { $0.hasPrefix("    case ") }.map { $0.components(separatedBy: "\"")[1] }
        #expect(declared.contains("$date"))
        let items = try ManualPage().items(under: "JSON")
        #expect(items.allSatisfy { $0.count == 2 && $0[0] == "Li" })
        #expect(Set(items.map { $0[1] }) == Set(declared))
    }

    @Test("the formats that the man page names are those of the command", arguments: ["export", "diff"])
    func formats(verb: String) throws {
        let refusal = try scratch.defaults(verb, "--format=x", "D", "E").error
        let named = try #require(refusal.firstMatch(of: /takes (.*), not 'x'/)).1
        let formats = named.replacingOccurrences(of: " or ", with: ", ").components(separatedBy: ", ")
        #expect(formats.count > 2)
        let page = try ManualPage()
        let section = verb == "export" ? "COMMANDS" : "DIFFERENCES"
        let words = Set(ManualPage.words(after: "Li", in: page.macros(under: section)))
        #expect(words.isSuperset(of: formats), "\(formats)")
        let help = try scratch.defaults("help", verb).text
        #expect(help.contains("chooses \(named)\n"))
    }

    @Test("the messages of the man page are those of the command")
    func messages() throws {
        let files = ["Sources/DefaultsCLI/Messages.swift", "Sources/DefaultsCore/Domains/PreferencesError.swift"]
        let sentences = try files.map { try Page.text(ofFile: $0) }.joined()
        let messages = try ManualPage().itemTexts(under: "DIAGNOSTICS")
        #expect(messages.count > 5)
        for text in messages.flatMap({ $0 }) {
            let isSaid = sentences.contains(text)
            #expect(isSaid, "\(text)")
        }
    }

    @Test("the README and the release notes name the version")
    func version() throws {
        let version = try scratch.defaults("--version").text.trimmingCharacters(in: .newlines)
        #expect(try Page.text(ofFile: Page.readme.rawValue).contains("answers `\(version)`"))
        let notes = try Page.text(ofFile: ".github/RELEASE_NOTES.md").components(separatedBy: "\n")
        let newest = notes.first { $0.hasPrefix("## ") } ?? ""
        #expect(newest.hasPrefix("## " + version.dropFirst("defaults ".count)))
    }

    @Test(
        "man shows the page, with every section",
        .enabled(if: Executable.isInstalled("man") && Executable.isInstalled("mandb"), "man is not installed"))
    func rendering() throws {
        let page = "\(Executable.package)/\(Page.manual.rawValue)"
        let outcome = try scratch.bash("MANWIDTH=80 man -l '\(page)'")
        #expect(outcome.status == 0)
        #expect(outcome.error == "")
        let lines = outcome.text.components(separatedBy: "\n")
        for title in [
            "NAME", "COMMANDS", "OPTIONS", "VALUE TYPES", "KEY PATHS", "JSON", "DIFFERENCES", "FILES", "LIMITS",
            "EXIT STATUS",
            "EXAMPLES", "CAVEATS",
        ] {
            #expect(lines.contains(title), "\(title)")
        }
        let macros = /\b(Ar|Cm|Ev|Fl|Li|Nm|Pa|Ql|Xr)\b/
        #expect(lines.filter { $0.contains(macros) } == [])
    }

    @Test("mandoc finds nothing wrong with the page", .enabled(if: Executable.isInstalled("mandoc"), "no mandoc"))
    func lint() throws {
        let outcome = try scratch.bash("mandoc -T lint -W warning '\(Executable.package)/\(Page.manual.rawValue)'")
        #expect(outcome == Outcome(status: 0, output: [], error: ""))
    }
}
