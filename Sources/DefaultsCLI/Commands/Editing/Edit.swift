import PropertyList
import ToolSupport

extension Command {
    /// `edit`: changes a domain or a value in the user's editor.
    static let edit = Command(
        "edit", summary: "opens a domain or a value in an editor", operands: OperandPattern(.domain, .key),
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
            details: [
                """
                The text of a domain that does not exist is {}, and that of a value that does not exist is empty. \
                The differences are printed. A text that is unchanged changes nothing.
                """,
                """
                The shell expands VISUAL and EDITOR, so they can contain arguments. If neither is set, the editor on \
                a terminal is editor or vi. An editor must not return before the text is complete: for some, this \
                takes an option, as in 'code --wait'. If the editor fails, is ended by a signal, or leaves an empty \
                text or none, nothing is changed, and the text is removed.
                """,
                """
                If the text is invalid, the error is printed with its line and column. On a terminal, the command \
                asks whether to edit the text again. The domain is not locked while the editor runs. A text that is \
                invalid or that cannot be applied is kept, and the name of its file is printed. 'import --replace' \
                can apply the text of a domain later.
                """,
                """
                The text is in a file of mode 0600, in a folder that only the user can enter. If the editor moves \
                it, or gives its path to another file, nothing is changed, the text stays where it is, and the \
                status is 74. If the text cannot be removed after a change, the message says so. Domains in a \
                keyring cannot be edited.
                """,
            ],
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
