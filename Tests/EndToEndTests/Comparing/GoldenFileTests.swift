import Foundation
import Testing

/// What `snapshot` and `export` write, as files that are kept and compared.
@Suite(.waiting) struct GoldenFileTests {
    private let scratch = Scratch()

    init() throws {
        // Many keys, so that an order that depends on hashes would show.
        let keys = (0..<40).map { "-int \($0 % 7) Key\($0)" }.joined(separator: " ")
        let words = keys.split(separator: " ").map(String.init)
        let pairs = stride(from: 0, to: words.count, by: 3).map { "\(words[$0 + 2]) -int \(words[$0 + 1])" }
        try scratch.bash(
            """
            defaults write D Many -dict \(pairs.joined(separator: " "))
            defaults write D Opened -date 2024-01-31T12:00:00Z; defaults write D I -int 12345; defaults write D ı é
            defaults write D Real -float 1234.5; defaults write D Data -data 00ff10; defaults write 'x/É' K $'a\\nb'
            defaults -currentHost write D H v; defaults -host other write D O v; defaults write -g Lang de
            """)
    }

    /// The outputs of the commands that write files, in one text.
    private static let script = """
        {
            defaults snapshot; defaults snapshot -o snapshot.json; cat snapshot.json
            for domain in D x/É -g; do
                for format in xml binary json commands; do defaults export --format $format $domain -; done
                defaults export $domain file.plist; cat file.plist; rm file.plist
            done
            defaults diff ./root ./nowhere --allow-missing; defaults diff --json ./root ./nowhere --allow-missing
        } | cksum
        """

    @Test("bytes do not depend on locale, time zone, hash seeds, variables or the folder")
    func environments() throws {
        let expected = try scratch.bash(Self.script)
        #expect(expected.status == 0)
        #expect(expected.error.isEmpty)
        #expect(expected.text.hasSuffix("\n"))
        #expect(!expected.text.hasPrefix("4294967295 0"))
        let variables = [
            ["LC_ALL": "tr_TR.UTF-8", "LANG": "tr_TR.UTF-8"], ["LC_ALL": "de_DE.UTF-8", "LC_NUMERIC": "de_DE.UTF-8"],
            ["LC_ALL": "", "LANG": "ja_JP.eucJP"], ["TZ": "Pacific/Kiritimati"], ["TZ": "America/New_York"],
            ["SWIFT_DETERMINISTIC_HASHING": "1"], ["HOSTNAME": "other", "USER": "other", "HOME": "/"],
            ["SOURCE_DATE_EPOCH": "0"], [:], [:], [:], [:],
        ]
        for change in variables {
            let environment = scratch.environment.merging(change) { $1 }
            // Other shells complain about locales that the machine does not have.
            #expect(try scratch.run(["/bin/sh", "-c", Self.script], environment: environment) == expected, "\(change)")
        }
        // A copy elsewhere has files with other times, numbers and an order of its own in its folder.
        let copy = try scratch.bash(
            """
            mkdir -p elsewhere/b/root
            ls -A root | sort -r | while read -r name; do cp -R "root/$name" elsewhere/b/root; done
            cd elsewhere/b; DEFAULTS_ROOT=$PWD/root
            \(Self.script)
            """)
        #expect(copy.text == expected.text, "\(copy.error)")
    }

    @Test("bytes do not depend on the name of the host", MountSpace.condition)
    func host() throws {
        let expected = try scratch.bash(Self.script).text
        let script = "hostname other.example.com && [ \"$(hostname)\" = other.example.com ] && { \(Self.script)\n }"
        let space = MountSpace.prefix.split(separator: " ").map(String.init)
        let words = ["/usr/bin/env"] + space + ["--uts", "/bin/bash", "-c", script]
        let outcome = try scratch.run(words)
        #expect(outcome == Outcome(status: 0, output: Array(expected.utf8), error: ""))
    }

    @Test("a changed value changes its own lines of a golden file, and no others")
    func lines() throws {
        try scratch.bash(
            """
            defaults snapshot -o before.json
            defaults export --format xml D before.plist
            defaults export --format json D b.json
            """)
        try scratch.succeed("write", "--path", "Many.Key3", "D", "-int", "99")
        let script = """
            defaults snapshot -o after.json
            defaults export --format xml D after.plist
            defaults export --format json D a.json
            for pair in 'before.json after.json' 'before.plist after.plist' 'b.json a.json'; do
                diff $pair | grep '^[<>]'
            done
            """
        let expected = """
            <       "Key3": 3,
            >       "Key3": 99,
            < \t\t<integer>3</integer>
            > \t\t<integer>99</integer>
            <     "Key3": 3,
            >     "Key3": 99,

            """
        #expect(try scratch.bash(script).text == expected)
    }
}
