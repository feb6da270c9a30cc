import Foundation
import Testing

/// The recipe of the man page that makes `git diff` show property lists as text.
@Suite(.waiting, Executable.condition("git"))
struct TextConversionTests {
    private let scratch = Scratch()

    init() throws {
        try scratch.makeRepository()
    }

    /// Commits a property list with one value, changes the value, and returns what git prints.
    private func difference(of name: String, _ command: String = "git diff") throws -> Outcome {
        try scratch.inRepository(
            """
            mkdir -p sub; name=\(name)
            echo '{"K": 1, "Old": true}' | defaults convert >"$name"; git add -A && git commit -qm one
            echo '{"K": 2.5, "Old": true}' | defaults convert --format binary >"$name"; \(command)
            """)
    }

    /// Returns the changed lines of a difference, without the names of the files.
    private func changes(in text: String) -> [String] {
        text.components(separatedBy: "\n").filter {
            ($0.hasPrefix("+") || $0.hasPrefix("-")) && !$0.hasPrefix("+++") && !$0.hasPrefix("---")
        }
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
        outcome.expect(0, error: "")
        let lines = outcome.text.components(separatedBy: "\n").drop { !$0.hasPrefix("@@") }.dropFirst()
        #expect(lines.filter { !$0.isEmpty } == [" {", "-  \"K\": 1,", "+  \"K\": 2.5,", "   \"Old\": true", " }"])
        #expect(!Disk.exists(scratch.path + "/work/oops"))
    }

    @Test("commits, and working trees seen from a subfolder, are shown as well")
    func places() throws {
        let changed = "-  \"K\": 1,\n+  \"K\": 2.5,\n"
        #expect(try difference(of: "sub/x.plist", "cd sub && git diff x.plist").text.contains(changed))
        #expect(try scratch.inRepository("git commit -qam two; git log -p -1").text.contains(changed))
        #expect(try scratch.inRepository("git show HEAD --textconv").text.contains(changed))
        #expect(try scratch.inRepository("git rm -q sub/x.plist; git diff --cached").text.contains("-  \"K\": 2.5,\n"))
    }

    @Test(
        "a change of one value in a binary file is one changed line",
        arguments: ["Info.plist", "App.entitlements", "App.strings", "App.stringsdict"])
    func binary(name: String) throws {
        let outcome = try scratch.inRepository(
            """
            set -e; echo '{"Data": {"$data": "AP8Q"}, "List": [1, {"Size": 14}], "Name": "A"}' |
                defaults convert --format binary -o \(name); git add -A; git commit -qm one
            defaults write --path List.1.Size './\(name)' -int 16; git diff
            """)
        outcome.expect(0, error: "")
        #expect(changes(in: outcome.text) == ["-      \"Size\": 14", "+      \"Size\": 16"])
        #expect(try scratch.inRepository("head -c 6 \(name)").text == "bplist")
    }

    @Test("strings in UTF-16, whose bytes are binary for git, and roots of any type are shown")
    func otherRoots() throws {
        let outcome = try scratch.inRepository(
            """
            set -e; echo '"Quit" = "Beenden";' | iconv -t UTF-16 >App.strings; echo '(a, b)' >list.plist
            echo '<plist><integer>1</integer></plist>' >number.plist; git add -A; git commit -qm one
            echo '"Quit" = "Ende";' | iconv -t UTF-16 >App.strings; echo '(a, c)' >list.plist
            echo '<plist><integer>2</integer></plist>' >number.plist; git diff
            """)
        outcome.expect(0, error: "")
        let expected = [
            "-  \"Quit\": \"Beenden\"", "+  \"Quit\": \"Ende\"", "-  \"b\"", "+  \"c\"", "-1", "+2",
        ]
        #expect(changes(in: outcome.text) == expected)
    }

    @Test("a file that is not a property list is shown as it is, and does not stop git")
    func otherFiles() throws {
        let outcome = try scratch.inRepository(
            """
            echo '<<<<<<< broken' >broken.plist; : >empty.plist; echo '{ K = 1; }' >good.plist
            git add -A; git commit -qm one
            echo '>>>>>>> broken' >broken.plist; echo '{ K = 2; }' >empty.plist; echo '{ K = 2; }' >good.plist; git diff
            """)
        outcome.expect(0, error: "")
        let expected = [
            "-<<<<<<< broken", "+>>>>>>> broken", "+{", "+  \"K\": \"2\"", "+}", "-  \"K\": \"1\"", "+  \"K\": \"2\"",
        ]
        #expect(changes(in: outcome.text) == expected)
    }
}
