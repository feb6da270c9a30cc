import DefaultsCore
import PropertyList
import ToolSupport

extension Session {
    /// Prints the differences that a change makes in each domain, below the name of the domain.
    ///
    /// Unchanged domains are not printed.
    ///
    /// - Parameter isChanged: Whether the change has been made. The error of a failed write then mentions it.
    func show(_ changes: [Domain.Change], isChanged: Bool = false) throws(CommandError) {
        let changes = changes.sorted { $0.domain.spelling.precedesInUTF16($1.domain.spelling) }
            .filter { $0.old != $0.new }
        try show(
            changes.map { change in
                let heading = "[\(change.domain.spelling.escapingControlCharacters())]\n"
                return (heading, change.domain, PropertyListDifference.between(change.old, change.new))
            }, isChanged: isChanged)
    }

    /// Throws the error of a change after which the domain has the given root, if its file would lose comments or keys
    /// that the options do not allow to lose.
    func rehearse(_ root: PropertyListValue, in domain: Domain) throws(PreferencesError) {
        if options.storage.hasFiles { try files.store.rehearse(root, in: domain) }
    }
}
