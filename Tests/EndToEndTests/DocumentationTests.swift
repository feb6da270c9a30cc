import Foundation
import Testing

/// Compares the man pages with the command: examples are run, and lists must be complete.
@Suite(.waiting) struct DocumentationTests {
    private let scratch = Scratch()
    private let help: HelpPage

    init() throws {
        help = try HelpPage(scratch)
    }

    /// Words that the command accepts and its help omits.
    private static let unlistedFlags: Set = ["-g"]
    private static let unlistedWords: Set = ["remove", "printHostIdentifier", "NSGlobalDomain"]

    /// The files that state the messages of the command.
    private static let messageFiles = ["Sources/DefaultsCLI", "Sources/ToolSupport"].flatMap { folder in
        (FileManager.default.subpaths(atPath: Executable.package + "/" + folder) ?? [])
            .filter { $0.hasSuffix(".swift") }.map { folder + "/" + $0 }
    }

    /// The files that state the errors of files and domains.
    private static let libraryMessageFiles = ["Domains/PreferencesError+Code", "System/Files/FileError"].map {
        "Sources/DefaultsCore/\($0).swift"
    }

    // MARK: - Examples

    /// The man pages whose examples continue each other, and need no keyring. `KeyringDocumentationTests` runs those of
    /// the keyring, and `VerbsPageTests` those of each verb.
    private static let pagesWithExamples = Page.manual.filter { $0 != .keyring && $0 != .verbs }

    @Test("every example prints the output shown", arguments: pagesWithExamples)
    func examples(page: Page) throws {
        let examples = try page.examples().filter { !$0.command.contains("jq ") }
        #expect(examples.count > 5)
        try scratch.run(examples)
    }

    @Test("every example with jq prints the output shown", Executable.condition("jq"))
    func examplesWithOtherPrograms() throws {
        let examples = try Page.formats.examples()
        #expect(examples.contains { $0.command.contains("jq ") })
        try scratch.run(examples)
    }

    @Test("CONTRIBUTING describes every script and every check, and says where each check runs")
    func scriptsInContributing() throws {
        let text = try Page.text(ofFile: ".github/CONTRIBUTING.md")
        let described = Set(text.matches(of: /\n\| `(Scripts\/[-a-z\/]+)` \|/).map { String($0.1) })
        let scripts = try ["Scripts", "Scripts/checks"].flatMap { folder in
            try FileManager.default.contentsOfDirectory(atPath: "\(Executable.package)/\(folder)")
                .map { "\(folder)/\($0)" }.filter { !["checks", "support"].contains($0.split(separator: "/").last) }
        }
        #expect(described == Set(scripts))

        let lists = try ["gate": ".ci/run", "nightly": ".ci/nightly"].mapValues(Page.text(ofFile:))
        let rows = text.matches(of: /\n\| `(Scripts\/[-a-z\/]+)[^|]*` \| [^|]+ \| (gate|nightly|both) \| [0-9 ,]+ \|/)
        #expect(Set(rows.map { String($0.1) }).isSuperset(of: scripts.filter { $0.hasPrefix("Scripts/checks/") }))
        for row in rows {
            for (name, commands) in lists {
                // The commands end with a space, a quotation mark or the end of the line.
                let isRun = try commands.contains(Regex("[ '\"]\(row.1)[ '\n]"))
                #expect(isRun == (row.2 == name || row.2 == "both"), "\(row.1), \(name)")
            }
        }
    }

    // MARK: - Verbs and options

    @Test("the verbs of the help are those of the man pages and of the README")
    func verbs() throws {
        #expect(try ManualPage(.verbs).subsections == ["Common options"] + help.verbs)
        #expect(try Set(help.verbs).isSubset(of: ManualPage(.command).macros(under: "DESCRIPTION")))
        let paragraph = try Page.text(ofFile: Page.readme.rawValue).components(separatedBy: "The verbs are ")[1]
        let named = paragraph.prefix { $0 != "." }.split(separator: "`").map(String.init).filter {
            $0.allSatisfy { $0.isLetter || $0 == "-" }
        }
        #expect(named == help.verbs)
    }

    @Test("the man page lists the same options for each verb as the help")
    func optionsOfVerbs() throws {
        let page = try ManualPage(.verbs)
        for verb in help.verbs {
            let flags = page.flags(under: verb).subtracting(help.globalOptions)
            #expect(flags == help.ownOptions[verb], "\(verb)")
        }
    }

