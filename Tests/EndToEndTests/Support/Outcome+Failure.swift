extension Outcome {
    /// The lines on standard error.
    var errorLines: [Substring] { error.split(separator: "\n", omittingEmptySubsequences: false).dropLast() }

    /// Whether standard error holds so many lines, each a sentence of the command's, and nothing else.
    func complains(lines count: Int = 1) -> Bool {
        error.hasSuffix("\n") && errorLines.count == count
            && errorLines.allSatisfy { $0.hasPrefix("defaults: ") && $0.count > "defaults: ".count }
    }
}
