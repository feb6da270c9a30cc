import DefaultsCore
import ToolSupport

/// Files and folders to check.
extension CommandError {
    static func pathMissing(_ path: String) -> CommandError {
        CommandError(.negative, "'\(shown: path)' does not exist")
    }
}

/// Stores and streams.
extension CommandError {
    /// The error for a file that could be a domain, but cannot be used as a domain.
    init(obstacle: PreferencesError) {
        if let path = obstacle.path, obstacle.systemError?.isInvalidName == true {
            self.init(.invalidData, "the name of '\(shown: path)' is not valid UTF-8; the file is not a domain")
        } else {
            self = .preferences(obstacle)
        }
    }

    static func notWritten(domain: String, _ error: PreferencesError) -> CommandError {
        let refusal = CommandError(error.status, "Could not write domain \(shown: domain); exiting: \(error)")
        return error.isJSON
            ? refusal.followed(by: "'convert --format xml --in-place' makes the file a property list") : refusal
    }

    /// The error for values that are printed as substitutes or omitted.
    static func shownWithSubstitutions(
        domain: String, _ substitutions: [PropertyListSubstitution]
    ) -> CommandError {
        let isOmitted = substitutions.allSatisfy { $0.found == .trailingText }
        return CommandError(
            .invalidData,
            """
            Domain \(shown: domain) contains \(shown: substitutions.summary), \
            which is \(shown: isOmitted ? "not printed" : "printed as a substitute")
            """)
    }
}
