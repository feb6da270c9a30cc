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
        options: [.path, .ifExists, .force],
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
        options: [.path, .ifExists, .force],
        commonOptions: Option.ofWriters,
        domainCount: 1,
        plan: planDeletion)

    @Sendable private static func planDeletion(_ invocation: Invocation, _ input: Input) throws -> Effect {
        var operands = Operands(of: invocation, input)
        let domain = try operands.domain()
        let place = try operands.place()
        guard operands.isEmpty else { throw invocation.misuse }
        try requireWholeDomain(place, invocation)
        guard let place else { return .change([.requireAnyKey, .removeAll], to: domain) }
        return .change([.require(place.path), .remove(place.path)], to: domain)
    }

    /// Refuses `--force` with a key: what else is in a file that cannot be read could not be kept.
    private static func requireWholeDomain(_ place: Place?, _ invocation: Invocation) throws(CommandError) {
        guard invocation.options.contains(.force) else { return }
        try invocation.options.requireOne(of: [.force, .keyring])
        try invocation.options.requireOne(of: [.force, .path])
        if place != nil { throw .wrongOperands(synopses: ["\(invocation.command.name) --force <domain>"]) }
    }
}
