import ToolSupport

/// The errors of lines of a batch.
struct BatchErrors: Error {
    /// The error of a line or of a domain. The error of a domain is reported for the first line that changes the
    /// domain.
    struct Line {
        let number: Int
        /// The error with the number of its line.
        let error: CommandError

        init(_ number: Int, _ error: CommandError, of file: String) {
            self.number = number
            self.error = CommandError(
                error.status, "\(shown: file):\(shown: number): \(error.message ?? "the line cannot be used")")
        }
    }

    /// The errors, in the order of the lines.
    let lines: [Line]

    var errors: [CommandError] { lines.map(\.error) }

    /// Throws errors, if there are any.
    static func require(none lines: [Line]) throws(BatchErrors) {
        if !lines.isEmpty { throw BatchErrors(lines: lines.sorted { $0.number < $1.number }) }
    }
}
