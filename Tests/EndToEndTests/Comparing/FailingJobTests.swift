import Foundation
import Testing

/// The output of a job of continuous integration that fails for a changed preference.
@Suite(.waiting) struct FailingJobTests {
    private let scratch = Scratch()

    /// The job, as its service runs it: each line is a step, and the first one that fails ends the job.
    private static let job = """
        defaults --root ./run apply before.json
        XDG_CONFIG_HOME=$PWD/run ./editor
        defaults diff --ignore '**.LastUsed' ./expected.json ./run
        """

    init() throws {
        try Disk.write(
            #"{"com.example.Editor": {"Window": {"Tabs": 4, "LastUsed": 0}, "Recent": ["a.txt"], "Theme": "dark"}}"#,
            to: scratch.path + "/before.json")
        let expected = """
            {"com.example.Editor": {"Window": {"Tabs": 4, "LastUsed": 0}, "Recent": ["a.txt"], "Theme": "dark",
                "LastLaunch": {"$any": "date"}, "Version": {"$matches": "^1[.]"}}}
            """
        try Disk.write(expected, to: scratch.path + "/expected.json")
    }

    /// Runs the job with a program that does what it should and, after that, something else.
    private func job(_ change: String) throws -> Outcome {
        try scratch.bash(
            """
            cat >editor <<'END'
            #!/bin/sh
            unset DEFAULTS_ROOT
            defaults write com.example.Editor LastLaunch -date "$(date -u +%FT%TZ)"
            defaults write com.example.Editor Version 1.7
            defaults write --path Window.LastUsed com.example.Editor -int "$(date +%s)"
            \(change)
            END
            chmod +x editor; bash -e -c '\(Self.job.replacingOccurrences(of: "'", with: #"'\''"#))'
            """)
    }

    @Test("the job succeeds in silence if the preferences are the expected ones")
    func unchanged() throws {
        #expect(try job(":") == .silence)
    }

    @Test(
        "the output alone tells what changed, where, from what to what",
        arguments: [
            ("write com.example.Editor Theme light", #"- Theme: string "dark"\#n+ Theme: string "light""#),
            ("write --path Window.Tabs com.example.Editor 4", "- Window.Tabs: integer 4\n+ Window.Tabs: string \"4\""),
            ("write com.example.Editor Version 2.0", "- Version: string matching \"^1[.]\"\n+ Version: string \"2.0\""),
            ("delete com.example.Editor LastLaunch", "- LastLaunch: any date"),
            (
                "write com.example.Editor Recent -array-add b.txt",
                #"- Recent: array ["a.txt"]\#n+ Recent: array ["a.txt","b.txt"]"#
            ),
            ("write com.example.Editor New -bool true", "+ New: boolean true"),
        ])
    func changed(command: String, lines: String) throws {
        let outcome = try job("defaults \(command)")
        #expect(outcome == Outcome(status: 1, output: Array("[com.example.Editor]\n\(lines)\n".utf8), error: ""))
    }

    @Test("a domain that the program should not write is named")
    func otherDomain() throws {
        let outcome = try job("defaults write -g Language de; defaults -currentHost write com.example.Editor K -int 1")
        let text = """
            [-currentHost com.example.Editor]
            + K: integer 1
            [NSGlobalDomain]
            + Language: string "de"

            """
        #expect(outcome == Outcome(status: 1, output: Array(text.utf8), error: ""))
    }
}
