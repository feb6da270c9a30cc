/// Lines of the help of a command.
package enum HelpLine {
    /// The column of the descriptions, counted from 1.
    private static let descriptionColumn = 40

    /// Returns a term, indented by two spaces, followed by its description in the description column. If the term is
    /// too long, the description is on the next line.
    package static func text(_ term: String, _ description: String) -> String {
        if description.isEmpty { return "  " + term }
        let gap = descriptionColumn - 1 - "  ".count - term.columnCount
        guard gap > 0 else {
            return "  \(term)\n" + String(repeating: " ", count: descriptionColumn - 1) + description
        }
        return "  \(term)" + String(repeating: " ", count: gap) + description
    }
}
