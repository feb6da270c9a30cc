/// Arguments that a command does not know.
extension CommandError {
    /// The error for missing or surplus operands, which shows the right ones.
    package static func wrongOperands(_ synopsis: String) -> CommandError {
        CommandError(.usage, "wrong operands; use '\(shown: synopsis)'")
    }

    /// The error for an unknown word, which suggests the nearest known word or the help.
    package static func unknown(
        _ kind: String, _ word: String, among words: [String], help: String, status: ExitStatus = .usage
    ) -> CommandError {
        let nearest = Suggestion.nearest(to: word, among: words)
        let advice = nearest.map { "did you mean '\($0)'?" } ?? "see '\(help)'"
        return CommandError(status, "unknown \(shown: kind) '\(shown: word)'; \(shown: advice)")
    }
}
