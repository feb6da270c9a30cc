import PropertyList

extension PlutilLine {
    /// An error in the file of the lines.
    struct ParseError: Error {
        let line: Substring
    }

    /// Reads the lines in `Fixtures/plutil-lines.txt`, which describes its form.
    static func all() throws -> [PlutilLine] {
        let page = try Page.text(ofFile: "Tests/EndToEndTests/Fixtures/plutil-lines.txt")
        var rows = page.split(separator: "\n").drop { !$0.hasPrefix("== ") }[...]
        var lines: [PlutilLine] = []
        while let row = rows.popFirst() {
            if row.hasPrefix("$ ") {
                guard let context = rows.popFirst() else { throw ParseError(line: row) }
                try lines.append(PlutilLine(command: String(row.dropFirst(2)), context: context))
            } else if !row.hasPrefix("== ") {
                guard let index = lines.indices.last else { throw ParseError(line: row) }
                try lines[index].add(row)
            }
        }
        return lines
    }

    /// - Parameter context: The witnesses in brackets, and the inputs.
    private init(command: String, context: Substring) throws {
        let parts = context.dropFirst().split(separator: "]", maxSplits: 1, omittingEmptySubsequences: false)
        guard context.hasPrefix("["), parts.count == 2 else { throw ParseError(line: context) }
        let witnesses = try parts[0].split(separator: " ").map { letter in
            guard let witness = Witness(rawValue: String(letter)) else { throw ParseError(line: context) }
            return witness
        }
        self.init(
            command: command, witnesses: witnesses, inputs: parts[1].split(separator: " ").map(String.init))
    }

    private mutating func add(_ row: Substring) throws {
        if row.hasPrefix("|") {
            guard case .text(let text) = output else { throw ParseError(line: row) }
            output = .text(text + Self.text(of: row))
        } else if row.hasPrefix("!") {
            errors += Self.text(of: row)
        } else {
            guard let colon = row.firstRange(of: ": ") else { throw ParseError(line: row) }
            let content = row[colon.upperBound...]
            switch row[..<colon.lowerBound] {
            case "from": source = String(content)
            case "because": reason = String(content)
            case "status": status = Int32(content) ?? -1
            case "output": output = .document(try document(content))
            case "file": try addFile(content)
            case "edit": try addEdit(content)
            case "gone": documents[String(content)] = .some(nil)
            default: throw ParseError(line: row)
            }
        }
    }

    /// Returns the text of a row: a complete line, or the end of an output without a line break.
    private static func text(of row: Substring) -> String {
        row.dropFirst().hasPrefix("- ") ? String(row.dropFirst(3)) : row.dropFirst(2) + "\n"
    }

    /// Parses `NAME is FORMAT VALUE`.
    private mutating func addFile(_ text: Substring) throws {
        guard let separator = text.firstRange(of: " is ") else { throw ParseError(line: text) }
        documents[String(text[..<separator.lowerBound])] = try document(text[separator.upperBound...])
    }

    /// Parses `NAME at PATH = VALUE` or `NAME without PATH`.
    private mutating func addEdit(_ text: Substring) throws {
        let words = text.split(separator: " ", maxSplits: 2).map(String.init)
        guard words.count == 3 else { throw ParseError(line: text) }
        let name = words[0]
        let document = try documents[name].flatMap(\.self) ?? PlutilDocument(PlutilInput.bytes(name))
        var value = document.value
        if words[1] == "without" {
            try value.remove(at: Self.path(words[2][...]))
        } else {
            guard let separator = words[2].firstRange(of: " = ") else { throw ParseError(line: text) }
            try value.set(
                Self.value(words[2][separator.upperBound...]), at: Self.path(words[2][..<separator.lowerBound]))
        }
        documents[name] = PlutilDocument(format: document.format, value: value)
    }

    /// Parses `FORMAT VALUE`.
    private func document(_ text: Substring) throws -> PlutilDocument {
        let words = text.split(separator: " ", maxSplits: 1)
        guard words.count == 2, let format = PlutilDocument.Format(rawValue: String(words[0])) else {
            throw ParseError(line: text)
        }
        return PlutilDocument(format: format, value: try Self.value(words[1]))
    }

    /// Parses a value in JSON, or `@NAME` or `@NAME at PATH` for a value in an input.
    private static func value(_ text: Substring) throws -> PropertyListValue {
        guard text.hasPrefix("@") else { return try JSONReader.read(Array(text.utf8)) }
        let separator = text.firstRange(of: " at ")
        let name = text[..<(separator?.lowerBound ?? text.endIndex)].dropFirst()
        let document = try PlutilDocument(PlutilInput.bytes(String(name)))
        guard let value = try document.value[path(text[(separator?.upperBound ?? text.endIndex)...])] else {
            throw ParseError(line: text)
        }
        return value
    }

    private static func path(_ text: Substring) throws -> PropertyListPath {
        if text.isEmpty { return PropertyListPath() }
        guard let path = PropertyListPath(parsing: String(text)) else { throw ParseError(line: text) }
        return path
    }
}
