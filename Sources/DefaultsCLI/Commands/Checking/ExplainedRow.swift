import ToolSupport

/// A row in the output of `explain`, about a layer or a key.
struct ExplainedRow {
    /// Whether the row has a mark.
    let isMarked: Bool
    let name: String
    let text: String
    /// The last field, which is not shortened.
    let detail: String
    /// Returns the name for a terminal, in at most this number of columns.
    private let shortName: (Int) -> String

    init(isMarked: Bool, name: String, text: String, detail: String, shortName: ((Int) -> String)? = nil) {
        (self.isMarked, self.name, self.text, self.detail) = (isMarked, name, text, detail)
        self.shortName = shortName ?? { name.escapingControlCharacters().shortened(toColumns: $0) }
    }

    /// Returns the fields of rows, shortened so that the longest name and the longest text together fit into a line of
    /// 80 columns. Names leave 20 columns to the texts, or fewer if all texts are shorter.
    private static func fitted(_ rows: [Self]) -> [(name: String, text: String)] {
        // The rest of the columns is for the mark and the spaces between the fields.
        let limit = 80 - (rows.contains(where: \.isMarked) ? 5 : 2)
        let texts = rows.map { $0.text.escapingControlCharacters() }
        let reserved = min(20, texts.map(\.columnCount).max() ?? 0)
        let names = rows.map { $0.shortName(limit - reserved) }
        let rest = limit - (names.map(\.columnCount).max() ?? 0)
        return zip(names, texts).map { ($0, $1.shortened(toColumns: rest)) }
    }

    /// Returns the lines of a table with groups of rows. The title of a group is the heading of its rows.
    static func lines(of groups: [(title: String?, rows: [Self])], in session: Session) -> String {
        let isForTerminal = session.streams.outputIsTerminal
        let rows = groups.flatMap(\.rows)
        var fields = (isForTerminal ? fitted(rows) : rows.map { ($0.name, $0.text) })[...]
        var table = TextTable()
        for group in groups {
            if let title = group.title { table.append(heading: title, color: session.isColored ? .key : nil) }
            for (row, (name, text)) in zip(group.rows, fields) {
                let color = row.isMarked && session.isColored ? TextColor.key : nil
                table.append([row.isMarked ? "*" : "", name, text], detail: row.detail, color: color)
            }
            fields = fields.dropFirst(group.rows.count)
        }
        return table.lines(isAligned: isForTerminal)
    }
}
