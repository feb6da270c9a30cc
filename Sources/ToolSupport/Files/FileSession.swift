package import DefaultsCore

/// The store, the schemas and the journal that a command uses for files that are given by their paths.
package final class FileSession: Sendable {
    /// The store of files, with the folders and limits of the command and its policy for the layout.
    package let store: FileDomainStore
    /// The check of changes against schemas, or `nil` if the command does not use schemas.
    package let schemaCheck: SchemaCheck?
    /// The recording in the journal that the command uses, or `nil` if the command does not use a journal.
    package let recording: Recording?

    package init(_ store: FileDomainStore, _ schemaCheck: SchemaCheck?, _ recording: Recording?) {
        (self.store, self.schemaCheck, self.recording) = (store, schemaCheck, recording)
    }

    /// Records that a change removed something from a file.
    package func note(_ loss: LayoutPolicy.Loss, of path: String) { store.layout?.note(loss, of: path) }

    /// The notices of files that lost their comments or their layout.
    package var notices: [CommandError] { store.layout?.losses.map { .lost($0.loss, of: $0.path) } ?? [] }

    /// Throws an error if there is a journal, which cannot record a change.
    ///
    /// - Parameter subject: The change as a noun phrase.
    package func requireNoJournal(for subject: String) throws(CommandError) {
        if recording != nil { throw notRecorded(subject) }
    }

    func notRecorded(_ subject: String) -> CommandError {
        .notRecorded(subject, hasOptions: schemaCheck?.advice != .variable)
    }

    /// Throws an error if a file that would be written is the journal.
    ///
    /// - Parameter role: What the file would be, such as “the output”.
    package static func requireOutput(_ path: String, as role: String, journal: String?) throws(CommandError) {
        guard let journal, FilePlace.isOneFile(path, journal) else { return }
        throw CommandError(.usage, "'\(shown: path)' is the journal, so it cannot be \(shown: role)")
    }
}