    @Test("the man pages explain all options and flags of the help, and no page mentions others")
    func options() throws {
        let flags = { (page: Page, title: String) in
            try Set(
                ManualPage(page).items(under: title).flatMap { ManualPage.words(after: "Fl", in: $0) }.map { "-" + $0 })
        }
        let options = help.ownOptions.values.reduce(help.globalOptions) { $0.union($1) }
        #expect(try flags(.verbs, "OPTIONS").union(flags(.verbs, "VERBS")) == options)
        #expect(try flags(.command, "VALUE TYPES") == help.valueFlags)
        #expect(try flags(.command, "DOMAINS") == help.domainFlags.union(["-g"]))

        let pages = try Page.defaultsManual.map { try ManualPage($0) }
        #expect(pages.reduce([]) { $0.union($1.flags) } == help.allFlags.union(Self.unlistedFlags))
        #expect(pages.reduce([]) { $0.union($1.commandWords) } == Set(help.verbs).union(Self.unlistedWords))
    }

    @Test("the README mentions only options of the help, except for other programs")
    func optionsInReadme() throws {
        let others = try ["Scripts/install --uninstall"] + Page.blocks(of: "sh").flatMap { $0 }
        let page = try Page.text(ofFile: Page.readme.rawValue)
        let text = others.reduce(page) { $0.replacingOccurrences(of: $1, with: "") }
        let words = text.components(separatedBy: CharacterSet(charactersIn: " \n`|,;.:()="))
        let options = Set(words.filter { $0.hasPrefix("--") && $0.count > 2 && !$0.hasPrefix("---") })
        #expect(!options.isEmpty)
        #expect(options.isSubset(of: help.allFlags), "\(options.subtracting(help.allFlags))")
    }

    // MARK: - Headings

    /// The macros of mdoc that are also words. They are macros at each place of a heading.
    private static let macros: Set = [
        "Ad", "An", "Ap", "At", "Do", "Er", "Es", "Fa", "Fl", "Ft", "In", "Li", "Me", "Ms", "No", "Ns", "So", "Ta",
        "Tn",
        "Up", "Ux", "Va",
    ]

    @Test("no word of a heading is a macro, which the page would format or omit", arguments: Page.manual)
    func headings(page: Page) throws {
        let titles = try ManualPage(page).titles
        #expect(!titles.isEmpty)
        for title in titles {
            #expect(Self.macros.isDisjoint(with: title.split(separator: " ").map(String.init)), "\(title)")
        }
    }

    // MARK: - Lists

    @Test("the exit statuses of the man page are those of the command")
    func exitStatuses() throws {
        let text = try Page.text(ofFile: "Sources/ToolSupport/Reports/ExitStatus.swift")
        let declared = text.matches(of: /Self\(rawValue: (\d+)\)/).map { String($0.1) }
        #expect(declared.contains("0"))
        #expect(try ManualPage(.command).items(under: "EXIT STATUS") == declared.map { [$0] })
    }

    @Test("the man page explains all tags of JSON, and no others")
    func tags() throws {
        let lines = try Page.text(ofFile: "Sources/PropertyList/JSON/JSONTag.swift").components(separatedBy: "\n")
        let declared = lines.filter { $0.hasPrefix("    case ") }.map { $0.components(separatedBy: "\"")[1] }
        #expect(declared.contains("$date"))
        let items = try ManualPage(.formats).items(under: "JSON")
        #expect(items.allSatisfy { $0.count == 2 && $0[0] == "Li" })
        #expect(Set(items.map { $0[1] }) == Set(declared))
    }

    @Test("the man page lists the kinds of finding that the command accepts")
    func findings() throws {
        try Disk.makeFolder(scratch.root)
        let items = try ManualPage(.formats).items(under: "FINDINGS")
        #expect(items.count > 10)
        for kind in items.flatMap({ ManualPage.words(after: "Li", in: $0) }) {
            #expect(try scratch.defaults("check", "--ignore", kind).error.isEmpty, "\(kind)")
        }
    }

