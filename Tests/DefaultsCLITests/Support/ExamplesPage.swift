import Foundation

@testable import DefaultsCLI

/// The man page with the examples of all verbs, which is made from the table of verbs.
enum ExamplesPage {
    private static let manual = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../man").standardizedFileURL
    private static let file = manual.appending(path: "defaults-examples.7")

    /// Returns the text of the page in the folder of man pages.
    static func text() throws -> String {
        try String(contentsOf: file, encoding: .utf8)
    }

    /// Replaces the page.
    static func write(_ text: String) throws {
        try Data(text.utf8).write(to: file)
    }

    /// Returns the names of all man pages, such as `defaults(1)`.
    static func allPages() throws -> Set<String> {
        let names = try FileManager.default.contentsOfDirectory(atPath: manual.path)
        return Set(names.map { "\($0.dropLast(2))(\($0.suffix(1)))" })
    }

    /// Returns the page for the verbs of a table.
    ///
    /// - Parameter date: The date of the page, as in an `.Dd` macro.
    static func text(for table: CommandTable, date: String) -> String {
        let verbs = table.commands.filter { !$0.forms.isEmpty }.map { command in
            [".Ss \(command.name)"]
                + command.guide.examples.enumerated().flatMap { index, example in
                    (index == 0 ? [] : [".Pp"]) + ["\(example.purpose):"] + display(of: example)
                }
        }
        let lines =
            [
                ".\\\" Made from the table of verbs. To update it: RECORD=1 swift test --filter ExamplesPageTests",
                ".Dd \(date)", ".Dt DEFAULTS-EXAMPLES 7", ".Os defaults", ".Sh NAME", ".Nm defaults-examples",
                ".Nd examples of each verb", ".Sh DESCRIPTION",
                "These are the examples that", ".Ql defaults help Ar verb", "prints.",
                "The examples of each verb begin with the following domain, and continue each other:",
            ] + display(of: Example.setup) + [".Pp", "The home folder is", ".Pa /home/me .", ".Sh EXAMPLES"]
            + verbs.flatMap { $0 } + [
                ".Sh SEE ALSO", ".Xr defaults 1 ,", ".Xr defaults-formats 5 ,", ".Xr defaults-state 7",
            ]
        return lines.joined(separator: "\n") + "\n"
    }

    private static func display(of example: Example) -> [String] {
        [".Bd -literal"] + example.lines.map(escaped) + [".Ed"]
    }

    /// A line of text in which no character has a meaning for roff.
    private static func escaped(_ line: String) -> String {
        let escapes = [("\\", "\\e"), ("-", "\\-"), ("'", "\\(aq"), ("~", "\\(ti"), ("^", "\\(ha"), ("`", "\\(ga")]
        let text = escapes.reduce(line) { $0.replacingOccurrences(of: $1.0, with: $1.1) }
        return text.hasPrefix(".") ? "\\&" + text : text
    }
}
