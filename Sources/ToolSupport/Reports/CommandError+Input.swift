package import DefaultsCore

/// Arguments, variables and documents that cannot be read.
extension CommandError {
    package static func argumentNotUTF8(position: Int) -> CommandError {
        CommandError(.usage, "argument \(shown: position) is not valid UTF-8")
    }

    package static func notImported(path: String, _ error: PropertyListError) -> CommandError {
        let status = error.code == .outOfMemory ? ExitStatus.outOfMemory : .invalidData
        return switch error.reason {
        case .empty: CommandError(status, "Could not parse property list from \(shown: path) due to empty input")
        case .unrecognized:
            CommandError(status, "Could not parse property list from \(shown: path) due to an unknown format")
        default: CommandError(status, "Could not parse property list from \(shown: path) due to \(error)")
        }
    }

    package static func notImportedFaithfully(
        path: String, _ substitutions: [PropertyListSubstitution]
    ) -> CommandError {
        CommandError(
            .invalidData,
            """
            Could not parse property list from \(shown: path) due to \(shown: substitutions.summary), \
            which cannot be stored
            """)
    }

    package static func outputIsDomain(
        _ path: String, _ domain: String, as role: String = "the output"
    ) -> CommandError {
        CommandError(
            .usage, "'\(shown: path)' is the file of domain '\(shown: domain)', so it cannot be \(shown: role)")
    }

    package static func notExported(domain: String, path: String, _ error: PreferencesError) -> CommandError {
        CommandError(
            error.status,
            "Could not export domain \(shown: domain) to \(shown: path) due to an error: \(error)")
    }

    package static func notEncoded(domain: String, _ error: PropertyListError) -> CommandError {
        CommandError(.invalidData, "Could not export domain \(shown: domain): \(error)")
    }

    package static func inputNotRead(path: String, _ error: PreferencesError) -> CommandError {
        let refusal = CommandError(error.status, "Could not read data from \(shown: path): \(error)")
        return error.systemError?.isMissing == true ? refusal.explaining(unexpanded: path) : refusal
    }

    /// Returns the error for a missing path or name. If the shell would have replaced its beginning without quotes, the
    /// error says so.
    package func explaining(unexpanded path: String) -> CommandError {
        Message.unexpanded(path).map(followed) ?? self
    }
}

extension Message {
    /// A clause about a path or name that begins with `~/` or with a variable, or `nil` for any other text.
    package static func unexpanded(_ path: String) -> Message? {
        let beginning = String(path.unicodeScalars.prefix { $0 != "/" })
        let quotes = beginning == "~" ? "quotes" : "single quotes"
        guard beginning == "~" || beginning.hasScalarPrefix("$"), beginning != path else { return nil }
        return
            "the text begins with a literal '\(shown: beginning)', which a shell replaces only without \(shown: quotes)"
    }
}

extension [PropertyListSubstitution] {
    /// The descriptions of the first three substitutions.
    package var summary: String {
        prefix(3).map(\.description).joined(separator: ", ") + (count > 3 ? ", …" : "")
    }
}
