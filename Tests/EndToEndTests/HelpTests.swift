import Foundation
import Testing

/// Help that was asked for is an answer; help that was not asked for is a complaint.
@Suite(.waiting) struct HelpTests {
    let scratch = Scratch()

    @Test("help is printed on standard output", arguments: ["help", "HELP", "--help", "-h", "-currentHost --help"])
    func overview(_ words: String) throws {
        let outcome = try scratch.bash("defaults \(words)")
        outcome.expect(0, error: "")
        #expect(outcome.text.hasPrefix("Command line interface to a user's defaults.\nSyntax:\n\n'defaults' "))
        #expect(try scratch.defaults("help") == outcome)
    }

    @Test(
        "without a verb the help goes to standard error", arguments: ["", "-currentHost", "-host h", "--root x", "--"])
    func noVerb(_ words: String) throws {
        let outcome = try scratch.bash("defaults \(words)")
        outcome.expect(255, text: "", beginning: "Reads and changes preferences. Usage: defaults <verb> ")
        #expect(outcome.error.split(separator: "\n", omittingEmptySubsequences: false).count <= 24)
        #expect(try scratch.defaults().error == outcome.error)
    }

    @Test("the version is printed on standard output", arguments: ["--version", "read --version"])
    func version(_ words: String) throws {
        let outcome = try scratch.bash("defaults \(words)")
        outcome.expect(0, error: "")
        #expect(try /defaults [0-9]+\.[0-9]+\.[0-9]+\n/.wholeMatch(in: outcome.text) != nil)
    }

    @Test("a word that looks like an option is literal in a value, and after two dashes")
    func literal() throws {
        #expect(try scratch.defaults("write", "D", "K", "--help").status == 0)
        #expect(try scratch.defaults("read", "D", "K").text == "--help\n")
        #expect(try scratch.defaults("write", "D", "--", "--version", "-string", "-h").status == 0)
        #expect(try scratch.defaults("read", "D", "--", "--version").text == "-h\n")
        #expect(try scratch.defaults("read", "D", "--version").text.hasPrefix("defaults "))
    }
}
