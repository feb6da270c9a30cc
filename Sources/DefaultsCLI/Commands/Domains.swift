import DefaultsCore

extension Command {
    /// `domains`: lists the domains, the global one left out.
    static let domains = Command(
        name: "domains",
        forms: [Form(synopsis: "domains", summary: "lists all domains")],
        options: [.ascii],
        plan: { _, _ in
            .show { session in
                try session.printLine(try session.domains().map(\.description).joined(separator: ", "))
            }
        })
}
