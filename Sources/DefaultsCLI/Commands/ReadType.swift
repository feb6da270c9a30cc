import DefaultsCore
import PropertyList

extension Command {
    /// `read-type`: prints the type of a value.
    static let readType = Command(
        name: "read-type",
        forms: [
            Form(
                synopsis: "read-type <domain> <key>", summary: "shows the type for the given domain, key",
                pathSynopsis: "read-type --path <key path> <domain>")
        ],
        options: [.path],
        commonOptions: Option.ofReaders,
        domainCount: 1,
        plan: { invocation, input in
            var operands = Operands(of: invocation, input)
            let domain = try operands.domain()
            let place = try operands.requiredPlace()
            try operands.ignoreRest()
            return .show { session in
                guard let entry = try session.entry(of: domain.domain, at: place) else {
                    throw CommandError.pairDoesNotExist(domain: domain.constant, key: place.text)
                }
                try session.admit(entry.substitutions.filter { $0.hidesType(of: place.path) }, of: domain.title)
                try session.printLine("Type is \(ValueText.name(of: entry.value.type))")
            }
        })
}

extension PropertyListSubstitution {
    /// Whether it is the value at a path itself that has no type, and not something inside it.
    fileprivate func hidesType(of place: PropertyListPath) -> Bool {
        guard isSomewhereInside ? mayConcern(place) && place != path : path == place else { return false }
        return switch found {
        case .set, .null, .wideInteger, .unknownObject, .impossibleDate, .invalidBase64: true
        case .keyOfAnotherType, .loneSurrogate, .trailingText: false
        }
    }
}
