import DefaultsCore
import DefaultsSchemas
import PropertyList

/// The refusal of a value by a schema.
struct SchemaRefusal {
    private let finding: SchemaDocument.Finding
    /// The number of other findings.
    private let others: Int
    /// The value, or `nil` if a value is missing.
    private let value: PropertyListValue?
    private let schema: SchemaDocument

    init(_ finding: SchemaDocument.Finding, others: Int, value: PropertyListValue?, schema: SchemaDocument) {
        (self.finding, self.others, self.value, self.schema) = (finding, others, value, schema)
    }

    /// Returns the error.
    ///
    /// - Parameters:
    ///   - domain: The domain, if the message names it.
    ///   - purpose: What can be done despite the refusal.
    func error(
        in domain: Domain?, _ advice: SchemaCheck.Advice, for purpose: String = "store it anyway"
    ) -> CommandError {
        let place: Message = "\(shown: domain.map { "\($0): " } ?? "")\(finding.clause)"
        var error = CommandError(.invalidData, place)
        if others > 0 {
            error = error.followed(by: others == 1 ? "1 more is refused" : "\(shown: others) more are refused")
        }
        error = error.followed(by: advice.clause(purpose, flag: flag))
        guard finding.kind == .unknownKey, let key = finding.path.components.last else { return error }
        return error.suggesting(Suggestion.nearest(to: key, among: finding.knownKeys))
    }

    /// The type flag and the text with which `write` would store a value that the schema allows, or `nil`.
    private var flag: String? {
        let hidesValue = schema.subschema(at: finding.path)?.hidesValue ?? true
        guard case .string(let text) = value, !hidesValue else { return nil }
        for flag in ValueArguments.Flag.ofScalars {
            guard let value = ScalarText.value(of: text, as: flag.type),
                schema.findings(in: value, at: finding.path, limit: 1).isEmpty
            else { continue }
            return "\(flag.rawValue) \(ShellText.escaped(text))"
        }
        return nil
    }
}
