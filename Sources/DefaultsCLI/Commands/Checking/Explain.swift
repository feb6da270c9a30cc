import ToolSupport

extension Command {
    /// `explain`: prints the layers in which programs look up a key, and marks the layer that takes precedence.
    static let explain = Command(
        "explain", operands: OperandPattern(.domain, .key),
        forms: [
            Form("explain <domain>", "shows the files in which keys are found"),
            Form(
                "explain <domain> <key>", "shows which file decides a value",
                withPath: "explain --path <key path> <domain>"),
        ],
        options: [.path, json, .color], schemas: .always, group: .checking, guide: guide
    ) { (invocation, input) throws(CommandError) in
        var operands = Operands(of: invocation, input)
        let domain = try operands.domain()
        let key = try operands.key()
        guard operands.isEmpty else { throw invocation.misuse }
        return .query { (session) throws(CommandError) in
            let stored = session.stored(domain.domain)
            let explanation = Explanation(of: stored, key, schema: try session.schema(of: stored), in: session)
            session.reportFileMeant(by: domain)
            for error in explanation.errors { session.report(error) }
            try explanation.show(in: session)
            return explanation.status
        }
    }

    private static var guide: Guide {
        Guide(
            """
            Prints the layers in which a program looks up keys, in order, with the file and the value of each. Layers \
            without a file are omitted. The layer that decides is marked with '*'. If the domain has a schema, the \
            schema's default is the last layer, and the key is described. Without a key, all keys of the schema are \
            listed, and those that are set are marked.
            """,
            details: [
                """
                Arguments of programs, registered defaults and secrets are not shown. Keys that are set and that the \
                schema does not allow are listed last. On a terminal, long names and values are shortened to 80 \
                columns. Otherwise, the fields of a line are separated by tabs. A path that leads to the file of a \
                domain in the base means that domain. If a file cannot be read, the status is 77 or 65. Programs \
                treat such a file as empty.
                """
            ],
            statuses: [Guide.Status(.negative, "no layer has the key, and the schema has no default")],
            example: Guide.Example(
                "Show which layer decides",
                """
                $ defaults write -g FontSize -int 11
                $ defaults explain com.example.Editor FontSize | cut -f 1-3
                *	com.example.Editor	integer 14
                	NSGlobalDomain	integer 11
                """),
            related: ["read", "defaults-formats(5)", "defaults-schema(7)"])
    }

    private static let json = Option(
        "--json", "Print JSON that preserves types",
        "Print all layers as JSON, also those without a file, and what the schema says about the keys.",
        excludes: [Option.color.name]
    ) { $0.style = .document(.json) }
}
