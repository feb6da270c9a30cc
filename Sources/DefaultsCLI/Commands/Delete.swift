import DefaultsCore

extension Command {
    /// `delete`: removes a key, or all keys of a domain.
    static let delete = deletion("delete", aliases: ["remove"], suffix: "")

    /// `delete-all`: does the same in every container of the domain, of which there are none on Linux.
    static let deleteAll = deletion("delete-all", suffix: " from all containers")

    private static func deletion(_ name: String, aliases: [String] = [], suffix: String) -> Command {
        Command(
            name, aliases: aliases, operands: OperandPattern(.domain, .key),
            forms: [
                Form("\(name) <domain>", "deletes domain\(suffix)"),
                Form(
                    "\(name) <domain> <key>", "deletes key in domain\(suffix)",
                    withPath: "\(name) --path <key path> <domain>"),
            ],
            options: [.path, .ifExists, force], group: .changing
        ) { (invocation, input) throws(CommandError) in
            var operands = Operands(of: invocation, input)
            let domain = try operands.domain()
            let key = try operands.key()
            guard operands.isEmpty else { throw invocation.misuse }
            guard let key else { return .change([.requireAnyKey, .removeAll], to: domain) }
            // The other contents of a file that cannot be read could not be kept.
            if invocation.options.isForced { throw .wrongOperands(synopses: ["\(name) --force <domain>"]) }
            return .change([.require(key.path), .remove(key.path)], to: domain)
        }
    }

    private static let force = Option(
        "--force", "Delete a file that cannot be read",
        "Delete a domain even if its file cannot be read.", excludes: [Option.keyring.name, Option.path.name]
    ) { $0.isForced = true }
}
