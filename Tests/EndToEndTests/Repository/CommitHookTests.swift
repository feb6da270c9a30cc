import Foundation
import Testing

/// The recipes that check property lists before a commit, by git alone and by the framework `pre-commit`, and in a
/// workflow.
@Suite(.waiting, Executable.condition("git"))
struct CommitHookTests {
    private let scratch = Scratch()

    init() throws {
        try scratch.makeRepository()
        try Disk.write(ManualPage(.repositories).recipe(with: "# .git/hooks/pre-commit"), to: scratch.path + "/hook")
        try scratch.inRepository("cp ../hook .git/hooks/pre-commit; chmod 755 .git/hooks/pre-commit")
    }

    /// Commits everything in the repository after a script.
    private func commit(after script: String, _ options: String = "") throws -> Outcome {
        try scratch.inRepository("set -e; \(script)\ngit add -A; git commit -q -m message \(options)")
    }

    private var commits: String {
        get throws { try scratch.inRepository("git log --format=%s 2>/dev/null | wc -l").text }
    }

    @Test("clean files of any format are committed in silence, and so is a commit without property lists")
    func clean() throws {
        let outcome = try commit(
            after: """
                echo text >notes.txt; mkdir -p 'a b/en.lproj'; echo '"Quit" = "Quit";' >'a b/en.lproj/App.strings'
                echo '{ K = v; }' | defaults convert --format binary -o Info.plist; echo '(a, b)' >list.plist
                echo '{"sourceLanguage": "en", "strings": {}, "version": "1.0"}' >App.xcstrings
                """)
        #expect(outcome == .silence)
        #expect(try commit(after: "git rm -q Info.plist; git mv list.plist -- -list.plist").status == 0)
        #expect(try commit(after: "echo more >notes.txt") == .silence)
        #expect(try commit(after: "", "--allow-empty") == .silence)
        #expect(try commits == "4\n")
    }

    @Test(
        "a broken file is refused by its name",
        arguments: ["sub/Info.plist", "de.lproj/App.strings", "App.entitlements", "-x.plist", "a b.stringsdict"])
    func broken(name: String) throws {
        let outcome = try commit(
            after: "mkdir -p sub de.lproj; echo '{ K = v }}' >'./\(name)'; echo '{ K = v; }' >clean.plist")
        #expect(outcome.status == 1)
        #expect((outcome.text + outcome.error).contains("./\(name):"), "\(outcome)")
        #expect(try commits == "0\n")
        // The hook leaves nothing behind, and the next commit can have it mended.
        #expect(try commit(after: "echo '{ K = v; }' >'./\(name)'") == .silence)
        #expect(try commits == "1\n")
    }

    @Test("the hook checks what would be committed, and not the files of the working tree")
    func staged() throws {
        let stage = "echo '{ K = v }}' >a.plist; git add a.plist; echo '{ K = v; }' >a.plist; git commit -qm one"
        #expect(try scratch.inRepository(stage).status == 1)
        #expect(try scratch.inRepository("git add a.plist; echo broken} >a.plist; git commit -qm one").status == 0)
        #expect(try scratch.inRepository("git commit -qam two").status == 1)
        #expect(try commits == "1\n")
    }

    // MARK: - The framework

    /// The values of the only hook in the file for the framework.
    private static let declaration: [String: String] = {
        let text = (try? Page.text(ofFile: ".pre-commit-hooks.yaml")) ?? ""
        let pairs = text.matches(of: /\n(?:- |  )([a-z]+): '?(.*?)'?(?=\n)/)
        return Dictionary(pairs.map { (String($0.1), String($0.2)) }) { $1 }
    }()

    @Test("the man page names the hook of the framework")
    func identifier() throws {
        let recipe = try ManualPage(.repositories).recipe(with: "# .pre-commit-config.yaml")
        #expect(recipe.contains("- id: \(try #require(Self.declaration["id"]))\n"))
        #expect(Self.declaration["language"] == "system")
    }

    @Test("the hook of the framework takes the files that 'check' finds in a folder by their names, and no others")
    func files() throws {
        let pattern = try #require(Self.declaration["files"])
        let names = try #require(pattern.firstMatch(of: /\((.*)\)/)).1.split(separator: "|").map { "broken.\($0)" }
        #expect(names.count > 5)
        for name in names + ["de.lproj/A.strings"] { #expect(try name.contains(Regex(pattern)), "\(name)") }
        for name in ["A.swift", "plist", "A.plist.txt", "A.strings.swift"] {
            #expect(try !name.contains(Regex(pattern)), "\(name)")
        }
        let outcome = try scratch.inRepository(
            """
            mkdir found; cd found
            for name in \(names.joined(separator: " ")); do echo '{ K = v }}' >$name; done
            defaults check ./
            """
        )
        for name in names { #expect((outcome.text + outcome.error).contains("/\(name):"), "\(name)") }
    }

    /// The framework appends the names of files to the entry, relative to the working tree.
    @Test("the entry of the hook passes for clean files and fails for a broken one")
    func entry() throws {
        let entry = try #require(Self.declaration["entry"])
        let outcome = try scratch.inRepository(
            """
            mkdir sub; echo '{ K = v; }' >Info.plist; echo '(a)' >sub/list.plist; \(entry) Info.plist sub/list.plist
            """)
        #expect(outcome == .silence)
        let failed = try scratch.inRepository("echo '{ K = v }}' >sub/list.plist; \(entry) Info.plist sub/list.plist")
        #expect(failed.status != 0)
        #expect((failed.text + failed.error).contains("sub/list.plist:"))
        #expect(!failed.text.contains("Info.plist"))
    }

    // MARK: - Workflows

    @Test("the step of GitHub Actions prints an annotation for a finding, and fails")
    func workflow() throws {
        let recipe = try ManualPage(.repositories).recipe(with: "# .github/workflows/property-lists.yml")
        let command = try #require(recipe.firstMatch(of: /run: (defaults .*)/)).1
        let clean = try scratch.inRepository("echo '{ K = v; }' >Info.plist; \(command)")
        #expect(clean == .silence)
        let failed = try scratch.inRepository("echo '{ K = v; K = w; }' >Info.plist; \(command)")
        #expect(failed.status == 1)
        #expect(failed.text.hasPrefix("::error file=Info.plist,line=1,col=10,"), "\(failed.text)")
    }
}
