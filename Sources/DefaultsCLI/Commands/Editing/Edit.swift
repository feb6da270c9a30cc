import PropertyList
import ToolSupport

extension Command {
    /// `edit`: changes a domain or a value in the user's editor.
    static let edit = Command(
        "edit", operands: OperandPattern(.domain, .key),
        forms: [
            Form("edit <domain>", "opens a domain in an editor"),
            Form("edit <domain> <key>", "opens a value in an editor", withPath: "edit --path <key path> <domain>"),
        ],
        options: [.path, format], schemas: .always, group: .editing, guide: guide
    ) { (invocation, input) throws(CommandError) in
        var operands = Operands(of: invocation, input)
        let domain = try operands.domainToChange()
        let key = try operands.key()
        guard operands.isEmpty else { throw invocation.misuse }
        return .query { (session) throws(CommandError) in
            let format = session.options.documentFormat ?? .json
            return try EditRun(domain: domain, key: key, format: format, session: session).perform()
        }
    }

    private static var guide: Guide {
        Guide(
            """
            Opens a domain or a value as text in the editor that VISUAL or EDITOR names, and makes the changes of the \
            text. If another program changes the same values meanwhile, nothing is changed, and the text is kept.
            """,
            statuses: [
                Guide.Status(.negative, "the editor failed, or the values changed meanwhile"),
                Guide.Status(.invalidData, "the text is invalid"),
                Guide.Status(.unavailable, "there is no editor"),
            ],
            example: Guide.Example(
                "Edit a domain, here with sed as the editor",
                """
                $ EDITOR='sed -i s/14/16/' defaults edit com.example.Editor
                - FontSize: integer 14
                + FontSize: integer 16
                """),
            related: ["write", "import", "read"])
    }

    private static let format = Option(
        "--format",
        .word("<format>", [("json", .json), ("xml", .xml)]) as OptionOperand.Parsed<DocumentFormat>,
        "Choose json or xml", "Select the format of the text. Default: json."
    ) { $0.documentFormat = $1 }
}
