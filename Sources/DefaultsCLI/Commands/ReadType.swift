import DefaultsCore
import PropertyList

extension Command {
    /// `read-type`: prints the type of a value.
    static let readType = Command(
        name: "read-type",
        forms: [Form(synopsis: "read-type <domain> <key>", summary: "shows the type for the given domain, key")],
        options: [.path],
        plan: { invocation, input in
            var operands = Operands(of: invocation, input)
            let domain = try operands.domain()
            let place = try operands.requiredPlace()
            return .show { session in
                guard let value = try session.snapshot(of: domain.domain).contents[place.path] else {
                    throw CommandError.pairDoesNotExist(domain: domain.constant, key: place.text)
                }
                try session.printLine("Type is \(ValueText.name(of: value.type))")
            }
        })
}
