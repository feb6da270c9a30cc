import DefaultsCore
import ToolSupport

/// Domains, keys and applications that are missing or of another type.
extension CommandError {
    static func domainDoesNotExist(_ domain: String) -> CommandError {
        CommandError(.negative, "Domain \(shown: domain) does not exist")
    }

    static func pairDoesNotExist(domain: String, key: String) -> CommandError {
        CommandError(.negative, "The domain/default pair of (\(shown: domain), \(shown: key)) does not exist")
    }
}

/// Operands of `diff`.
extension CommandError {
    static var inputTwice: CommandError {
        CommandError(.usage, "only one operand can be standard input")
    }

    static func noCommands(for text: String) -> CommandError {
        CommandError(
            .usage,
            """
            commands cannot change '\(shown: text)'; \
            the first operand must be a domain or its property list file
            """)
    }

    /// The error for two operands that do not exist. The parameters contain the quotes around the names.
    static func nothingToCompare(_ first: String, _ second: String) -> CommandError {
        CommandError(
            .inputOutput, "neither \(shown: first) nor \(shown: second) exists; there is nothing to compare")
    }
}
