import Foundation
import Testing

/// The recipes of the man page and the workflow work as they are.
@Suite(.waiting) struct SandboxRecipeTests {
    let scratch = Scratch()

    init() throws {
        try scratch.prepareSandboxes()
        let editor = """
            #!/bin/sh
            [ "$1" = --font-size ] || exit 2
            defaults write com.example.Editor FontSize -int "$2"
            defaults write --path Window.LastUsed com.example.Editor -date "$(date -u +%FT%TZ)"
            [ -z "${SURPRISE-}" ] || defaults write com.example.Editor Theme "$SURPRISE"
            """
        // Not by this process: a program that another test starts could inherit the open file, which could not be run.
        try scratch.bash("cat >editor; chmod 755 editor", input: Array(editor.utf8))
        try Disk.write(Self.state(size: 14), to: scratch.path + "/before.json")
        try Disk.write(Self.state(size: 16), to: scratch.path + "/after.json")
    }

    private static func state(size: Int) -> String {
        #"{"com.example.Editor": {"FontSize": \#(size), "Theme": "light"}}"#
    }

    /// Returns the display in the man page that has a line.
    private func recipe(with line: String) throws -> String {
        try ManualPage(.testing).recipe(with: line)
    }

    private func write(recipeWith line: String, to name: String) throws {
        try Disk.write(try recipe(with: line), to: "\(scratch.path)/\(name)")
    }

    private static let report = """
        [com.example.Editor]
        - Theme: string "light"
        + Theme: string "dark"

        """

    @Test(
        "the scripts pass, and fail for a changed preference with a report",
        arguments: ["editor-test", "editor-steps"])
    func shell(name: String) throws {
        try write(recipeWith: "# \(name).sh", to: name)
        let passed = try scratch.inSandboxes("sh \(name)")
        #expect(passed == Outcome(status: 0, output: Array("passed\n".utf8), error: ""))
        let failed = try scratch.inSandboxes("SURPRISE=dark sh \(name) 2>&1")
        #expect(failed.status == 1)
        #expect(failed.text.hasPrefix(Self.report))
        #expect(try scratch.leftSandboxes().isEmpty)
    }

    /// A few lines take the place of Bats: `run`, and the tests in order, each in a shell of its own.
    @Test("the Bats file passes, and fails for a changed preference")
    func bats() throws {
        try write(recipeWith: "# editor.bats", to: "editor.bats")
        let runner = #"""
            run() { output=$("$@") && status=0 || status=$?; }
            n=0; while grep -q "^test_$((n + 1))()" plain; do n=$((n + 1)); done
            for i in $(seq $n); do
                (. ./plain; set -e; trap teardown EXIT; setup; test_$i) && echo "ok $i" || echo "not ok $i"
            done
            """#
        let plain = #"awk '/^@test/ { $0 = "test_" ++n "() {" } { print }' editor.bats >plain"#
        let run = { (variables: String) in
            try scratch.inSandboxes("\(plain); \(variables) bash -c '\(runner)'")
        }
        let passed = try run("")
        #expect(passed.text == "ok 1\nok 2\n", "\(passed.text) \(passed.error)")
        #expect(try run("SURPRISE=dark").text == "ok 1\n" + Self.report + "not ok 2\n")
        #expect(try scratch.leftSandboxes().isEmpty)
    }

    @Test("Bats runs its file", Executable.condition("bats"))
    func realBats() throws {
        try write(recipeWith: "# editor.bats", to: "editor.bats")
        #expect(try scratch.inSandboxes("bats editor.bats").status == 0)
        #expect(try scratch.inSandboxes("SURPRISE=dark bats editor.bats").status == 1)
    }

    @Test("the rule of make checks, fails and accepts", Executable.condition("make"))
    func make() throws {
        try write(recipeWith: "# Makefile", to: "Makefile")
        #expect(try scratch.inSandboxes("make -s check") == .silence)
        let failed = try scratch.inSandboxes("SURPRISE=dark make -s check")
        failed.expect(2, beginning: Self.report)
        #expect(try scratch.inSandboxes("SURPRISE=dark make -s check UPDATE=--update").status == 0)
        #expect(try scratch.inSandboxes("SURPRISE=dark make -s check").status == 0)
        #expect(try scratch.leftSandboxes().isEmpty)
    }

    /// Returns the commands of the steps of a workflow, in order.
    private func commands(of text: String) -> [String] {
        var commands: [String] = []
        var indent: Int?
        for line in text.components(separatedBy: "\n") {
            let column = line.prefix { $0 == " " }.count
            if let begin = indent, line.isEmpty || column > begin {
                commands[commands.count - 1] += line + "\n"
                continue
            }
            indent = nil
            let words = line.trimmingCharacters(in: CharacterSet(charactersIn: " -"))
            guard words.hasPrefix("run: ") else { continue }
            commands.append(words == "run: |" ? "" : words.dropFirst(5) + "\n")
            if words == "run: |" { indent = column }
        }
        return commands
    }

    @Test("the step of GitHub Actions passes, and its log shows what has changed")
    func step() throws {
        let commands = commands(of: try recipe(with: "# .github/workflows/preferences.yml"))
        #expect(commands.count == 1)
        #expect(try scratch.inSandboxes("set -e; \(commands[0])") == .silence)
        let failed = try scratch.inSandboxes("set -e; export SURPRISE=dark; \(commands[0])")
        failed.expect(1, beginning: Self.report)
        #expect(try String(contentsOfFile: scratch.path + "/actual.json", encoding: .utf8).contains("dark"))
    }

    @Test("the workflow of the project checks the preferences of a program, and its log shows what has changed")
    func workflow() throws {
        let commands = try commands(of: Page.text(ofFile: ".github/workflows/preferences.yml"))
        #expect(commands.count == 3)
        // The first two build and install. The tests run what that builds.
        #expect(commands[0] == "PREFIX=/usr/local Scripts/install\n")
        #expect(commands[1] == "swift build --product UserDefaultsProbe\n")
        let program = ".build/debug/UserDefaultsProbe"
        #expect(commands[2].contains(program))
        let run = { (change: String) in
            let script = commands[2].replacingOccurrences(of: program, with: "'\(Executable.userDefaultsProbe)'")
                .replacingOccurrences(of: " Tests/", with: " '\(Executable.package)/Tests'/")
                .replacingOccurrences(of: " 16", with: change)
            return try scratch.inSandboxes("set -e; \(script)")
        }
        #expect(try run(" 16") == .silence)
        let failed = try run(" 18")
        failed.expect(1, beginning: "[com.example.Editor]\n- FontSize: integer 16\n+ FontSize: integer 18\ndefaults: ")
        #expect(try scratch.leftSandboxes().isEmpty)
    }
}
