import Foundation

/// A document for users of the command, and the examples in it.
enum Page: String, CaseIterable {
    case readme = "README.md"
    case command = "man/defaults.1"
    case verbs = "man/defaults-verbs.1"
    case formats = "man/defaults-formats.5"
    case compatibility = "man/defaults-compatibility.7"
    case keyring = "man/defaults-keyring.7"
    case migration = "man/defaults-migration.7"
    case state = "man/defaults-state.7"
    case testing = "man/defaults-testing.7"
    case repositories = "man/defaults-repositories.7"
    case schema = "man/defaults-schema.7"
    case plistBuddy = "man/PlistBuddy.8"
    case plutil = "man/plutil.8"

    /// The man pages.
    static let manual = allCases.filter { $0 != .readme }

    /// The man pages about the command under its own name.
    static let defaultsManual = manual.filter { ![.plistBuddy, .plutil].contains($0) }

    /// The absolute path of the document.
    var path: String { "\(Executable.package)/\(rawValue)" }

    /// Returns the text of a file of the package.
    static func text(ofFile path: String) throws -> String {
        try String(contentsOfFile: "\(Executable.package)/\(path)", encoding: .utf8)
    }

    /// A command of a page and its complete output, as a terminal shows them.
    struct Example {
        var command: String
        var output = ""
    }

    /// The examples of the page, in order.
    ///
    /// In the README, they are in `console` blocks. In a man page, they are in literal displays with a prompt.
    func examples() throws -> [Example] {
        switch self {
        case .readme: try Self.blocks(of: "console").flatMap { Self.examples(in: $0) }
        default: try ManualPage(self).literalDisplays.flatMap { Self.examples(in: $0) }
        }
    }

    /// Returns the fenced blocks of the README in a language, as lines.
    static func blocks(of language: String) throws -> [[String]] {
        var blocks: [[String]] = []
        var open: String?
        for line in try text(ofFile: readme.rawValue).components(separatedBy: "\n") {
            if line.hasPrefix("```") {
                open = open == nil ? String(line.dropFirst(3)) : nil
                if open == language { blocks.append([]) }
            } else if open == language {
                blocks[blocks.count - 1].append(line)
            }
        }
        return blocks
    }

    /// Returns the examples of a block.
    ///
    /// A line that begins with `$ ` is a command. Lines that follow directly and begin with `> ` continue it. All other
    /// lines are the output of the command before them.
    static func examples(in lines: [String]) -> [Example] {
        var examples: [Example] = []
        for line in lines {
            if line.hasPrefix("$ ") {
                examples.append(Example(command: String(line.dropFirst(2))))
            } else if let last = examples.indices.last {
                if line.hasPrefix("> "), examples[last].output.isEmpty {
                    examples[last].command += "\n" + line.dropFirst(2)
                } else {
                    examples[last].output += line + "\n"
                }
            }
        }
        return examples
    }
}
