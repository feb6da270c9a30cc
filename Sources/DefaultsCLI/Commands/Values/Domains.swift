import DefaultsCore
import ToolSupport

extension Command {
    /// `domains`: lists the domains, except for the global domain.
    static let domains = Command(
        "domains",
        forms: [Form("domains", "lists all domains")],
        options: [.ascii, .lines.summarized("Print one name on a line"), .null, .json], group: .reading, guide: guide
    ) { (invocation, input) throws(CommandError) in
        try Operands(of: invocation, input).ignoreRest()
        return .query { (session) throws(CommandError) in
            let found = try CommandError.mapping(try session.store.findDomains(on: session.options.host))
            for obstacle in found.obstacles { session.report(CommandError(obstacle: obstacle)) }
            let names = found.domains.map(\.description)
            if case .apple = session.options.style {
                try session.printLine(names.joined(separator: ", "))
            } else {
                try session.show(names: names, as: session.options.style)
            }
            if names.isEmpty, found.obstacles.isEmpty { session.reportEmptyStore() }
            return found.obstacles.isEmpty ? .success : .invalidData
        }
    }

    private static var guide: Guide {
        Guide(
            "Prints the names of all domains on one line. The global domain is not listed.",
            details: [
                """
                Domains in subfolders are listed only if the base is a root; see FILES in defaults(1). A file that \
                no domain name refers to is listed by its path. If an entry could be a domain but cannot be used, an \
                error is printed, and the status is 65.
                """
            ],
            example: Guide.Example(
                "List all domains",
                """
                $ defaults write com.example.Viewer Zoom -float 1.5
                $ defaults domains
                com.example.Editor, com.example.Viewer
                """),
            related: ["read", "find", "check"])
    }
}
