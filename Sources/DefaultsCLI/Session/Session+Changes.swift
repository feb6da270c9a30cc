import DefaultsCore
import DefaultsMigration
import DefaultsState
import PropertyList
import ToolSupport

extension Session {
    /// Prints the differences between domains before and after a change, each below the name of its domain.
    ///
    /// Domains that do not differ are not printed.
    ///
    /// - Parameter isChanged: Whether the change was made before, which the error of a failed write mentions.
    func show(_ changes: [Domain.Change], isChanged: Bool = false) throws(CommandError) {
        let changes = changes.sorted { $0.domain.spelling.precedesInUTF16($1.domain.spelling) }
        for change in changes where change.old != change.new {
            try show(
                PropertyListDifference.between(change.old, change.new),
                heading: "[\(change.domain.spelling.escapingControlCharacters())]\n", isChanged: isChanged)
        }
    }

    /// Throws the error of a change of a domain in a file with comments that the change would remove.
    ///
    /// - Parameter leavesKeys: Whether the domain has keys after the change.
    func requireNoComments(in domain: Domain, leavesKeys: Bool = true) throws(PreferencesError) {
        guard options.storage.hasFiles else { return }
        let files = FileDomainStore(
            folders: folders, lockTimeout: options.lockTimeout, sizeLimit: options.sizeLimit, comments: comments)
        try files.requireNoComments(in: domain, leavesKeys: leavesKeys)
    }

    /// Returns the store of the session that treats further folders as the user's base.
    func storeIncluding(bases: [String]) -> any DomainStore {
        bases.isEmpty ? store : makeStore(folders.including(bases: bases))
    }
}
