import Foundation
import Testing

/// A user who knows only the name of the command gets on with what it prints: each step uses words of the step before.
@Suite(.waiting) struct NewcomerTests {
    private let scratch = Scratch()

    /// The word that an error suggests.
    private func suggestion(_ words: String) throws -> String {
        let outcome = try scratch.bash("defaults \(words)")
        #expect(outcome.status != 0, "\(words)")
        #expect(outcome.output == [], "\(words)")
        return try String(#require(outcome.error.firstMatch(of: /[Dd]id you mean '(.*)'\?/), "\(words)").1)
    }

    @Test("the introduction leads to the help of each verb that it shows")
    func introduction() throws {
        let text = try scratch.defaults().error
        let verbs = text.matches(of: /\n  ([a-z]+)/).map { String($0.1) }
        #expect(verbs.count == 10)
        #expect(text.contains("'defaults help <verb>'"))
        for verb in verbs {
            #expect(try scratch.defaults("help", verb).text.contains("\nExample: "), "\(verb)")
        }
    }

    @Test("an example of the help and suggestions lead to a stored value")
    func steps() throws {
        let verb = try suggestion("wirte")
        let help = try scratch.defaults("help", verb).text
        let example = try #require(help.firstMatch(of: /\n  \$ defaults (write (\S+) (\S+) .*)\n/))
        let (domain, key) = (String(example.2), String(example.3))
        #expect(try scratch.bash("defaults \(example.1)") == .silence)

        // The names are typed wrongly, with the last two letters swapped.
        let swapped = { (name: String) in
            String(name.dropLast(2)) + String(name.suffix(2).reversed())
        }
        #expect(try suggestion("read \(swapped(domain)) \(key)") == domain)
        #expect(try suggestion("read \(domain) \(swapped(key))") == key)
        let option = try suggestion("read \(domain) --typse")
        let listing = try scratch.defaults("read", domain, option)
        #expect(listing.status == 0)
        #expect(listing.text.hasPrefix("\(key)  integer "))
        #expect(try scratch.defaults("domains").text == "\(domain)\n")
    }

    @Test(
        "help and the Tab key alone lead from an empty folder to stored, changed and deleted values",
        arguments: CompletingShell.installed)
    func completion(shell: CompletingShell) throws {
        let help = try scratch.defaults("help", "write").text
        let example = try String(#require(help.firstMatch(of: /\n  \$ defaults (.*)\n/)).1)
        // Each step is a typed line and its output. A tab completes the word before it.
        let steps = [
            ("help writ\t", help), (example, ""), ("doma\t", "com.example.Editor\n"), ("read com\t Fo\t", "16\n"),
            ("read-t\t com\t Fo\t", "Type is integer\n"), ("write com\t Fo\t -floa\t 17.5", ""),
            ("read com\t --js\t", "{\n  \"FontSize\": 17.5\n}\n"), ("renam\t com\t Fo\t TextSize", ""),
            ("expo\t com\t --format=comm\t -", "defaults write com.example.Editor TextSize -float 17.5\n"),
            ("delete com\t Te\t", ""), ("doma\t", "\n"),
        ]
        let results = try shell.run(steps.map { "defaults \($0.0)\r" }, in: scratch)
        #expect(results.count == steps.count)
        for ((typed, output), result) in zip(steps, results) {
            #expect(result.status == "0", "\(typed): \(result)")
            #expect(result.output == output, "\(typed): \(result)")
        }
    }
}
