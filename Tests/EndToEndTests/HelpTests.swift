import Testing

/// Help that was asked for is an answer; help that was not asked for is a complaint.
@Suite(.waiting) struct HelpTests {
    let scratch = Scratch()

    @Test("help is printed on standard output", arguments: ["help", "HELP", "--help", "-h", "-currentHost --help"])
    func overview(_ words: String) throws {
        let outcome = try scratch.bash("defaults \(words)")
        outcome.expect(0, error: "")
        #expect(outcome.text.hasPrefix("Reads and changes preferences. Usage: defaults <verb> "))
        #expect(try scratch.defaults("help") == outcome)
    }

    @Test("the list of all verbs is printed on standard output")
    func verbs() throws {
        let outcome = try scratch.defaults("help", "--all")
        outcome.expect(0, error: "")
        #expect(outcome.text.hasPrefix("Preferences:\n  read "))
        #expect(try scratch.defaults("help").text.contains("'defaults help --all' for all verbs"))
    }

    @Test(
        "without a verb an introduction goes to standard error, and nothing to standard output",
        arguments: ["", "-currentHost", "-host h", "--root x", "--", "printHostIdentifier x"])
    func noVerb(_ words: String) throws {
        let outcome = try scratch.bash("defaults \(words)")
        outcome.expect(255, text: "", beginning: "Reads and changes preferences. Usage: defaults <verb> ")
        outcome.expect(containing: "'defaults help --all' for all verbs")
        #expect(try scratch.defaults() == outcome)
    }

    @Test("the version is printed on standard output", arguments: ["--version", "read --version"])
    func version(_ words: String) throws {
        let outcome = try scratch.bash("defaults \(words)")
        outcome.expect(0, error: "")
        #expect(try /defaults [0-9]+\.[0-9]+\.[0-9]+\n/.wholeMatch(in: outcome.text) != nil)
    }
}
