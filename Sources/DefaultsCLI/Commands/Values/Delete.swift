import ToolSupport

extension Command {
    /// `delete`: removes a key, or all keys of a domain.
    static let delete = Command(
        "delete", summary: "deletes a key, or a whole domain", aliases: ["remove"],
        operands: OperandPattern(.domain, .key), forms: forms("delete"),
        options: [.path, .ifExists, force], group: .changing,
        guide: guide(
            "delete", related: ["write", "undo"],
            "Deletes a key, a value at a key path, or all keys of a domain. A key that does not exist is an error."),
        plan: deletion)

    /// `delete-all`: does the same as `delete`. On macOS, it also changes the containers of the domain, which do not
    /// exist on Linux. Only the man pages mention the verb.
    static let deleteAll = Command(
        "delete-all", isListed: false, operands: OperandPattern(.domain, .key),
        forms: forms("delete-all", suffix: " from all containers"), options: [.path, .ifExists, force],
        group: .changing,
        guide: guide(
            "delete-all", related: ["delete"],
            """
            Does the same as delete. On macOS, this verb also changes the containers of a domain, which do not exist \
            on Linux.
            """), plan: deletion)

    private static func forms(_ name: String, suffix: String = "") -> [Form] {
        [
            Form("\(name) <domain>", "deletes domain\(suffix)"),
            Form(
                "\(name) <domain> <key>", "deletes key in domain\(suffix)",
                withPath: "\(name) --path <key path> <domain>"),
        ]
    }

    private static func deletion(_ invocation: Invocation, _ input: Input) throws(CommandError) -> Effect {
        var operands = Operands(of: invocation, input)
        let acceptsAbsence = invocation.options.acceptsAbsence
        let domain = try acceptsAbsence ? operands.domainToChange(creates: false) : operands.domain()
        let key = try operands.key()
        guard operands.isEmpty else { throw invocation.misuse }
        guard let key else { return .change([.requireAnyKey, .removeAll], to: domain) }
        // With `--force`, the file may be unreadable, and its other keys could not be kept.
        if invocation.options.isForced {
            throw .wrongOperands(["defaults \(invocation.command.name) --force <domain>"])
        }
        return .change([.require(key.path), .remove(key.path)], to: domain)
    }

    private static func guide(_ name: String, related: [String], _ text: String) -> Guide {
        Guide(
            text,
            details: [
                """
                'remove' and 'delete-all' are other names of this verb. On macOS, 'delete-all' also changes the \
                containers of a domain, which do not exist on Linux.
                """
            ],
            statuses: [Guide.Status(.negative, "the domain, key or key path does not exist")],
            example: Guide.Example("Delete a key", "$ defaults \(name) com.example.Editor FontSize"), related: related)
    }

    private static let force = Option(
        "--force", "Delete a file that cannot be read",
        "Delete a domain even if its file cannot be read.", excludes: [Option.keyring.name, Option.path.name]
    ) { $0.isForced = true }
}
