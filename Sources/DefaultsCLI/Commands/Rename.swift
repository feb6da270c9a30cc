import DefaultsCore

extension Command {
    /// `rename`: moves a value to another key.
    static let rename = Command(
        name: "rename",
        forms: [Form(synopsis: "rename <domain> <old_key> <new_key>", summary: "renames old_key to new_key")],
        plan: { invocation, input in
            var operands = Operands(of: invocation, input)
            let domain = try operands.domain()
            let (old, new) = (try operands.required(), try operands.required())
            guard operands.isEmpty else { throw invocation.command.misuse }
            return .change(ChangeSet([.rename(old, to: new)]), to: domain) { _ in
                .keyToRenameDoesNotExist(domain: domain.title, key: old)
            }
        })
}
