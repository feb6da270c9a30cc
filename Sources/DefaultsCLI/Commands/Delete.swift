import DefaultsCore

extension Command {
    /// `delete`: removes a key, or all of them.
    static let delete = Command(
        name: "delete",
        aliases: ["remove"],
        forms: [
            Form(synopsis: "delete <domain>", summary: "deletes domain"),
            Form(
                synopsis: "delete <domain> <key>", summary: "deletes key in domain",
                pathSynopsis: "delete --path <key path> <domain>"),
        ],
        options: [.path, .ifExists],
        commonOptions: Option.ofWriters,
        domainCount: 1,
        plan: planDeletion)

    /// `delete-all`: the same in every container of the domain, of which Linux has none.
    static let deleteAll = Command(
        name: "delete-all",
        forms: [
            Form(synopsis: "delete-all <domain>", summary: "deletes domain from all containers"),
            Form(
                synopsis: "delete-all <domain> <key>", summary: "deletes key in domain from all containers",
                pathSynopsis: "delete-all --path <key path> <domain>"),
        ],
        options: [.path, .ifExists],
        commonOptions: Option.ofWriters,
        domainCount: 1,
        plan: planDeletion)

    @Sendable private static func planDeletion(_ invocation: Invocation, _ input: Input) throws -> Effect {
        var operands = Operands(of: invocation, input)
        let domain = try operands.domain()
        let place = try operands.place()
        guard operands.isEmpty else { throw invocation.misuse }
        guard let place else { return .change([.requireAnyKey, .removeAll], to: domain) }
        return .change([.require(place.path), .remove(place.path)], to: domain)
    }
}
