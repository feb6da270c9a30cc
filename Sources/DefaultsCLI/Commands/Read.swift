import DefaultsCore
import PropertyList

extension Command {
    /// `read`: prints a value, a domain, or all domains.
    static let read = Command(
        name: "read",
        forms: [
            Form(synopsis: "read", summary: "shows all defaults"),
            Form(synopsis: "read <domain>", summary: "shows defaults for given domain"),
            Form(
                synopsis: "read <domain> <key>", summary: "shows defaults for given domain, key",
                pathSynopsis: "read --path <key path> <domain>"),
        ],
        options: [.path, .decode] + OutputStyle.options + [.reveal],
        commonOptions: Option.ofReaders,
        domainCount: 1,
        plan: { invocation, input in
            let style = try OutputStyle(invocation.options)
            if style.isForPrograms { try invocation.requireReveal(for: "option '\(style.optionName)'") }
            var operands = Operands(of: invocation, input)
            if operands.isEmpty, !invocation.options.contains(.path) {
                return .query { try readAll(as: style, in: $0) }
            }
            let domain = try operands.domain()
            let place = try operands.place()
            try operands.ignoreRest()
            guard let place else { return .show { try readDomain(domain, as: style, in: $0) } }
            return .show { try readValue(at: place, of: domain, as: style, in: $0) }
        })

    private static func readValue(
        at place: Place, of domain: DomainArgument, as style: OutputStyle, in session: Session
    ) throws {
        // Decoded first: the path may lead into what data holds.
        guard let entry = try session.entry(of: domain.domain, at: place, decode: { decoded($0, in: session) }) else {
            throw CommandError.pairDoesNotExist(domain: domain.constant, key: place.text)
        }
        try session.show(entry.value, key: place.text, as: style)
        try session.admit(entry.substitutions.filter { $0.mayConcern(place.path) }, of: domain.title)
    }

    private static func readDomain(_ domain: DomainArgument, as style: OutputStyle, in session: Session) throws {
        let snapshot = try session.snapshot(of: domain.domain)
        guard !snapshot.contents.isEmpty else { throw CommandError.domainDoesNotExist(domain.title) }
        if session.invocation.hidesValues, style.showsValuesOfDomains {
            return try session.showRedacted(snapshot.contents, title: domain.title)
        }
        try session.show(decoded(.dictionary(snapshot.contents), in: session), as: style)
        try session.admit(snapshot.substitutions, of: domain.title)
    }

    /// Prints one dictionary of all domains.
    private static func readAll(as style: OutputStyle, in session: Session) throws -> ExitStatus {
        var all: [(String, PropertyListValue)] = []
        let status = try session.forEachDomain { (title, contents) throws(CommandError) in
            all.append((title, .dictionary(contents)))
        }
        if session.invocation.hidesValues, style.showsValuesOfDomains {
            for case (let title, .dictionary(let contents)) in all {
                try session.showRedacted(contents, title: title)
            }
            return status
        }
        try session.show(decoded(.dictionary(PropertyListDictionary(all)), in: session), as: style)
        return status
    }

    /// The value with documents inside data shown as what they hold, where that is asked for.
    private static func decoded(_ value: PropertyListValue, in session: Session) -> PropertyListValue {
        session.invocation.options.contains(.decode) ? DataDecoding.decoded(value) : value
    }
}
