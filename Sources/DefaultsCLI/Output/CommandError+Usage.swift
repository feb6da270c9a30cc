import ToolSupport

/// Malformed command lines.
extension CommandError {
    static func surplusOperand(_ word: String, verb: String) -> CommandError {
        CommandError(.usage, "unexpected operand '\(shown: word)'; see 'defaults help \(shown: verb)'")
    }
}

/// Options.
extension CommandError {
    static func optionWithoutEffect(_ option: String, on subject: String) -> CommandError {
        CommandError(.usage, "option '\(shown: option)' has no effect on \(shown: subject)")
    }

    static func missingOptionValue(_ option: String) -> CommandError {
        CommandError(.usage, "option '\(shown: option)' needs a value")
    }

    static func unexpectedOptionValue(_ option: String) -> CommandError {
        CommandError(.usage, "option '\(shown: option)' takes no value")
    }

    /// - Parameter expected: The values that the option takes, as part of a sentence.
    /// - Parameter rule: A rule about these values that is easily missed.
    static func invalidOptionValue(
        _ option: String, _ value: String, expected: String, rule: String? = nil
    ) -> CommandError {
        CommandError(
            .usage,
            """
            option '\(shown: option)' takes \(shown: expected), not '\(shown: value)'\
            \(shown: rule.map { ": \($0)" } ?? "")
            """)
    }

    static func exclusiveOptions(_ first: String, _ second: String) -> CommandError {
        CommandError(.usage, "options '\(shown: first)' and '\(shown: second)' cannot be combined")
    }

    static func optionNeedsOption(_ option: String, _ other: String) -> CommandError {
        CommandError(.usage, "option '\(shown: option)' requires option '\(shown: other)'")
    }
}

/// Values of the keyring.
extension CommandError {
    static var valueInArguments: CommandError {
        CommandError(
            .usage,
            """
            other users can see the arguments of a command; \
            use '--stdin' or '--value-file' to store a value in the keyring
            """)
    }
}
