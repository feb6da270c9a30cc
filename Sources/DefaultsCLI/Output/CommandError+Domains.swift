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

    /// The error for a key that is missing in a domain but exists in another layer.
    static func pairIsInLayer(domain: String, key: String, layer: String) -> CommandError {
        pairDoesNotExist(domain: domain, key: key)
            .followed(by: "programs find the key in (\(shown: layer)), as 'read --effective' does")
    }

    static func domainToExportDoesNotExist(_ domain: String) -> CommandError {
        CommandError(.negative, "The domain \(shown: domain) does not exist")
    }

    static func noKeyToExport(_ domain: String) -> CommandError {
        CommandError(
            .negative, "No key of domain \(shown: domain) is selected by '--only' and '--except'; nothing is written")
    }

    static func noDomainMatches(_ pattern: DomainGlob) -> CommandError {
        CommandError(.negative, "No domain matches '\(shown: pattern.text)'; correct or omit '--domains'")
    }

    static func noKeyMatches(_ pattern: PropertyListPathGlob) -> CommandError {
        CommandError(.negative, "No key matches '\(shown: pattern.text)'; correct or omit '--only'")
    }

    static func nothingFound(_ word: String) -> CommandError {
        CommandError(.success, "No domain, key, nor value containing '\(shown: word)'")
    }

    static func domainNotFound(_ domain: String) -> CommandError {
        CommandError(.negative, "Domain (\(shown: domain)) not found. Defaults have not been changed.")
    }

    static func keyNotFound(domain: String, key: String) -> CommandError {
        CommandError(
            .negative,
            "Domain (\(shown: domain)) not found: it has no key (\(shown: key)). Defaults have not been changed.")
    }

    static func keyToRenameDoesNotExist(domain: String, key: String) -> CommandError {
        CommandError(
            .negative, "Key \(shown: key) does not exist in domain \(shown: domain); leaving defaults unchanged")
    }

    static func pathLeadsNowhere(_ error: PropertyListPathError) -> CommandError {
        CommandError(
            error.code == .tooLong ? .invalidData : .negative,
            "\(shown: error.description.capitalizingFirst); leaving defaults unchanged")
    }

    static func notAnArray(key: String) -> CommandError {
        CommandError(
            .negative,
            "Value for key \(shown: key) is not an array; cannot append.  Leaving defaults unchanged.")
    }

    static func notAnArrayToRemoveFrom(key: String) -> CommandError {
        CommandError(
            .negative,
            "Value for key \(shown: key) is not an array; cannot remove elements. Leaving defaults unchanged.")
    }

    static func notADictionary(key: String) -> CommandError {
        CommandError(
            .negative,
            "Value for key \(shown: key) is not a dictionary; cannot append.  Leaving defaults unchanged.")
    }

    /// The error for a change after which the root would not be a dictionary, or for which it would have to be one.
    static func rootNotADictionary(_ domain: String, isFile: Bool) -> CommandError {
        CommandError(
            isFile ? .invalidData : .negative,
            isFile
                ? "The root of \(shown: domain) is not, or would not stay, a dictionary; leaving it unchanged"
                : "The root of domain \(shown: domain) must be a dictionary; leaving defaults unchanged")
    }

    static func applicationNotFound(_ name: String) -> CommandError {
        CommandError(
            .negative, "Couldn't find an application named \"\(shown: name)\"; defaults unchanged")
    }

    static func applicationNotOpened(_ path: String) -> CommandError {
        CommandError(.negative, "Couldn't open application \(shown: path); defaults unchanged")
    }

    static func applicationWithoutDomain(_ path: String) -> CommandError {
        CommandError(
            .negative, "Can't determine domain name for application \(shown: path); defaults unchanged")
    }

    static func applicationDomainNotPlain(_ path: String, _ name: String) -> CommandError {
        CommandError(
            .invalidData,
            """
            Application \(shown: path) has the domain '\(shown: name.excerpt)', which is not a plain name; \
            use the name of the domain instead. Defaults have not been changed.
            """)
    }
}

/// Names that are ambiguous.
extension CommandError {
    /// The error for a name that ends in `.plist`, if the current folder contains a file with this name and the domain
    /// does not exist.
    static func fileOrDomain(_ text: String, path: String, domain: String) -> CommandError {
        CommandError(
            .usage,
            """
            '\(shown: text)' is ambiguous; write '\(shown: path)' for the file in the current folder, \
            or '\(shown: domain)' for the domain
            """)
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
