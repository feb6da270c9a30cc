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
        plan: { invocation, _ in
            var operands = Operands(of: invocation)
            let domain = try operands.domain()
            let keyOrDomain = try operands.required()
            if let first = operands.next() {
                let value = try ValueArguments.value(of: first, operands.rest)
                return .change([.set(keyOrDomain, value)], to: domain)
            }
            guard case .dictionary(let contents) = try ValueArguments.literal(keyOrDomain) else {
                throw CommandError.notADictionary
            }
            return .change([.removeAll, .merge(contents)], to: domain)
        })
}
