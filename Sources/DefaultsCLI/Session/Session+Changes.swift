import DefaultsCore
import ToolSupport

extension Session {
    /// Prints the differences that a change makes in each domain, below the name of the domain.
    ///
    /// Unchanged domains are not printed.
    ///
    /// - Parameters:
    ///   - changes: The changes, which are printed in the order of the domains' names.
    ///   - keyringChanges: Changes of domains in the keyring, which follow.
    ///   - isChanged: Whether the change has been made. The error of a failed write then mentions it.
    func show(
        _ changes: [Domain.Change], inKeyring keyringChanges: [Domain.Change] = [], isChanged: Bool = false
    ) throws(CommandError) {
        let files = changes.sorted { $0.domain.spelling.precedesInUTF16($1.domain.spelling) }
            .map { ($0.domain.spelling.escapingControlCharacters(), $0) }
        let all = files + keyringChanges.map { ("\($0.domain) in the keyring", $0) }
        try show(
            all.filter { $1.old != $1.new }.map { ("[\($0)]\n", $1.domain, $1.differences) }, isChanged: isChanged)
    }

    /// Throws the error of a change after which the domain has the given root, if its file would lose comments or keys
    /// that the options do not allow to lose.
    func rehearse(_ root: PropertyListValue, in domain: Domain) throws(PreferencesError) {
        if options.storage.hasFiles { try files.store.rehearse(root, in: domain) }
    }
}
