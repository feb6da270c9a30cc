import DefaultsCore
import PropertyList

extension Command {
    /// `read-type`: prints the type of a value.
    static let readType = Command(
        name: "read-type",
        forms: [Form(synopsis: "read-type <domain> <key>", summary: "shows the type for the given domain, key")],
        plan: { invocation, _ in
            var operands = Operands(of: invocation)
            let domain = try operands.domain()
            let key = try operands.required()
            return .query { session in
                let snapshot = try session.snapshot(of: domain.domain)
                guard let value = snapshot.contents[key] else {
                    throw CommandError.pairDoesNotExist(domain: domain.constant, key: key)
                }
                let standIns = snapshot.substitutions.filter { $0.hidesType(of: key) }
                guard standIns.isEmpty else {
                    throw CommandError.shownWithSubstitutions(domain: domain.title, standIns)
                }
                try session.printLine("Type is \(name(of: value.type))")
            }
        })

    /// Apple's tool names reals after its flag.
    private static func name(of type: PropertyListType) -> String {
        type == .real ? "float" : type.rawValue
    }
}

extension PropertyListSubstitution {
    /// Whether it is the key's own value that has no type, and not something inside it.
    fileprivate func hidesType(of key: String) -> Bool {
        guard path.components.count == 1, path.components[0].hasSameScalars(as: key) else { return false }
        return switch found {
        case .set, .null, .unknownObject: true
        case .keyOfAnotherType, .loneSurrogate: false
        }
    }
}
