import DefaultsCore
import ToolSupport

extension Command {
    /// `printHostIdentifier`: prints the identifier of this host, which is part of the names of host-specific files.
    /// Like Apple's help, the help does not mention the verb.
    static let printHostIdentifier = Command("printhostidentifier") { (invocation, _) throws(CommandError) in
        guard invocation.operands.isEmpty else { throw .noVerb }
        return .show { (session) throws(CommandError) in try session.printLine(Platform.hostIdentifier) }
    }
}
