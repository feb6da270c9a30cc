import DefaultsCore
import ToolSupport

extension Command {
    /// `printHostIdentifier`: prints the identifier of this host in the names of its files. Apple's help does not
    /// mention the verb either.
    static let printHostIdentifier = Command("printhostidentifier") { (invocation, _) throws(CommandError) in
        guard invocation.operands.isEmpty else { throw .noVerb }
        return .show { (session) throws(CommandError) in try session.printLine(Platform.hostIdentifier) }
    }
}
