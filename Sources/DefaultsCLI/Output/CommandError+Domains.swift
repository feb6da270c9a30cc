import DefaultsCore
import PropertyList
import ToolSupport

/// Domains, keys and applications that are missing or of another type.
extension CommandError {
    static func domainDoesNotExist(_ domain: String) -> CommandError {
        CommandError(.negative, "Domain \(shown: domain) does not exist")
    }

    static func pairDoesNotExist(domain: String, key: String) -> CommandError {
        CommandError(.negative, "The domain/default pair of (\(shown: domain), \(shown: key)) does not exist")
    }

    static func noDomainMatches(_ pattern: DomainGlob) -> CommandError {
        CommandError(.negative, "No domain matches '\(shown: pattern.text)'; correct or omit '--domains'")
    }

    static func noKeyMatches(_ pattern: PropertyListPathGlob) -> CommandError {
        CommandError(.negative, "No key matches '\(shown: pattern.text)'; correct or omit '--only'")
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

    static var noCommandsForPartOfRoot: CommandError {
        CommandError(
            .usage, "commands replace a root that is not a dictionary; leave out '--only' and '--except' to print them")
    }

    static func operandMissing(_ path: String) -> CommandError {
        CommandError(
            .inputOutput, "'\(shown: path)' does not exist; use '--allow-missing' to compare a missing path as empty")
    }

    static func noDomainToCompare(_ pattern: DomainGlob) -> CommandError {
        CommandError(.inputOutput, noDomainMatches(pattern).sentence)
    }

    static func noKeyToCompare(_ pattern: PropertyListPathGlob) -> CommandError {
        CommandError(.inputOutput, noKeyMatches(pattern).sentence)
    }

    /// The error for two operands that do not exist. The parameters contain the quotes around the names.
    static func nothingToCompare(_ first: String, _ second: String) -> CommandError {
        CommandError(
            .inputOutput, "neither \(shown: first) nor \(shown: second) exists; there is nothing to compare")
    }

    /// The error for a path in a document that is compared with a folder. The path refers to a file outside the folder.
    static func outsideFolder(_ path: String, _ folder: String) -> CommandError {
        CommandError(
            .invalidData,
            """
            domain '\(shown: path)' is a path that does not lead into '\(shown: folder)'; \
            compare that file itself, or choose other domains with '--domains'
            """)
    }
}
