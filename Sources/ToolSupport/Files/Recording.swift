package import DefaultsCore
package import DefaultsState
package import Foundation

/// The journal that a command uses, and the entry that records what the command changes.
///
/// It is a class because commands without a journal start faster: a copy of an optional structure looks up metadata.
package final class Recording: Sendable {
    package let journal: Journal
    /// The operation that combines all changes in one entry.
    package let operation = RecordedOperation()
    /// Returns the command line to record, which begins with the name of the command or of the verb.
    package let command: @Sendable () -> [String]
    package let now: @Sendable () throws(CommandError) -> Date

    /// Throws an error if the name of the journal is reserved.
    package init(
        in journal: Journal, command: @escaping @Sendable () -> [String],
        now: @escaping @Sendable () throws(CommandError) -> Date
    ) throws(CommandError) {
        try CommandError.mapping(try Journal.requireUsableName(of: journal.path))
        (self.journal, self.command, self.now) = (journal, command, now)
    }
}
