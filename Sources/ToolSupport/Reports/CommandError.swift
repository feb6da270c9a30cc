/// An error or a negative answer of the command: the exit status, and the message on standard error.
///
/// The static functions in the files `CommandError+….swift` declare the errors that several places report. Other errors
/// are created where they occur. Scripts match on Apple's sentences, such as `Domain X does not exist`. So the command
/// prints the same sentences, but on one line and without the date and process number.
package struct CommandError: Error, Equatable {
    /// The status that the command ends with.
    package let status: ExitStatus
    /// The text after `defaults: ` on standard error, or `nil` if nothing is reported.
    package let sentence: Message?
    /// Whether the help is printed instead of a sentence.
    package private(set) var showsHelp = false

    package init(_ status: ExitStatus, _ sentence: Message?) {
        self.status = status
        self.sentence = sentence
    }

    /// The sentence in full.
    package var message: String? { sentence?.text }

    /// Returns the same error with a suggestion at the end of its sentence.
    ///
    /// - Parameter text: The text to type instead, or `nil` if there is none.
    package func suggesting(_ text: String?) -> CommandError {
        text.map { followed(by: "did you mean '\(shown: $0)'?") } ?? self
    }

    /// The same error with a clause that says that the change has been made.
    package var afterChange: CommandError { followed(by: "the change has been made") }

    /// Returns the same error with another sentence, without a period, before its sentence.
    package func preceded(by sentence: Message) -> CommandError {
        CommandError(status, self.sentence.map(sentence.preceding) ?? sentence)
    }

    /// Returns the same error with a clause at the end of its sentence.
    package func followed(by clause: Message) -> CommandError {
        CommandError(status, sentence?.following(with: clause))
    }

    /// The same error without quoted values. If the sentence has no form without values, the error says that the reason
    /// is not shown.
    var redacted: CommandError {
        guard let sentence else { return self }
        let withheld = "the command failed; the reason is not shown, because it may contain values that are secret"
        return CommandError(status, Message(stringLiteral: sentence.redacted ?? withheld))
    }

    /// The command was called without a verb. The help is printed on standard error.
    package static var noVerb: CommandError {
        var error = CommandError(.usage, nil)
        error.showsHelp = true
        return error
    }
}
