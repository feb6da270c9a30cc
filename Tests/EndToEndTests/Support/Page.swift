import Foundation

/// A text of the package, and the examples in it.
enum Page: String, CaseIterable {
    case readme = "README.md"
    case manual = "man/defaults.1"

    /// The text of a file of the package.
    static func text(ofFile path: String) throws -> String {
        try String(contentsOfFile: "\(Executable.package)/\(path)", encoding: .utf8)
    }

    /// A command of the page, and all that it prints, as a terminal shows it.
    struct Example {
        let command: String
        var output = ""
    }

    /// The lines of a page after `$ `, in order, each with the lines that follow it as its output.
    ///
    /// They are those of the README's `console` blocks, and of the literal displays under the manual's EXAMPLES.
    func examples() throws -> [Example] {
        switch self {
        case .readme: try Self.blocks(of: "console").flatMap { Self.examples(in: $0) }
        case .manual: try ManualPage().literalDisplays(under: "EXAMPLES").flatMap { Self.examples(in: $0) }
        }
    }

    /// The insides of the README's fenced blocks of a language, as lines.
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

    /// The examples of a block.
    static func examples(in lines: [String]) -> [Example] {
        var examples: [Example] = []
        for line in lines {
            if line.hasPrefix("$ ") {
                examples.append(Example(command: String(line.dropFirst(2))))
            } else if !examples.isEmpty {
                examples[examples.count - 1].output += line + "\n"
            }
        }
        return examples
    }
}
