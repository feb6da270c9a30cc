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
        options: [.ascii],
        plan: { invocation, input in
            var operands = Operands(of: invocation, input)
            if operands.isEmpty { return .query(readAll) }
            let domain = try operands.domain()
            guard let key = operands.next() else { return .show { try readDomain(domain, in: $0) } }
            return .show { try readKey(key, of: domain, in: $0) }
        })

    private static func readKey(_ key: String, of domain: DomainArgument, in session: Session) throws {
        let snapshot = try session.snapshot(of: domain.domain)
        guard let value = snapshot.contents[key] else {
            throw CommandError.pairDoesNotExist(domain: domain.constant, key: key)
        }
        try session.printLine(session.printer.standaloneText(of: value))
        try session.admit(
            snapshot.substitutions.filter { $0.path.components.first?.hasSameScalars(as: key) == true },
            of: domain.title)
    }

    private static func readDomain(_ domain: DomainArgument, in session: Session) throws {
        let snapshot = try session.snapshot(of: domain.domain)
        guard !snapshot.contents.isEmpty else { throw CommandError.domainDoesNotExist(domain.title) }
        try session.printLine(session.printer.text(of: .dictionary(snapshot.contents)))
        try session.admit(snapshot.substitutions, of: domain.title)
    }

    /// Prints one dictionary of all domains.
    private static func readAll(in session: Session) throws -> ExitStatus {
        var all: [(String, PropertyListValue)] = []
        let status = try session.forEachDomain { (title, contents) throws(CommandError) in
            all.append((title, .dictionary(contents)))
        }
        try session.printLine(session.printer.text(of: .dictionary(PropertyListDictionary(all))))
        return status
    }
}
