extension Scratch {
    /// The journal of the tests.
    var journal: String { path + "/journal" }

    /// Runs the command with the journal. All entries have the same date.
    ///
    /// - Parameter isBelowRoot: Whether the domains are below a root.
    @discardableResult
    func recorded(_ words: [String], isBelowRoot: Bool = true) throws -> Outcome {
        var environment = environment
        environment["DEFAULTS_JOURNAL"] = journal
        environment["SOURCE_DATE_EPOCH"] = "1706702400"
        if !isBelowRoot { environment["DEFAULTS_ROOT"] = nil }
        return try defaults(words, environment: environment)
    }

    @discardableResult
    func recorded(_ words: String...) throws -> Outcome { try recorded(words) }
}
