import PropertyList
import ToolSupport

extension Command {
    /// `read-type`: prints the type of a value.
    static let readType = Command(
        "read-type", operands: OperandPattern(.domain, .key),
        forms: [
            Form(
                "read-type <domain> <key>", "shows the type for the given domain, key",
                withPath: "read-type --path <key path> <domain>")
        ],
        options: [.path], group: .reading, guide: guide
    ) { (invocation, input) throws(CommandError) in
        var operands = Operands(of: invocation, input)
        let domain = try operands.domainToRead()
        let key = try operands.requiredKey()
        let notice = try operands.noticeOfRest()
        return .show { (session) throws(CommandError) in
            guard let entry = try session.entry(of: domain.domain, at: key) else {
                if key.path.components.isEmpty { throw session.missing(domain) }
                throw session.advised(
                    .pairDoesNotExist(domain: domain.constant, key: key.text),
                    session.suggestion(for: key, in: domain), missing: domain)
            }
            let hiding = entry.substitutions.filter { $0.hidesType(of: entry.value, at: key.path) }
            try session.requireExact(hiding, in: domain.title)
            try session.printLine("Type is \(ValueText.name(of: entry.value.type))")
            session.reportOnTerminal(notice)
        }
    }

    private static var guide: Guide {
        Guide(
            "Prints the type of a value: string, integer, float, boolean, date, data, array, dictionary or uid.",
            statuses: [Guide.Status(.negative, "the key or key path does not exist")],
            example: Guide.Example(
                "Print the type of a value",
                """
                $ defaults read-type com.example.Editor FontSize
                Type is integer
                """),
            related: ["read", "write"])
    }
}

extension PropertyListSubstitution {
    /// Returns whether the type of the original value at a path is unknown, because the substitution may have replaced
    /// the value.
    fileprivate func hidesType(of value: PropertyListValue, at place: PropertyListPath) -> Bool {
        guard isSomewhereInside || path == place else { return false }
        return switch found {
        case .set: value.type == .array
        case .null, .wideInteger, .impossibleDate, .invalidBase64: value.type == .string
        case .keyOfAnotherType, .loneSurrogate, .roundedNumber, .trailingText: false
        }
    }
}
