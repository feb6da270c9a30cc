import DefaultsCore

extension Command {
    /// `delete`: removes a key, or all of them.
    static let delete = Command(
        name: "delete",
        forms: [
            Form(synopsis: "delete <domain>", summary: "deletes domain"),
            Form(synopsis: "delete <domain> <key>", summary: "deletes key in domain"),
        ],
        plan: { invocation, _ in
            var operands = Operands(of: invocation)
            let domain = try operands.domain()
            let key = operands.next()
            guard operands.isEmpty else { throw invocation.command.misuse }
            guard let key else {
                return .change(ChangeSet([.requireAnyKey, .removeAll]), to: domain) { _ in
                    .domainNotFound(domain.constant)
                }
            }
            return .change(ChangeSet([.requireKey(key), .remove(key)]), to: domain) { _ in
                .keyNotFound(domain: domain.constant, key: key)
            }
        })
}
