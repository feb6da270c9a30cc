import Foundation
import Testing

/// The recipe of the man page that makes `git diff` show property lists as text.
@Suite(.enabled(if: Executable.isInstalled("git"), "git is not installed"))
struct TextConversionTests {
    private let scratch: Scratch

    init() throws {
        scratch = try Scratch()
        let recipe = try #require(
            try ManualPage(.formats).literalDisplays.first { $0.contains { $0.contains("textconv") } })
        try Disk.write(recipe.joined(separator: "\n") + "\n", to: scratch.path + "/recipe")
        let outcome = try scratch.bash(
            """
            set -e; mkdir -p work/sub; cd work; git init -q .; git config user.email a@example.com
            git config user.name A; cat ../recipe >>.git/config; echo '*.plist diff=plist' >.gitattributes
            """)
        try #require(outcome == Outcome(status: 0, output: [], error: ""))
    }

    /// Commits a property list with one value, changes the value, and returns what git prints.
    private func difference(of name: String, _ command: String = "git diff") throws -> Outcome {
        try scratch.bash(
            """
            cd work; name=\(name)
            printf '{ "K": 1, "Old": true }' | defaults import ../f.plist - && defaults export ../f.plist - >"$name"
            git add -A && git commit -qm one; printf '{ "K": 2.5, "Old": true }' | defaults import ../f.plist -
            defaults export --format binary ../f.plist - >"$name"; \(command)
            """.replacingOccurrences(of: "../f.plist", with: "$PWD/../f.plist"))
    }

    @Test(
        "files of any name show their changed values, whatever their format",
        arguments: [
            "x.plist", "sub/x.plist", "./sub/x.plist", "-x.plist", "--json.plist", "'a b.plist'", "$'a\\nb.plist'",
            #"'$(touch oops)`touch oops`.plist'"#, #"'a"b\c.plist'"#, "\"it's.plist\"", "$'\\xff.plist'", "é.plist",
            "NSGlobalDomain.plist", ".plist", "'*.plist'", "$PWD/sub/absolute.plist", "';touch oops;.plist'",
        ])
    func names(name: String) throws {
        let outcome = try difference(of: name)
        #expect(outcome.status == 0 && outcome.error.isEmpty, "\(outcome.error)")
        let lines = outcome.text.components(separatedBy: "\n").drop { !$0.hasPrefix("@@") }.dropFirst()
        #expect(lines.filter { !$0.isEmpty } == [" {", "-  \"K\": 1,", "+  \"K\": 2.5,", "   \"Old\": true", " }"])
        #expect(!Disk.exists(scratch.path + "/work/oops"))
    }

    @Test("commits, and working trees seen from a subfolder, are shown as well")
    func places() throws {
        let changed = "-  \"K\": 1,\n+  \"K\": 2.5,\n"
        #expect(try difference(of: "sub/x.plist", "cd sub && git diff x.plist").text.contains(changed))
        #expect(try scratch.bash("cd work; git commit -qam two; git log -p -1").text.contains(changed))
        #expect(try scratch.bash("cd work; git show HEAD --textconv").text.contains(changed))
        #expect(try scratch.bash("cd work; git rm -q sub/x.plist; git diff --cached").text.contains("-  \"K\": 2.5,\n"))
    }

    @Test("a file that is no property list is shown as it is, and does not stop git")
    func otherFiles() throws {
        let outcome = try scratch.bash(
            """
            cd work; echo '(a, b)' >list.plist; echo '<<<<<<< broken' >broken.plist; : >empty.plist
            printf '{ K = 1; }' >good.plist; git add -A; git commit -qm one
            echo '(a, c)' >list.plist; echo '>>>>>>> broken' >broken.plist; echo '{ K = 2; }' >empty.plist
            printf '{ K = 2; }' >good.plist; git diff
            """)
        #expect(outcome.status == 0 && outcome.error.isEmpty, "\(outcome.error)")
        let changes = outcome.text.components(separatedBy: "\n").filter {
            ($0.hasPrefix("+") || $0.hasPrefix("-")) && !$0.hasPrefix("+++") && !$0.hasPrefix("---")
        }
        let expected = [
            "-<<<<<<< broken", "+>>>>>>> broken", "+{", "+  \"K\": \"2\"", "+}", "-  \"K\": \"1\"", "+  \"K\": \"2\"",
            "-  \"b\"", "+  \"c\"",
        ]
        #expect(changes == expected)
    }

    @Test("a relative path without './' is a domain, which is why the recipe reads standard input")
    func relativeName() throws {
        _ = try difference(of: "sub/x.plist")
        let outcome = try scratch.bash("cd work; defaults read --json sub/x.plist")
        #expect(outcome.status == 1 && outcome.error.contains("Domain sub/x.plist does not exist"))
    }
}
