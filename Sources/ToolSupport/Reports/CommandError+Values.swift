/// Errors and notices about the values in the arguments of `write`.
extension CommandError {
    package static func invalidOperand(_ operand: String, ofFlag flag: String, expected: String) -> CommandError {
        CommandError(.usage, "'\(shown: flag)' takes \(shown: expected), not '\(operand)'")
    }

    package static var cannotInsert: CommandError {
        CommandError(.usage, "option '--insert' inserts a single value")
    }

    package static var uniqueWithoutArray: CommandError {
        CommandError(.usage, "option '--unique' requires the type flag '-array-add'")
    }

    package static func notParsed(
        _ text: String, reason: String, remedy: String = "To store it as a string, use -string."
    ) -> CommandError {
        CommandError(.negative, "Could not parse: \(text).  \(reason.capitalizingFirst).  \(shown: remedy)")
    }

    /// The error for an option or a flag that a word processor has changed.
    ///
    /// - Parameter remedy: How to use the word as it is, as part of a sentence.
    package static func typesetDash(_ word: String, of option: String, otherwise remedy: String) -> CommandError {
        CommandError(.usage, "'\(word)' begins with a typographic dash; use '\(shown: option)', or \(remedy)")
    }

    package static func unexpectedArgument(_ argument: String) -> CommandError {
        CommandError(.negative, "Unexpected argument \(argument); leaving defaults unchanged.")
    }

    package static func keyLacksValue(_ key: String) -> CommandError {
        CommandError(.negative, "Key \(key) lacks a corresponding value")
    }
}

/// Values that cannot be printed.
extension CommandError {
    static func ambiguousList(terminator: UInt8) -> CommandError {
        CommandError(
            .invalidData,
            terminator == 0
                ? "a value contains a NUL, which separates values; use '--json'"
                : "a value contains a newline, which separates values; use '-0' or '--json'")
    }
}
