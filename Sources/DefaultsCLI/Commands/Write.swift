import DefaultsCore
import PropertyList

extension Command {
    /// `write`: sets a key, or replaces a domain.
    static let write = Command(
        name: "write",
        forms: [
            Form(synopsis: "write <domain> <domain_rep>", summary: "writes domain (overwrites existing)"),
            Form(synopsis: "write <domain> <key> <value>", summary: "writes key for domain"),
        ],
        plan: { invocation, input in
            var operands = Operands(of: invocation, input)
            let domain = try operands.domain()
            let keyOrDomain = try operands.required()
            if let first = operands.next() {
                return .change([try ValueArguments.edit(of: keyOrDomain, first: first, operands.rest)], to: domain)
            }
            guard case .dictionary(let contents) = try ValueArguments.literal(keyOrDomain) else {
                throw CommandError.representationNotADictionary
            }
            return .change([.removeAll, .merge(contents)], to: domain)
        })
}
