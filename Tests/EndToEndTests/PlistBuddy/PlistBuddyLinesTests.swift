import Testing

/// Lines of public macOS scripts, which are in `Fixtures/plistbuddy-lines.txt` with the form of that file.
@Suite(.waiting) struct PlistBuddyLinesTests {
    private static let prelude = """
        cd "$HOME"
        sudo() { "$@"; }
        # Bash looks up functions before files also for names with slashes.
        /usr/libexec/PlistBuddy() { PlistBuddy "$@"; }
        /usr/libexec/plistbuddy() { PlistBuddy "$@"; }
        """

    @Test(
        "a line of a public script does what it does with Apple's tool",
        arguments: try Transcript.all(in: "plistbuddy-lines.txt"))
    func run(transcript: Transcript) throws {
        try transcript.run(in: Scratch(), prelude: Self.prelude)
    }

    @Test("there are more than a hundred lines of public scripts")
    func count() throws {
        let text = try Page.text(ofFile: "Tests/EndToEndTests/Fixtures/plistbuddy-lines.txt")
        #expect(text.matches(of: #/\n\$ /#).count > 100)
    }
}
