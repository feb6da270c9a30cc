import DefaultsCore
import PropertyList

extension Command {
    /// `read`: prints a value, a domain, or all domains.
    static let read = Command(
        name: "read",
        forms: [
            Form(synopsis: "read", summary: "shows all defaults"),
            Form(synopsis: "read <domain>", summary: "shows defaults for given domain"),
            Form(synopsis: "read <domain> <key>", summary: "shows defaults for given domain, key"),
        ],
        plan: { invocation, _ in
            var operands = Operands(of: invocation)
            if operands.isEmpty { return .query(readAll) }
            let domain = try operands.domain()
            guard let key = operands.next() else { return .query { try readDomain(domain, in: $0) } }
            return .query { try readKey(key, of: domain, in: $0) }
        })

    private static func readKey(_ key: String, of domain: DomainArgument, in session: Session) throws {
        let snapshot = try session.snapshot(of: domain.domain)
        guard let value = snapshot.contents[key] else {
            throw CommandError.pairDoesNotExist(domain: domain.constant, key: key)
        }
        try session.printLine(OldStyleWriter().standaloneText(of: value))
        try admit(
            snapshot.substitutions.filter { $0.path.components.first?.hasSameScalars(as: key) == true },
            of: domain.title)
    }

    private static func readDomain(_ domain: DomainArgument, in session: Session) throws {
        let snapshot = try session.snapshot(of: domain.domain)
        guard !snapshot.contents.isEmpty else { throw CommandError.domainDoesNotExist(domain.title) }
        try session.printLine(OldStyleWriter().text(of: .dictionary(snapshot.contents)))
        try admit(snapshot.substitutions, of: domain.title)
    }

    /// Prints one dictionary of all domains. One that cannot be read is named on standard error, and the rest shown.
    private static func readAll(in session: Session) throws {
        var all = PropertyListDictionary()
        var failures: [CommandError] = []
        for (title, domain) in try session.titledDomains() {
            do {
                let snapshot = try session.snapshot(of: domain)
                all[title] = snapshot.contents.isEmpty ? nil : .dictionary(snapshot.contents)
                try admit(snapshot.substitutions, of: title)
            } catch {
                failures.append(error)
            }
        }
        try session.printLine(OldStyleWriter().text(of: .dictionary(all)))
        if !failures.isEmpty { throw CommandError.several(failures) }
    }

    /// Owns up to what was printed in place of something else.
    private static func admit(_ substitutions: [PropertyListSubstitution], of title: String) throws(CommandError) {
        guard substitutions.isEmpty else { throw .shownWithSubstitutions(domain: title, substitutions) }
    }
}
