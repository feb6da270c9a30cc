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
            return .query { session in
                let (domains, isComplete) = try session.domains()
                let names = domains.map(\.description)
                if case .apple = style {
                    try session.printLine(names.joined(separator: ", "))
                } else {
                    try session.show(.array(names.map(PropertyListValue.string)), as: style)
                }
                return isComplete ? .success : .invalidData
            }
        })
}
