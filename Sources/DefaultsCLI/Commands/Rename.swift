import DefaultsCore

extension Command {
    /// `rename`: moves a value to another key.
    static let rename = Command(
        name: "rename",
        forms: [
            Form(
                synopsis: "rename <domain> <old_key> <new_key>", summary: "renames old_key to new_key",
                pathSynopsis: "rename --path <key path> <domain> <new key path>")
        ],
        options: [.path, .ifExists],
        commonOptions: Option.ofWriters,
        domainCount: 1,
        plan: { invocation, input in
            var operands = Operands(of: invocation, input)
            let domain = try operands.domain()
            let old = try operands.requiredPlace()
            let new = try operands.requiredDestination()
            guard operands.isEmpty else { throw invocation.misuse }
            return .change(ChangeSet([.rename(old.path, to: new.path)]), to: domain) { error in
                if case .noValue(old.path) = error {
                    return .keyToRenameDoesNotExist(domain: domain.title, key: old.text)
                }
                return .refused(error, domain: domain)
            }
        })
}
