import PropertyList
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
            let (domains, isComplete) = try session.domains()
            let names = domains.map(\.description)
            if case .apple = session.options.style {
                try session.printLine(names.joined(separator: ", "))
            } else {
                try session.show(names: names, as: session.options.style)
            }
            return isComplete ? .success : .invalidData
        }
    }

    private static var guide: Guide {
        Guide(
            "Prints the names of all domains on one line. The global domain is not listed.",
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
