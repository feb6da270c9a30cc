import Foundation
import Testing

/// Lines of public macOS scripts, which are in `Fixtures/plistbuddy-lines.txt` with the form of that file.
@Suite(.waiting) struct PlistBuddyLinesTests {
    /// A line of a script, or a preparation or a check of the test.
    struct Line {
        let command: String
        let isCollected: Bool
        /// The output, and the status if it is not 0.
        var result = ""
    }

    /// Lines of one form, which run in one shell.
    struct Group: CustomTestStringConvertible {
        let title: String
        var lines: [Line] = []

        var testDescription: String { title }
    }

    static func groups() throws -> [Group] {
        var groups: [Group] = []
        for line in try Page.text(ofFile: "Tests/EndToEndTests/Fixtures/plistbuddy-lines.txt").split(separator: "\n") {
            if line.hasPrefix("== ") {
                groups.append(Group(title: String(line.dropFirst(3))))
            } else if let group = groups.indices.last {
                if line.hasPrefix("$ ") || line.hasPrefix("% ") {
                    let command = Line(command: String(line.dropFirst(2)), isCollected: line.hasPrefix("$"))
                    groups[group].lines.append(command)
                } else {
                    groups[group].lines[groups[group].lines.count - 1].result += line + "\n"
                }
            }
        }
        return groups
    }

    /// Ends the output of a line; a status follows.
    private static let end: Character = "\u{1E}"

    private static let prelude = """
        exec 2>&1
        cd "$HOME"
        sudo() { "$@"; }
        # Bash looks up functions before files also for names with slashes.
        /usr/libexec/PlistBuddy() { PlistBuddy "$@"; }
        /usr/libexec/plistbuddy() { PlistBuddy "$@"; }

        """

    @Test("a line of a public script does what it does with Apple's tool", arguments: try groups())
    func run(group: Group) throws {
        let scratch = Scratch()
        let script = group.lines.map { "\($0.command)\nprintf '\\036%s\\n' $?\n" }.joined()
        let output = try scratch.bash(Self.prelude + script).text
        let parts = output.replacing(scratch.home, with: "~")
            .split(separator: Self.end, omittingEmptySubsequences: false)
        try #require(parts.count == group.lines.count + 1, "\(output)")
        for (index, line) in group.lines.enumerated() {
            // The status of the line before precedes the output.
            var result = String(index == 0 ? parts[0] : parts[index].drop { $0 != "\n" }.dropFirst())
            if !result.isEmpty, !result.hasSuffix("\n") { result += "\n" }
            let status = parts[index + 1].prefix { $0 != "\n" }
            if status != "0" { result += "[\(status)]\n" }
            #expect(result == line.result, "\(line.command)")
        }
    }

    @Test("there are more than a hundred lines of public scripts")
    func count() throws {
        #expect(try Self.groups().flatMap(\.lines).count { $0.isCollected } > 100)
    }
}
