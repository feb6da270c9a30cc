import DefaultsCore
import ToolSupport

/// The lines of a batch that cannot be read, with the domains that they may be about.
struct UnreadLines {
    /// An error for each line, in order.
    private(set) var errors: [BatchErrors.Line] = []
    /// The number of the first line that contains the name of a domain as a word.
    private var firstNumbers: [Domain.Name: Int] = [:]
    /// The number of the first line that may be about any domain.
    private var firstOfAnyDomain = Int.max

    /// Adds a line after those that are there.
    ///
    /// - Parameter words: The words of the line, one of which is the domain, or `nil` if they are not known.
    mutating func append(_ number: Int, _ error: CommandError, of file: String, words: [String]?) {
        // Whatever else is wrong, the file is not a batch.
        errors.append(BatchErrors.Line(number, CommandError(.invalidData, error.sentence), of: file))
        // The name of an application is not that of its domain.
        guard let words, !words.contains(where: { ["-app", "--app"].contains($0) }) else {
            firstOfAnyDomain = min(firstOfAnyDomain, number)
            return
        }
        for word in words {
            guard let name = (try? Domain(word))?.name, firstNumbers[name] == nil else { continue }
            firstNumbers[name] = number
        }
    }

    /// Returns whether a line follows one that may be about its domain. It may not fit because that one is missing.
    func affect(_ line: BatchLine) -> Bool {
        min(firstNumbers[line.name] ?? .max, firstOfAnyDomain) < line.number
    }
}
