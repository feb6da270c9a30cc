import Testing

extension Outcome {
    /// The lines on standard error.
    var errorLines: [Substring] { error.split(separator: "\n", omittingEmptySubsequences: false).dropLast() }

    /// Whether standard error holds so many lines, each a sentence of the command's, and nothing else.
    func complains(lines count: Int = 1) -> Bool {
        error.hasSuffix("\n") && errorLines.count == count
            && errorLines.allSatisfy { $0.hasPrefix("defaults: ") && $0.count > "defaults: ".count }
    }
}

extension Outcome {
    /// Expects a status, the text of standard output, and standard error, as far as they are given. If one differs,
    /// the failure shows all of them.
    ///
    /// - Parameters:
    ///   - complaints: The number of lines on standard error, each a sentence of the command.
    ///   - part: A part of standard error.
    ///   - beginning: The beginning of standard error.
    ///   - comment: What else the failure shows, such as the command.
    func expect(
        _ status: Int32? = nil, text: String? = nil, error: String? = nil, complaints: Int? = nil,
        containing part: String? = nil, beginning: String? = nil, comment: @autoclosure () -> String = "",
        at location: SourceLocation = #_sourceLocation
    ) {
        var expected: [String] = []
        func note(_ isMet: Bool?, _ what: @autoclosure () -> String) { if isMet == false { expected.append(what()) } }
        note(status.map { $0 == self.status }, "the status \(status ?? 0)")
        note(text.map { $0 == self.text }, "the text \(text.debugDescription)")
        note(error.map { $0 == self.error }, "the error \(error.debugDescription)")
        note(complaints.map { complains(lines: $0) }, "\(complaints ?? 0) complaints")
        note(part.map { self.error.contains($0) }, "an error containing \(part.debugDescription)")
        note(beginning.map { self.error.hasPrefix($0) }, "an error beginning with \(beginning.debugDescription)")
        guard !expected.isEmpty else { return }
        let found = "\(self) with the text \(self.text.debugDescription)"
        Issue.record(
            "\(comment()) expected \(expected.joined(separator: ", ")), not \(found)", sourceLocation: location)
    }
}
