import Foundation
import Testing

/// The examples of the page with the reference of all verbs.
@Suite(.waiting) struct VerbsPageTests {
    private let scratch = Scratch()

    @Test("every example of the page prints what the page shows")
    func examples() throws {
        let page = try ManualPage(.verbs)
        for verb in try HelpPage(scratch).verbs {
            try run(page.literalDisplays(under: verb), of: verb)
        }
    }

    @Test("the page has an example of each verb, which the help of the verb shows")
    func help() throws {
        let page = try ManualPage(.verbs)
        for verb in try HelpPage(scratch).verbs {
            let examples = page.literalDisplays(under: verb)
            #expect(examples.count == 1, "\(verb)")
            let first = try #require(examples.first).map { $0.isEmpty ? "" : "  " + $0 }.joined(separator: "\n")
            #expect(try scratch.defaults("help", verb).text.contains("\n\(first)\n\nExit status:"), "\(verb)")
        }
    }

    /// Runs the examples of a verb in order, in a home folder with the preferences of the page.
    private func run(_ displays: [[String]], of verb: String) throws {
        let scratch = Scratch()
        var environment = scratch.environment
        environment["DEFAULTS_ROOT"] = nil
        environment["SOURCE_DATE_EPOCH"] = "1790000000"
        let setup = try Page.verbs.examples().prefix { $0.command.hasPrefix("defaults write") }
        #expect(setup.count == 4)
        for example in setup {
            #expect(try scratch.bash(example.command, environment: environment).status == 0)
        }
        for display in displays {
            let isCommand = { (line: String) in line.hasPrefix("$ ") || line.hasPrefix("> ") }
            let commands = display.filter(isCommand).map { $0.dropFirst(2) }
            let script = "cd; exec 2>&1\n" + commands.joined(separator: "\n")
            let outcome = try scratch.bash(script, environment: environment)
            let home = URL(filePath: scratch.home).standardizedFileURL.path
            let text = outcome.text.replacingOccurrences(of: scratch.home, with: "/home/me")
                .replacingOccurrences(of: home, with: "/home/me")
            #expect(text == display.filter { !isCommand($0) }.map { $0 + "\n" }.joined(), "\(verb): \(commands)")
            #expect(outcome.status == 0, "\(verb): \(commands)")
        }
    }
}
