/// A table of text: aligned columns on a terminal, and fields separated by tabs for programs.
package struct TextTable {
    private struct Row {
        let fields: [String]
        /// The last field, which is on a line of its own if columns are aligned.
        let detail: String
        let color: TextColor?
    }

    private var rows: [Row] = []

    /// Creates a table without rows.
    package init() {}

    /// Appends a row. Control characters are escaped, so that they cannot add lines or fields.
    ///
    /// - Parameter detail: The last field, which may be long. If columns are aligned, it is on a line of its own.
    package mutating func append(_ fields: [String], detail: String, color: TextColor? = nil) {
        let fields = fields.map { $0.escapingControlCharacters() }
        rows.append(Row(fields: fields, detail: detail.escapingControlCharacters(), color: color))
    }

    /// Returns the lines of the table, each with a newline at its end.
    ///
    /// - Parameter isAligned: Whether the columns are aligned with spaces. If so, empty columns are omitted.
    package func lines(isAligned: Bool) -> String {
        let columns = (rows.first?.fields ?? []).indices
        let widths = columns.map { column in rows.map { $0.fields[column].columnCount }.max() ?? 0 }
        return rows.map { row in
            let line =
                isAligned ? Self.aligned(row.fields, widths) : (row.fields + [row.detail]).joined(separator: "\t")
            return (row.color?.text(line) ?? line) + "\n" + (isAligned ? "    \(row.detail)\n" : "")
        }.joined()
    }

    private static func aligned(_ fields: [String], _ widths: [Int]) -> String {
        let last = fields.lastIndex { !$0.isEmpty } ?? 0
        return fields.indices[...last].filter { widths[$0] > 0 }.map { column in
            let field = fields[column]
            return column == last ? field : field + String(repeating: " ", count: widths[column] - field.columnCount)
        }.joined(separator: "  ")
    }
}
