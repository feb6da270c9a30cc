import DefaultsCore

extension Command {
    /// `domains`: lists the domains, the global one left out.
    static let domains = Command(
        name: "domains",
        forms: [Form(synopsis: "domains", summary: "lists all domains")],
        plan: { _, _ in
            .query { session in
                try session.printLine(try session.domains().map(\.description).joined(separator: ", "))
            }
        })
}
