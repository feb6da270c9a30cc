/// A Swift file in which `#code` and `#example` stand for blocks of the documentation.
struct Template {
    let path: String
    let lines: [String]

    /// A place for a block, such as `#example("let size =", in: "Preferences.swift") { #expect(size == 12) }`.
    ///
    /// `#code` stands for the block itself, and `#example` for the block in its own scope, with the statements that
    /// follow in braces. At the beginning of a line, `#code` stands for the declarations of the block only.
    ///
    /// If the comment of a declared value begins with a literal, such as `// 12, the default`, the value must be equal
    /// to it. A list of literals is an array.
    struct Marker {
        let isExample: Bool
        /// The beginning of a line that only this block has.
        let beginning: Substring
        /// The name of the file of the block, if others have such a line.
        let file: Substring?
        let before: Substring
        let after: Substring

        init?(_ line: String) {
            let pattern = #/(.*?)#(code|example)\("((?:[^"\\]|\\")+)"(?:, in: "([^"]+)")?\)(.*)/#
            guard line.contains("(\""), line.contains("#"), let match = line.wholeMatch(of: pattern) else { return nil }
            (before, file, after) = (match.1, match.4, match.5)
            beginning = match.3.replacing(#"\""#, with: "\"")
            isExample = match.2 == "example"
        }

        /// The text after the marker. The scope of an example ends there, or with the brace of its statements.
        var closing: String {
            guard isExample else { return String(after) }
            return after.hasPrefix(" {") ? String(after.dropFirst(2)) : "}" + after
        }

        var isAtFileLevel: Bool { before.isEmpty }

        func matches(_ block: Block) -> Bool {
            file.map { block.file.hasSuffix("/\($0)") } != false
                && block.unindented.contains { $0.hasPrefix(beginning) }
        }
    }

    func position(ofLine line: Int) -> String { sourceLocation(path, line) }
}

/// The insertion of the blocks of the documentation into templates.
struct Extraction {
    let blocks: [Block]
    /// The indices of blocks of which every statement and declaration is in a template.
    private(set) var used: Set<Int> = []
    private(set) var errors: [String] = []
    /// The declarations for which a place at the beginning of a line stands. They are left out elsewhere.
    private var placed: Set<String> = []
    private var written: Set<String> = []
    /// The code of other extensions, which cannot be in a function. They get a file of their own.
    private(set) var declarations: [String] = []

    init(blocks: [Block], templates: [Template]) {
        self.blocks = blocks
        for template in templates {
            for line in template.lines {
                guard let marker = Template.Marker(line), marker.isAtFileLevel else { continue }
                for block in blocks where marker.matches(block) {
                    placed.formUnion(block.items.filter { $0.kind != .statement }.map(\.text))
                }
            }
        }
    }

    /// Returns the text of a template with the blocks for which its places stand.
    mutating func expand(_ template: Template) -> String {
        var output = [template.position(ofLine: 1)]
        for (index, line) in template.lines.enumerated() {
            guard let marker = Template.Marker(line) else {
                output.append(line)
                continue
            }
            let found = blocks.indices.filter { marker.matches(blocks[$0]) }
            guard let first = found.first, found.allSatisfy({ blocks[$0].lines == blocks[first].lines }) else {
                let problem = found.isEmpty ? "no block has such a line" : "several blocks have such a line"
                errors.append("\(template.path):\(index + 1): error: \(problem): \(marker.beginning)")
                errors += found.map { "\(blocks[$0].file):\(blocks[$0].line): note: a block" }
                continue
            }
            if !marker.isAtFileLevel || !blocks[first].items.contains(where: { $0.kind == .statement }) {
                used.formUnion(found)
            }
            if !marker.before.allSatisfy({ $0 == " " }) { output.append(String(marker.before)) }
            output += code(of: blocks[first], for: marker)
            // The text after the marker has the same position.
            output +=
                marker.closing.isEmpty
                ? [template.position(ofLine: index + 2)] : [template.position(ofLine: index + 1), marker.closing]
        }
        return output.joined(separator: "\n") + "\n"
    }

    private mutating func code(of block: Block, for marker: Template.Marker) -> [String] {
        if marker.isAtFileLevel {
            let declarations = block.items.filter { $0.kind != .statement && written.insert($0.text).inserted }
            return declarations.flatMap(\.code)
        }
        let items = block.items.filter { $0.kind == .statement || !placed.contains($0.text) }
        let separate = items.filter { $0.kind == .fileLevelDeclaration && written.insert($0.text).inserted }
        declarations += separate.flatMap(\.code)
        let code = items.filter { $0.kind != .fileLevelDeclaration }.flatMap(\.code)
        guard marker.isExample else { return code }
        // An example may have no use for its results.
        return ["do {"] + code + items.compactMap(\.name).map { "_ = \($0)" }
    }
}

func sourceLocation(_ file: String, _ line: Int) -> String { #"#sourceLocation(file: "\#(file)", line: \#(line))"# }

extension Item {
    /// The lines with their position. A result in a comment is compared with the value.
    var code: [String] {
        let position = sourceLocation(file, line)
        guard let name, let result else { return [position] + lines }
        return [position] + lines + [position, "#expect(\(name) == \(result))"]
    }

    /// The name of the constant or variable that a statement declares.
    var name: Substring? {
        let words = lines[0].split(separator: " ", maxSplits: 2)
        guard words.count == 3, ["let", "var"].contains(words[0]) else { return nil }
        let name = words[1].last == ":" ? words[1].dropLast() : words[1]
        return name.allSatisfy { $0.isLetter } ? name : nil
    }

    /// The literal, or the list of literals, with which the comment of a statement begins.
    var result: String? {
        guard let comment = lines[0].range(of: "  // ") else { return nil }
        let words = lines[0][comment.upperBound...].split(separator: ", ", omittingEmptySubsequences: false)
        let literals = words.prefix { $0.wholeMatch(of: #/-?[0-9.]+|"[^"]*"|nil|true|false|\.[a-z]\w*/#) != nil }
        return switch literals.count {
        case 0: nil
        case 1: String(literals[0])
        default: "[\(literals.joined(separator: ", "))]"
        }
    }
}
