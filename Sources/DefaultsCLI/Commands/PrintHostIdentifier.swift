import DefaultsCore

extension Command {
    /// `printHostIdentifier`: tells what stands for this host in the names of its files. Apple's help does not mention it either.
    static let printHostIdentifier = Command(
        name: "printhostidentifier",
        forms: [],
        commonOptions: [],
        plan: { invocation, _ in
            guard invocation.operands.isEmpty else { throw CommandError.noVerb }
            return .show { try $0.printLine(Platform.hostIdentifier) }
        })
}
