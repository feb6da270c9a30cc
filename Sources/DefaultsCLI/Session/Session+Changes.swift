import DefaultsCore
import DefaultsMigration
import DefaultsState
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
        for change in changes where change.old != change.new {
            try show(
                PropertyListDifference.between(change.old, change.new),
                heading: "[\(change.domain.spelling.escapingControlCharacters())]\n", isChanged: isChanged)
        }
    }

    /// Throws an error if a change of the domain would remove comments from its file and the options do not allow it.
    ///
    /// - Parameter leavesKeys: Whether the domain has keys after the change.
    func requireNoComments(in domain: Domain, leavesKeys: Bool = true) throws(PreferencesError) {
        guard options.storage.hasFiles else { return }
        try propertyListFiles.requireNoComments(in: domain, leavesKeys: leavesKeys)
    }

    /// Returns the store of the session with further folders that are treated as the user's base folder.
    func storeIncluding(bases: [String]) -> any DomainStore {
        bases.isEmpty ? store : makeStore(folders.including(bases: bases))
    }
}
