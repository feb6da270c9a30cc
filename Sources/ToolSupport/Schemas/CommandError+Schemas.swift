import DefaultsCore
import DefaultsSchemas

/// Schemas that cannot be used.
extension CommandError {
    static func schemaMissing(_ path: String) -> CommandError {
        CommandError(.invalidData, "the schema '\(shown: path)' does not exist")
    }

    static func schemaNotRead(_ error: PreferencesError) -> CommandError {
        CommandError(.invalidData, "the schema cannot be read: \(error)")
    }

    static func schemaInvalid(_ path: String, _ error: SchemaError) -> CommandError {
        CommandError(.invalidData, "\(shown: path): \(shown: error)")
    }
}

extension SchemaCheck.Advice {
    /// Returns the clause that says how to do something despite the schema.
    ///
    /// - Parameter flag: A type flag with its operand, which the schema allows.
    func clause(_ purpose: String, flag: String? = nil) -> Message {
        switch self {
        case .optionAndFlags:
            if let flag { return "use '\(flag)', or '--no-schema' to \(shown: purpose)" }
            return "use '--no-schema' to \(shown: purpose)"
        case .option: return "use '--no-schema' to \(shown: purpose)"
        case .variable: return "set DEFAULTS_SCHEMAS=/dev/null to \(shown: purpose)"
        }
    }
}
