import DefaultsCore
import PropertyList

extension Command {
    /// `domains`: lists the domains, the global one left out.
    static let domains = Command(
        name: "domains",
        forms: [Form(synopsis: "domains", summary: "lists all domains")],
        options: [.ascii, .lines, .null, .json],
        summaries: [.lines: "prints one name a line"],
        commonOptions: Option.ofReaders,
        plan: { invocation, input in
            let style = try OutputStyle(invocation.options)
            try Operands(of: invocation, input).ignoreRest()
            return .show { session in
                let names = try session.domains().map(\.description)
                if case .apple = style { return try session.printLine(names.joined(separator: ", ")) }
                try session.show(.array(names.map(PropertyListValue.string)), as: style)
            }
        })
}
