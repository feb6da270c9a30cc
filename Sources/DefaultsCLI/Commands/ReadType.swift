import DefaultsCore
import PropertyList

extension Command {
    /// `read-type`: prints the type of a value.
    static let readType = Command(
        name: "read-type",
        forms: [Form(synopsis: "read-type <domain> <key>", summary: "shows the type for the given domain, key")],
        plan: { invocation, input in
            var operands = Operands(of: invocation, input)
            let domain = try operands.domain()
            let key = try operands.required()
            return .show { session in
                guard let value = try session.snapshot(of: domain.domain).contents[key] else {
                    throw CommandError.pairDoesNotExist(domain: domain.constant, key: key)
                }
                try session.printLine("Type is \(name(of: value.type))")
            }
        })

    /// Apple's tool names reals after its flag.
    private static func name(of type: PropertyListType) -> String {
        type == .real ? "float" : type.rawValue
    }
}
