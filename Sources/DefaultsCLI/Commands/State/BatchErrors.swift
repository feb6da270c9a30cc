import DefaultsCore
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

    /// Throws errors, if there are any. They are reported later, when the update has ended.
    static func require(none lines: [Line]) throws(BatchErrors) {
        if !lines.isEmpty { throw BatchErrors(lines: lines.sorted { $0.number < $1.number }) }
    }
}

/// The lines of a batch that cannot be read, and the domains that these lines may concern.
struct UnreadLines {
    /// An error for each line, in order.
    private(set) var errors: [BatchErrors.Line] = []
    /// For each name of a domain, the number of the first line that contains the name as a word.
    private var firstNumbers: [Domain.Name: Int] = [:]
    /// The number of the first line that may concern any domain.
    private var firstOfAnyDomain = Int.max

    /// Adds a line with a higher number than the previous lines.
    ///
    /// - Parameter words: The words of the line, or `nil` if a word that could not be read may be the domain.
    mutating func append(_ number: Int, _ error: CommandError, of file: String, words: [String]?) {
        // An unreadable line makes the file an invalid batch, so the status of the line's own error is not used.
        errors.append(BatchErrors.Line(number, CommandError(.invalidData, error.sentence), of: file))
        // After `-app`, the line contains the name of an application instead of the name of its domain.
        guard let words, !words.contains(where: { ["-app", "--app"].contains($0) }) else {
            firstOfAnyDomain = min(firstOfAnyDomain, number)
            return
        }
        for word in words {
            guard let name = (try? Domain(word))?.name, firstNumbers[name] == nil else { continue }
            firstNumbers[name] = number
        }
    }

    /// Returns whether a line follows an unread line that may concern the same domain. The line may then fail because
    /// the unread line has no effect.
    func affect(_ line: BatchLine) -> Bool {
        min(firstNumbers[line.name] ?? .max, firstOfAnyDomain) < line.number
    }
}