    @Test("the formats that the man page names are those of the command", arguments: ["export", "diff"])
    func formats(verb: String) throws {
        let refusal = try scratch.defaults(verb, "--format=x", "D", "E").error
        let named = try #require(refusal.firstMatch(of: /takes (.*), not 'x'/)).1
        let formats = named.replacingOccurrences(of: " or ", with: ", ").components(separatedBy: ", ")
        #expect(formats.count > 2)
        #expect(try Page.text(ofFile: Page.verbs.rawValue).contains("\nAccepts \(named).\n"))
        let words = try Set(ManualPage.words(after: "Li", in: ManualPage(.formats).macros(under: "DIFFERENCES")))
        #expect(verb == "export" || words.isSuperset(of: formats), "\(formats)")
        let help = try scratch.defaults("help", verb).text
        #expect(help.contains("Choose \(named)\n"))
    }

    @Test("the messages of the man page are those of the command")
    func messages() throws {
        let files = Self.messageFiles + Self.libraryMessageFiles
        let sentences = try files.map { try Page.text(ofFile: $0) }.joined()
        let messages = try ManualPage(.command).itemTexts(under: "DIAGNOSTICS")
        #expect(messages.count > 5)
        for text in messages.flatMap({ $0 }) {
            let isSaid = sentences.contains(text)
            #expect(isSaid, "\(text)")
        }
    }

    // MARK: - The pages

    @Test("only the release notes and the README's line for Package.swift name the version besides the command")
    func version() throws {
        let version = try scratch.defaults("--version").text.trimmingCharacters(in: .newlines)
        let number = version.dropFirst("defaults ".count)
        #expect(number.wholeMatch(of: /\d+\.\d+\.\d+/) != nil)
        let printed = try scratch.bash("'\(Executable.package)/Scripts/support/version'").text
        #expect(printed == "\(number)\n")
        let notes = try Page.text(ofFile: ".github/RELEASE_NOTES.md").components(separatedBy: "\n")
        #expect(notes.first { $0.hasPrefix("## ") && $0 != "## Unreleased" }?.hasPrefix("## \(number) - ") == true)
        let readme = try Page.text(ofFile: Page.readme.rawValue)
        #expect(readme.components(separatedBy: String(number)).count == 2)
        #expect(readme.contains("from: \"\(number)\""))
        // Scripts/install adds the number.
        for page in Page.manual { #expect(try ManualPage(page).system == "defaults", "\(page)") }
    }

    @Test("the folder of man pages contains the pages that are tested, and no others")
    func pages() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: "\(Executable.package)/man")
        #expect(Set(names.map { "man/\($0)" }) == Set(Page.manual.map(\.rawValue)))
    }

    @Test("every section that a man page or a message refers to exists")
    func references() throws {
        let titles = try Dictionary(
            uniqueKeysWithValues: Page.manual.map { ("\($0.rawValue.dropFirst(4))", try ManualPage($0).titles) })
        for page in Page.manual {
            for reference in try ManualPage(page).references {
                let target = reference.page ?? String(page.rawValue.dropFirst(4))
                #expect(titles[target]?.contains(reference.title) == true, "\(page): \(reference)")
            }
        }
        let messages = try Self.messageFiles.map { try Page.text(ofFile: $0) }.joined()
        for match in messages.matches(of: /see ([A-Z][A-Z ]+) in 'man ([-a-z]+)'/) {
            let page = titles.first { $0.key.dropLast(2) == match.2 }
            #expect(page?.value.contains(String(match.1)) == true, "\(match.0)")
        }
    }

    @Test(
        "man displays every page with all its sections, within 80 columns",
        Executable.condition("man", "mandb"),
        arguments: Page.manual)
    func rendering(page: Page) throws {
        let outcome = try scratch.bash("MANWIDTH=80 man -l '\(page.path)'")
        outcome.expect(0, error: "")
        let lines = outcome.text.components(separatedBy: "\n")
        let sections = try ManualPage(page).sections
        #expect(sections.count > 3)
        for title in sections {
            #expect(lines.contains(title), "\(title)")
        }
        let macros = /\b(Ar|Cm|Ev|Fl|Li|Nm|Pa|Ql|Xr)\b/
        #expect(lines.filter { $0.contains(macros) } == [])
        // Only the message of a command may be longer.
        #expect(lines.filter { $0.count > 80 && !$0.contains("defaults: ") } == [])
    }

    @Test("mandoc accepts every page", Executable.condition("mandoc"), arguments: Page.manual)
    func lint(page: Page) throws {
        let outcome = try scratch.bash("mandoc -T lint -W warning '\(page.path)'")
        #expect(outcome == .silence)
    }
}
