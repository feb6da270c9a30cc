/// Arguments that a command does not know.
extension CommandError {
    /// The error for missing or surplus operands, which shows the right command lines.
    package static func wrongOperands(_ synopses: [String]) -> CommandError {
        CommandError(.usage, "wrong operands; use \(shown: synopses.map { "'\($0)'" }.joined(separator: " or "))")
    }

    /// The error for an unknown word, which suggests the nearest known word or gives other advice.
    package static func unknown(
        _ kind: String, _ word: String, among words: [String], otherwise advice: String, status: ExitStatus = .usage
    ) -> CommandError {
        let suggestion = Suggestion.nearest(to: word, among: words).map { "did you mean '\($0)'?" }
        return CommandError(status, "unknown \(shown: kind) '\(shown: word)'; \(shown: suggestion ?? advice)")
    }
}
