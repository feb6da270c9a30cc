/// A table of text: aligned columns on a terminal, and fields separated by tabs for programs.
package struct TextTable {
    private struct Row {
        let fields: [String]
        /// The last field, which is on a line of its own if columns are aligned.
        let detail: String
        let color: TextColor?
    }

    private enum Part {
        case row(Row)
        case heading(String, TextColor?)

        var row: Row? { if case .row(let row) = self { row } else { nil } }
    }

    private var parts: [Part] = []

    /// Creates a table without rows.
    package init() {}

    /// Appends a row. Control characters are escaped, so that they cannot add lines or fields.
    ///
    /// - Parameter detail: The last field, which may be long. If columns are aligned, it is on a line of its own.
    package mutating func append(_ fields: [String], detail: String, color: TextColor? = nil) {
        let fields = fields.map { $0.escapingControlCharacters() }
        parts.append(.row(Row(fields: fields, detail: detail.escapingControlCharacters(), color: color)))
    }

    /// Appends a heading for the rows that follow. An empty line separates it from the rows before it.
    package mutating func append(heading: String, color: TextColor? = nil) {
        parts.append(.heading(heading.escapingControlCharacters(), color))
    }

    /// Returns the lines of the table, each with a newline at its end.
    ///
    /// - Parameter isAligned: Whether the columns are aligned with spaces. If so, empty columns are omitted.
    package func lines(isAligned: Bool) -> String {
        let rows = parts.compactMap(\.row)
        let columns = (rows.first?.fields ?? []).indices
        let widths = columns.map { column in rows.map { $0.fields[column].columnCount }.max() ?? 0 }
        return parts.enumerated().map { index, part in
            switch part {
            case .row(let row): isAligned ? Self.aligned(row, widths) : Self.separated(row)
            case .heading(let text, let color): (index == 0 ? "" : "\n") + (color?.text(text) ?? text) + "\n"
            }
        }.joined()
    }

    private static func separated(_ row: Row) -> String {
        let line = (row.fields + [row.detail]).joined(separator: "\t")
        return (row.color?.text(line) ?? line) + "\n"
    }

    private static func aligned(_ row: Row, _ widths: [Int]) -> String {
        let last = row.fields.lastIndex { !$0.isEmpty } ?? 0
        let line = row.fields.indices[...last].filter { widths[$0] > 0 }.map { column in
            let field = row.fields[column]
            return column == last ? field : field + String(repeating: " ", count: widths[column] - field.columnCount)
        }.joined(separator: "  ")
        return (row.color?.text(line) ?? line) + "\n    \(row.detail)\n"
    }
}
