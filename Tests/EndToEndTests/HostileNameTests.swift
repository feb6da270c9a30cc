import Foundation
import Testing

/// A name that is none is refused before anything is made, and the sentence tells the rule.
@Suite(.waiting) struct HostileNameTests {
    private static let components =
        "a name has no empty, '.' or '..' component (a path begins with '/', './', '../' or '~/')"
    private static let controls = "a name has no NUL and no newline"
    private static let length = "a name has at most 249 bytes between slashes, with its host's name after a dot"
    private static let fileName = "a path ends in the name of a file"

    /// What is typed for a domain, and the rule it breaks.
    static let domains: [(String, String)] = [
        ("", "a name is not empty"), (".plist", "a name is not empty"), (".", components), ("..", components),
        ("a/../b", components), ("a/../../x", components), ("a/./b", components), ("../..", fileName),
        ("a//b", components), ("a/", components), ("a/.", components),
        ("a/.plist", components), ("./", fileName), ("../", fileName), ("~/", fileName), ("/", fileName),
        ("/..", fileName), ("./a/..", fileName), ("./.plist", fileName), ("a\nb", controls), ("a\n", controls),
        (String(repeating: "a", count: 250), length), ("x/" + String(repeating: "é", count: 125), length),
        ("/x/" + String(repeating: "a", count: 250), length),
    ]

    @Test("a domain that is none is refused by every verb", arguments: domains)
    func domain(name: String, rule: String) throws {
        let scratch = Scratch()
        try Data("{ a = 1; }".utf8).write(to: URL(fileURLWithPath: scratch.path + "/honest.plist"))
        let before = try TreeState(scratch.path)
        for arguments in HostileFileTests.verbs {
            let words = arguments.map { $0 == "D" ? name : $0 }
            let outcome = try scratch.defaults(words)
            let shown = name.replacingOccurrences(of: "\n", with: "\\n")
            #expect(
                outcome == Outcome(status: 255, output: [], error: "defaults: '\(shown)' is not a domain: \(rule)\n"))
        }
        #expect(try TreeState(scratch.path).differences(from: before).isEmpty)
    }

    /// What is typed for a host, and the rule it breaks.
    static let hosts: [(String, String)] = [
        (".", components), ("..", components), ("a/b", "the name of a host has no '/'"),
        ("../../x", "the name of a host has no '/'"), ("a\nb", controls),
        (String(repeating: "a", count: 250), length),
    ]

    @Test("a host that is none is refused", arguments: hosts)
    func host(name: String, rule: String) throws {
        let scratch = Scratch()
        let shown = name.replacingOccurrences(of: "\n", with: "\\n")
        let refusal = Outcome(status: 255, output: [], error: "defaults: '\(shown)' is not a domain: \(rule)\n")
        #expect(try scratch.defaults("-host", name, "write", "D", "K", "v") == refusal)
        #expect(try scratch.defaults("read", "-host", name, "D") == refusal)
        #expect(try TreeState(scratch.root).isEmpty)
    }

    @Test("a domain fits the file system together with its host")
    func domainOnHost() throws {
        let scratch = Scratch()
        let longest = String(repeating: "a", count: 249)
        for name in [longest, String(repeating: "é", count: 124), "folder/" + longest] {
            #expect(try scratch.defaults("write", name, "K", "v").status == 0)
            #expect(try scratch.defaults("read", name, "K").text == "v\n")
        }
        for words in [
            ["-currentHost", "read", longest], ["-host", longest, "read", "D"], ["-host", longest, "read", "-g"],
        ] {
            let outcome = try scratch.defaults(words)
            #expect(outcome.status == 255)
            #expect(outcome.error.hasSuffix("' is not a domain: \(Self.length)\n"))
        }
        let host = String(repeating: "h", count: 247)
        #expect(try scratch.defaults("-host", host, "write", "D", "K", "v").status == 0)
        #expect(try Foreign.foundation("\(scratch.root)/ByHost/D.\(host).plist")["K"] as? String == "v")
    }

    /// A command line with a word that is no UTF-8, which is written `!`, and the number of that word.
    static let misencoded: [([String], Int)] = [
        (["!"], 1), (["read", "!"], 2), (["read", "D", "!"], 3), (["read-type", "D", "!"], 3),
        (["write", "!", "K", "v"], 2), (["write", "D", "!", "v"], 3), (["write", "D", "K", "!"], 4),
        (["write", "D", "K", "-string", "!"], 5), (["write", "D", "K", "-array", "a", "!"], 6),
        (["write", "D", "K", "-dict", "!", "a"], 5), (["write", "D", "!"], 3), (["delete", "!"], 2),
        (["delete", "D", "!"], 3), (["import", "!", "-"], 2), (["import", "D", "!"], 3), (["export", "!", "-"], 2),
        (["export", "D", "!"], 3), (["domains", "!"], 2), (["help", "!"], 2), (["read", "--", "!"], 3),
        (["--root", "!", "write", "D", "K", "v"], 2), (["--root=!", "write", "D", "K", "v"], 1),
        (["-host", "!", "write", "D", "K", "v"], 2), (["--lock-timeout", "!", "write", "D", "K", "v"], 2),
    ]

    @Test("a word that is no UTF-8 is refused by its number, never repaired", arguments: misencoded)
    func notUTF8(words: [String], position: Int) throws {
        // A byte that never occurs, a sequence cut off, half of a surrogate pair, and a slash written too long.
        for bytes: [UInt8] in [[0xFF], [0x61, 0xC3], [0xED, 0xA0, 0x80], [0xC0, 0xAF]] {
            let scratch = Scratch()
            let before = try TreeState(scratch.path)
            let arguments = words.map { Array($0.utf8).flatMap { $0 == UInt8(ascii: "!") ? bytes : [$0] } }
            let outcome = try scratch.run([Array(Executable.defaults.utf8)] + arguments)
            #expect(
                outcome
                    == Outcome(status: 255, output: [], error: "defaults: argument \(position) is not valid UTF-8\n"))
            #expect(try TreeState(scratch.path).differences(from: before).isEmpty)
        }
    }

    @Test(
        "a variable that names the place of domains and is no UTF-8 is refused, never repaired into another folder",
        arguments: [
            #"DEFAULTS_ROOT=$HOME/$'\xff'"#, #"DEFAULTS_ROOT= XDG_CONFIG_HOME=$HOME/$'\xff'"#,
            #"DEFAULTS_ROOT= HOME=$HOME/$'\xff'"#,
        ])
    func variableNotUTF8(assignments: String) throws {
        let scratch = Scratch()
        let outcome = try scratch.bash("\(assignments) defaults write D K v")
        outcome.expect(255, complaints: 1)
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.home).isEmpty)
        #expect(try scratch.bash("\(assignments) defaults --root ./root write D K v").status == 0)
    }
}
