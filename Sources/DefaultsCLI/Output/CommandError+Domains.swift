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

    static var notObservable: CommandError {
        CommandError(.unavailable, "these domains report no changes")
    }

    /// A notice that `watch` polls the files instead of receiving notifications. The watch continues.
    static func watchedByPolling(_ reason: PreferencesError) -> CommandError {
        CommandError(.success, "\(reason); looking at the files once a second")
    }
}

/// Operands of `diff`.
extension CommandError {
    static var notComparable: CommandError {
        CommandError(.usage, "a folder can be compared with another folder, a state document or a domain")
    }

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

    /// The error for a folder without a trailing slash. If the folder did not exist, its path would be compared as the
    /// path of a file.
    static func folderNotMarked(_ path: String) -> CommandError {
        CommandError(
            .usage,
            """
            with '--allow-missing', '\(shown: path)' is ambiguous, because a missing path can be a file or a folder; \
            write '\(shown: path)/' or use '--state'
            """)
    }

    /// The error for a missing domain if a file or folder in the current folder has its name. Such a domain is not
    /// compared as empty.
    static func domainToCompareDoesNotExist(_ domain: String) -> CommandError {
        CommandError(.inputOutput, domainDoesNotExist(domain).sentence)
    }

    static func noDomainToCompare(_ pattern: DomainGlob) -> CommandError {
        CommandError(.inputOutput, noDomainMatches(pattern).sentence)
    }

    static func noKeyToCompare(_ pattern: PropertyListPathGlob) -> CommandError {
        CommandError(.inputOutput, noKeyMatches(pattern).sentence)
    }

    /// The error for a missing domain that is compared with a folder or document. The folder or document does not
    /// contain the domain either.
    static func nothingToCompare(domain: String, in other: String) -> CommandError {
        CommandError(
            .inputOutput,
            """
            Domain \(shown: domain) does not exist, and '\(shown: other)' does not contain it; \
            there is nothing to compare
            """)
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
