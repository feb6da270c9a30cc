import Foundation

/// A block of Swift code in a page or a doc comment.
struct Block {
    let file: String
    /// The number of its first line in the file.
    let line: Int
    let lines: [String]
    let unindented: [String]

    init(file: String, line: Int, lines: [String]) {
        (self.file, self.line, self.lines) = (file, line, lines)
        unindented = lines.map(\.unindented)
    }

    /// The blocks of a page, or of the doc comments of a Swift file.
    static func all(in file: String) throws -> [Self] {
        let isPage = file.hasSuffix(".md")
        var blocks: [Self] = []
        var beginning: Int?
        var block: [String] = []
        let lines = try linesOfFile(file, containing: "```swift")
        for (index, text) in lines.enumerated() {
            var line = text
            if !isPage {
                let trimmed = text.drop { $0 == " " }
                guard trimmed.hasPrefix("///") else { continue }
                line = String(trimmed.dropFirst(trimmed.hasPrefix("/// ") ? 4 : 3))
            }
            if line.hasPrefix("```") {
                if let first = beginning { blocks.append(Self(file: file, line: first, lines: block)) }
                beginning = line == "```swift" ? index + 2 : nil
                block = []
            } else if beginning != nil {
                block.append(line)
            }
        }
        return blocks
    }

    /// Whether a file has these lines, one after the other and with any indentation.
    func isPart(of file: [String]) -> Bool {
        file.indices.contains { file[$0...].starts(with: unindented) }
    }

    /// The statements and declarations at the outermost level.
    var items: [Item] {
        var items: [Item] = []
        var isComplete = true
        for (index, text) in lines.enumerated() {
            let isContinuation = text.isEmpty || text.hasPrefix(" ") || ")]}".contains(text.prefix(1))
            if isComplete && !isContinuation || items.isEmpty {
                items.append(Item(file: file, line: line + index, lines: []))
            }
            items[items.count - 1].lines.append(text)
            // A comment or an attribute belongs to the declaration below it.
            if !isContinuation { isComplete = !text.isPrelude }
        }
        return items
    }
}

/// A statement or a declaration of a block.
struct Item {
    enum Kind { case statement, declaration, fileLevelDeclaration }

    let file: String
    let line: Int
    var lines: [String]

    var text: String { lines.filter { !$0.isEmpty }.joined(separator: "\n") }

    var kind: Kind {
        let words = lines.first { !$0.isPrelude }?.split(separator: " ").filter {
            !$0.hasPrefix("@") && !["final", "nonisolated", "private"].contains($0)
        }
        return switch words?.first {
        case "import", "extension": .fileLevelDeclaration
        case "actor", "class", "enum", "func", "protocol", "struct", "typealias": .declaration
        default: .statement
        }
    }
}

/// The lines of a file, without empty ones at its end. There are none if the file does not contain a text.
func linesOfFile(_ path: String, containing part: String = "") throws -> [String] {
    let text = try String(contentsOfFile: path, encoding: .utf8)
    guard part.isEmpty || text.contains(part) else { return [] }
    var lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines.map { String(Substring($0)) }
}

extension String {
    /// Whether this is a line of a comment, or of an attribute alone, of the declaration below it.
    var isPrelude: Bool { hasPrefix("///") || hasPrefix("@") && (hasSuffix(")") || !contains(" ")) }

    var unindented: String { String(drop { $0 == " " }) }
}
