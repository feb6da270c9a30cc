import DefaultsCore
import ToolSupport

extension Command {
    /// `rename`: moves a value to another key.
    static let rename = Command(
        "rename", operands: OperandPattern(.domain, .key, .newKey),
        forms: [
            Form(
                "rename <domain> <old_key> <new_key>", "renames old_key to new_key",
                withPath: "rename --path <key path> <domain> <new key path>")
        ],
        options: [.path, .ifExists], schemas: .always, group: .changing, guide: guide
    ) { (invocation, input) throws(CommandError) in
        var operands = Operands(of: invocation, input)
        let domain = try invocation.options.acceptsAbsence ? operands.domainToChange(creates: false) : operands.domain()
        let old = try operands.requiredKey()
        let newKey = try operands.required()
        let new = try invocation.options.path == nil ? KeyArgument(key: newKey) : KeyArgument(path: newKey)
        guard operands.isEmpty else { throw invocation.misuse }
        return .change(ChangeSet([.rename(old.path, to: new.path)]), to: domain) { error in
            guard case .edit(.noValue(old.path)) = error.reason else { return .refused(error, domain: domain) }
            return CommandError(
                .negative,
                "Key \(shown: old.text) does not exist in domain \(shown: domain.title); leaving defaults unchanged")
        }
    }

    private static var guide: Guide {
        Guide(
            "Moves the value of a key to another key in one step. A value of the new key is replaced.",
            details: [
                """
                Both key paths refer to the domain before the change.
                """
            ],
            statuses: [Guide.Status(.negative, "the old key or key path does not exist")],
            example: Guide.Example("Rename a key", "$ defaults rename com.example.Editor FontSize TextSize"),
            related: ["migrate", "write"])
    }
}
