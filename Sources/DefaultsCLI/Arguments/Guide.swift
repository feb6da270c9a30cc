import ToolSupport

/// The part of a verb's help that is written for it: a description, exit statuses, examples and references.
///
/// The help and the page `defaults-examples(7)` are made from it.
struct Guide: Sendable {
    /// The description, in a few sentences.
    let text: String
    /// The exit statuses of the verb for which the help has a better description than the general one.
    let statuses: [Status]
    /// Three to five examples. They run in order, and each verb begins with the preferences of ``Example/setup``.
    let examples: [Example]
    /// Other verbs, and pages of the manual such as `defaults-formats(5)`.
    let related: [String]

    /// - Parameters:
    ///   - statuses: The statuses with a description of their own, in ascending order.
    ///   - related: The verbs and pages to read next.
    init(_ text: String, statuses: [Status] = [], examples: [Example], related: [String] = []) {
        self.text = text
        self.statuses = statuses
        self.examples = examples
        self.related = related
    }

    /// The guide of a verb that the help does not show.
    static var empty: Guide { Guide("", examples: []) }

    /// An exit status and its meaning.
    struct Status: Sendable {
        let status: ExitStatus
        let meaning: String

        /// - Parameter meaning: A clause such as `the key does not exist`.
        init(_ status: ExitStatus, _ meaning: String) {
            self.status = status
            self.meaning = meaning
        }
    }
}

/// An example of a verb's help: command lines, and what they print. A test runs it.
struct Example: Sendable {
    /// The purpose, as the beginning of a line, such as `Store a number`.
    let purpose: String
    /// The commands of the shell. The status of the last one is 0. A command with several lines continues on the next.
    let commands: [String]
    /// The complete output of all commands, without the last newline. The home folder is `/home/me`.
    let output: String

    init(_ purpose: String, _ commands: [String], _ output: String = "") {
        self.purpose = purpose
        self.commands = commands
        self.output = output
    }

    init(_ purpose: String, _ command: String, _ output: String = "") {
        self.init(purpose, [command], output)
    }

    /// The commands and their output as a terminal shows them, with prompts.
    var lines: [String] {
        let prompts = commands.flatMap { command in
            Self.lines(of: command).enumerated().map { index, line in (index == 0 ? "$ " : "> ") + line }
        }
        return prompts + (output.isEmpty ? [] : Self.lines(of: output))
    }

    private static func lines(of text: String) -> [String] {
        text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    /// The commands that make the preferences with which the examples of each verb begin.
    static var setup: Example {
        Example(
            "Create a domain",
            [
                "defaults write com.example.Editor FontSize -int 14",
                "defaults write com.example.Editor Files -array notes.txt todo.txt",
                "defaults write com.example.Editor Window -dict Width -int 800",
                "defaults write --path Window.Height com.example.Editor -int 600",
            ])
    }
}
