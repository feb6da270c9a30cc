import Foundation
import Testing

/// The examples in the help of each verb do what the help shows.
struct HelpExampleTests {
    private let scratch: Scratch

    init() throws {
        scratch = try Scratch()
    }

    /// An example: commands, and the output of all of them.
    private struct Example {
        let purpose: String
        var commands: [String] = []
        var output = ""
    }

    @Test("every example in the help of each verb prints what the help shows")
    func examples() throws {
        let verbs = try HelpPage(scratch).verbs
        #expect(verbs.count > 20)
        for verb in verbs {
            let examples = Self.examples(in: try scratch.defaults("help", verb).text)
            #expect((3...5).contains(examples.count), "\(verb)")
            try run(examples, of: verb)
        }
    }

    /// Runs the examples of a verb in order, in a home folder with the preferences of the page with all examples.
    private func run(_ examples: [Example], of verb: String) throws {
        let scratch = try Scratch()
        var environment = scratch.environment
        environment["DEFAULTS_ROOT"] = nil
        environment["SOURCE_DATE_EPOCH"] = "1790000000"
        let setup = try Page.examples.examples().prefix { $0.command.hasPrefix("defaults write") }
        #expect(setup.count == 4)
        for example in setup {
            #expect(try scratch.bash(example.command, environment: environment).status == 0)
        }
        for example in examples {
            let script = "cd; exec 2>&1\n" + example.commands.joined(separator: "\n")
            let outcome = try scratch.bash(script, environment: environment)
            let home = URL(filePath: scratch.home).standardizedFileURL.path
            let text = outcome.text.replacingOccurrences(of: scratch.home, with: "/home/me")
                .replacingOccurrences(of: home, with: "/home/me")
            #expect(text == example.output, "\(verb): \(example.purpose)")
            #expect(outcome.status == 0, "\(verb): \(example.purpose)")
        }
    }

    /// Returns the examples in the help of a verb. Commands follow a prompt; other lines are output.
    private static func examples(in help: String) -> [Example] {
        guard
            let section = help.components(separatedBy: "\nExamples:\n").dropFirst().first?
                .components(separatedBy: "\n\nExit status:\n").first
        else { return [] }
        var examples: [Example] = []
        for line in section.components(separatedBy: "\n") {
            if line.hasPrefix("  "), !line.hasPrefix("   ") { examples.append(Example(purpose: line)) }
            guard let last = examples.indices.last, line.isEmpty || line.hasPrefix("    ") else { continue }
            let text = line.dropFirst(4)
            if text.hasPrefix("$ ") || text.hasPrefix("> ") {
                examples[last].commands.append(String(text.dropFirst(2)))
            } else {
                examples[last].output += text + "\n"
            }
        }
        return examples
    }
}
