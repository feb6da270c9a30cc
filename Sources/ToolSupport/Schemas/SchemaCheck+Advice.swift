import DefaultsSchemas

extension SchemaCheck {
    /// How the user of a command can store a value that the schema refuses.
    package enum Advice: Sendable {
        /// The command has the option `--no-schema`.
        case option
        /// The command has the option, and type flags for values.
        case optionAndFlags
        /// The command has no options, so only the environment selects schemas.
        case variable

        /// Returns the clause that says how to do something despite the schema.
        ///
        /// - Parameter flag: A type flag with its operand, which the schema allows.
        func clause(_ purpose: String, flag: String? = nil) -> Message {
            if self == .variable { return "set DEFAULTS_SCHEMAS=/dev/null to \(shown: purpose)" }
            if self == .optionAndFlags, let flag { return "use '\(flag)', or '--no-schema' to \(shown: purpose)" }
            return "use '--no-schema' to \(shown: purpose)"
        }

        /// Returns the error for a value that a schema refuses.
        ///
        /// - Parameters:
        ///   - others: The number of other findings.
        ///   - value: The value, or `nil` if a value is missing.
        ///   - domain: The domain, if the message names it.
        ///   - purpose: What can be done despite the refusal.
        func refusal(
            _ finding: SchemaDocument.Finding, others: Int, of value: PropertyListValue?, by schema: SchemaDocument,
            in domain: Domain?, for purpose: String = "store it anyway"
        ) -> CommandError {
            var error = CommandError(.invalidData, "\(shown: domain.map { "\($0): " } ?? "")\(finding.clause)")
            if others > 0 {
                error = error.followed(by: others == 1 ? "1 more is refused" : "\(shown: others) more are refused")
            }
            error = error.followed(by: clause(purpose, flag: Self.flag(for: value, at: finding.path, schema)))
            guard finding.kind == .unknownKey, let key = finding.path.components.last else { return error }
            return error.suggesting(Suggestion.nearest(to: key, among: finding.knownKeys))
        }

        /// Returns the type flag and the text with which `write` would store a value that the schema allows, or `nil`.
        private static func flag(
            for value: PropertyListValue?, at path: PropertyListPath, _ schema: SchemaDocument
        ) -> String? {
            guard case .string(let text) = value, schema.subschema(at: path)?.hidesValue == false else { return nil }
            let flag = ValueArguments.Flag.ofScalars.first { flag in
                let value = ScalarText.value(of: text, as: flag.type)
                return value.map { schema.findings(in: $0, at: path, limit: 1).isEmpty } ?? false
            }
            return flag.map { "\($0.rawValue) \(ShellText.escaped(text))" }
        }
    }
}
