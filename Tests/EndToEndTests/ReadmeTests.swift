import Foundation
import Testing

/// Everything that the README says can be done is done.
@Suite(.waiting) struct ReadmeTests {
    private let scratch = Scratch()

    @Test("every example prints the output shown, after an installation as the README describes it")
    func examples() throws {
        try install()
        let examples = try Page.readme.examples()
        #expect(examples.count > 10)
        try scratch.run(examples, environment: installedEnvironment)
    }

    @Test("the lines for scripts of macOS make a script reach the commands by all of their paths there")
    func scriptPaths() throws {
        try install()
        let script = """
            set -e
            /usr/bin/defaults write D a "$(/usr/bin/defaults read-type E k 2>/dev/null || echo none)"
            D=~/Library/Preferences/D.plist; buddy=/usr/libexec/plistbuddy
            /usr/libexec/PlistBuddy -c 'Add :b integer 1' "$D"
            [ ! "$($buddy -c 'Print :b' "$D")" = 1 ] || $buddy -c 'Add :c integer 2' "$D"
            /usr/bin/plutil -insert d -integer 3 "$D"; plutil -insert e -integer 4 "$D"
            defaults write D shell /usr/bin/env
            """
        try Disk.write(script, to: scratch.home + "/.macos")
        let lines = try Page.readme.examples().map(\.command)
        let recipe = lines.filter { $0.hasPrefix("sed ") || $0.contains("defaults sandbox --home") }
        #expect(recipe.count == 2)
        let environment = installedEnvironment
        let outcome = try scratch.bash("cd\n" + recipe.joined(separator: "\n"), environment: environment)
        #expect(outcome == .silence)
        let document = try String(contentsOfFile: scratch.home + "/machine.json", encoding: .utf8)
        let expected = #"{"D":{"a":"none","b":1,"c":2,"d":3,"e":4,"shell":"/usr/bin/env"}}"#
        #expect(document.filter { !$0.isWhitespace } == expected)
    }

    @Test("every file that the README links to exists")
    func links() throws {
        let text = try Page.text(ofFile: Page.readme.rawValue)
        let links = text.matches(of: /\]\(([^)]+)\)/).map { String($0.1) }
        #expect(links.contains { $0.hasSuffix("/BeforeYouAdopt.md") })
        #expect(links.contains { $0.hasSuffix("/LICENSE") })
        for link in links { #expect(Disk.exists("\(Executable.package)/\(link)"), "\(link)") }
    }

    /// The variables of a user who has installed the command and added its folder to the path, as `Scripts/install`
    /// says.
    private var installedEnvironment: [String: String] {
        var environment = scratch.environment
        environment["PATH"] = scratch.home + "/.local/bin:/usr/bin:/bin"
        environment["DEFAULTS_ROOT"] = nil
        return environment
    }

    /// Installs the command in the home folder, as the README says.
    private func install() throws {
        var environment = scratch.environment
        environment["DEFAULTS_EXECUTABLE"] = Executable.defaults
        let outcome = try scratch.bash("'\(Executable.package)/Scripts/install'", environment: environment)
        outcome.expect(0, error: "")
    }

    @Test("the commands of the README run only the command itself and basic programs")
    func programs() throws {
        let basic: Set = ["defaults", "cat", "echo", "sed", "~/.local/libexec/PlistBuddy", "~/.local/libexec/plutil"]
        for example in try Page.readme.examples() {
            // The first word of each command of a pipe or list, after assignments. Quoted text contains no commands.
            let unquoted = example.command.replacing(/'[^']*'/, with: "''")
            for part in unquoted.split(whereSeparator: { "|;&()".contains($0) }) {
                let words = part.split(separator: " ").drop { $0.contains("=") || $0.hasPrefix("\"$") || $0 == "$" }
                guard let program = words.first, !program.hasPrefix("\"") else { continue }
                #expect(basic.contains(String(program)), "$ \(example.command)")
            }
        }
    }

    @Test("the README has at most 200 lines")
    func length() throws {
        #expect(try Page.text(ofFile: Page.readme.rawValue).components(separatedBy: "\n").count <= 201)
    }

    @Test("the notes of the newest release have at most 150 lines, and are those that the release gets")
    func releaseNotes() throws {
        let folder = "cd '\(Executable.package)'"
        let notes = try scratch.bash("\(folder); Scripts/support/release-notes \"v$(Scripts/support/version)\"")
        notes.expect(0, error: "")
        #expect(notes.text.contains("\n### Fixed\n"))
        #expect(notes.text.components(separatedBy: "\n").count <= 150)
    }

    @Test("every command that the README runs to install is part of continuous integration")
    func scripts() throws {
        let run = try Page.text(ofFile: ".ci/run")
        let check = try Page.text(ofFile: "Scripts/checks/packages")
        let blocks = try Page.blocks(of: "sh")
        let words = blocks.joined().compactMap { $0.split(separator: " ").first.map(String.init) }
        let scripts = words.filter { $0.hasPrefix("Scripts/") }
        #expect(scripts == ["Scripts/demo", "Scripts/test", "Scripts/install"])
        for script in scripts {
            #expect(FileManager.default.isExecutableFile(atPath: "\(Executable.package)/\(script)"))
            let isRun = run.split(whereSeparator: \.isWhitespace).contains { $0 == script }
            #expect(isRun || check.contains("\"$package\"/\(script)"), "\(script)")
        }
        #expect(run.contains("Scripts/checks/packages --installation"))
        // The blocks between install packages. The same script, run at night, runs both.
        #expect(try Page.text(ofFile: ".ci/nightly").contains(" Scripts/checks/packages\n"))
        #expect(blocks.map { $0.contains { $0.hasPrefix("Scripts/") } } == [true, false, false, true])
    }

    @Test("the README's lines for Package.swift are read by the package manager, and name a product")
    func manifest() throws {
        let block = try #require(Page.blocks(of: "swift").first).joined(separator: "\n")
        let product = try #require(try /product\(name: "(\w+)"/.firstMatch(in: block)).1
        #expect(try Page.text(ofFile: "Package.swift").contains("    .library(name: \"\(product)\""))
        let manifest =
            "// swift-tools-version: 6.2\nimport PackageDescription\n"
            + "let package = Package(name: \"Editor\",\n\(block))\n"
        try manifest.write(toFile: scratch.path + "/Package.swift", atomically: false, encoding: .utf8)
        var environment = scratch.environment
        environment["PATH"] = ProcessInfo.processInfo.environment["PATH"]
        environment["TMPDIR"] = scratch.path
        let outcome = try scratch.bash("swift package dump-package", environment: environment)
        #expect(outcome.status == 0, "\(outcome)")
        #expect(outcome.text.contains("\"\(product)\""), "\(outcome)")
    }
}

extension Scratch {
    /// Runs the examples of a page in order, in the home folder.
    ///
    /// - Parameter environment: The variables. By default, PlistBuddy is found at the path of macOS, too.
    func run(_ examples: [Page.Example], environment: [String: String]? = nil) throws {
        var environment = try environment ?? self.environment.merging(libexecVariables()) { $1 }
        environment["DEFAULTS_ROOT"] = nil
        for example in examples {
            let outcome = try bash("cd; exec 2>&1\n\(example.command)", environment: environment)
            outcome.expect(0, text: example.output, comment: "$ \(example.command)")
        }
    }
}
