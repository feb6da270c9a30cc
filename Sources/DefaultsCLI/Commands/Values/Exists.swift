import PropertyList
import ToolSupport

extension Command {
    /// `exists`: reports by its exit status whether a domain or a value exists.
    static let exists = Command(
        "exists", summary: "tests whether a domain or key exists", operands: OperandPattern(.domain, .key),
        forms: [
            Form("exists <domain>", "tests whether the domain has keys"),
            Form(
                "exists <domain> <key>", "tests whether the key exists",
                withPath: "exists --path <key path> <domain>"),
        ],
        options: [.path], group: .reading, guide: guide
    ) { (invocation, input) throws(CommandError) in
        var operands = Operands(of: invocation, input)
        let domain = try operands.domainToRead()
        let key = try operands.key()
        guard operands.isEmpty else { throw invocation.misuse }
        return .query { (session) throws(CommandError) in
            guard let key else {
                return try session.exactRoot(of: domain.domain) == nil ? .negative : .success
            }
            return try session.entry(of: domain.domain, at: key) == nil ? .negative : .success
        }
    }

    private static var guide: Guide {
        Guide(
            """
            Prints nothing. The exit status reports whether a domain, a key or the value at a key path exists. A file \
            that cannot be read is an error, not a missing domain.
            """,
            statuses: [Guide.Status(.success, "it exists"), Guide.Status(.negative, "it does not exist")],
            example: Guide.Example(
                "Test a key",
                """
                $ defaults exists com.example.Editor FontSize && echo yes
                yes
                """),
            related: ["read", "explain"])
    }
}
