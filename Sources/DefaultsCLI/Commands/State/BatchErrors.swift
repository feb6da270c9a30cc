import ToolSupport

/// The errors of lines of a batch.
struct BatchErrors: Error {
    /// The error of a line, or of the domain that the line is the first to change.
    struct Line {
        let number: Int
        /// The error with the number of its line.
        let error: CommandError
        /// The status of the error. Defaults to that of the error itself.
        var status: ExitStatus

        init(_ number: Int, _ error: CommandError, of file: String) {
            (self.number, self.error, status) = (number, error.inLine(number, of: file), error.status)
        }
    }

    /// The errors, in the order of the lines.
    let lines: [Line]

    var errors: [CommandError] { lines.map(\.error) }

    /// The status that the command ends with: that of the errors if they have the same one.
    var status: ExitStatus {
        let first = lines.first?.status ?? .invalidData
        return lines.allSatisfy { $0.status == first } ? first : .invalidData
    }

    /// Throws errors, if there are any.
    static func require(none lines: [Line]) throws(BatchErrors) {
        if !lines.isEmpty { throw BatchErrors(lines: lines.sorted { $0.number < $1.number }) }
    }
}
