import Testing

extension Scratch {
    /// What the program that uses `UserDefaults` prints, with the root for its folder. The test fails if the program
    /// does.
    @discardableResult
    func probe(_ arguments: String..., sourceLocation: SourceLocation = #_sourceLocation) throws -> String {
        var environment = environment
        environment["XDG_CONFIG_HOME"] = root
        let outcome = try run([Executable.userDefaultsProbe] + arguments, environment: environment)
        #expect(outcome.status == 0, "\(arguments): \(outcome.error)", sourceLocation: sourceLocation)
        return outcome.text
    }

    /// Runs the command, which must succeed in silence.
    func succeed(
        _ arguments: [String], environment: [String: String]? = nil, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let outcome = try defaults(arguments, environment: environment)
        #expect(
            outcome == .silence, "\(arguments): \(outcome.error)",
            sourceLocation: sourceLocation)
    }

    /// Runs the command, which must succeed in silence.
    func succeed(_ arguments: String..., sourceLocation: SourceLocation = #_sourceLocation) throws {
        try succeed(arguments, sourceLocation: sourceLocation)
    }
}
