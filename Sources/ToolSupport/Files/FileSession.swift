package import DefaultsCore
import DefaultsState
package import Foundation

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

    /// The notices of files that lost their comments, their layout or their format, and of XML that other programs do
    /// not accept.
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

    /// Throws an error if a file that would be written is the journal, or in the folder of the library's own records.
    ///
    /// - Parameter role: What the file would be, such as “the output”.
    package static func requireOutput(
        _ path: String, as role: String, journal: String?, in folders: DomainFolders
    ) throws(CommandError) {
        if let journal, FilePlace.isOneFile(path, journal) {
            throw CommandError(.usage, "'\(shown: path)' is the journal, so it cannot be \(shown: role)")
        }
        guard FilePaths.path(of: FilePaths.followingLinks(path), inFolder: folders.state) != nil else { return }
        throw CommandError(
            .usage,
            "'\(shown: path)' is in the folder of records '\(shown: folders.state)', so it cannot be \(shown: role)")
    }

    /// Writes a document to a file that is not an input. If the file stores a domain, the schema of the domain and the
    /// journal guard the change. The file of a domain is not replaced if it is not a property list.
    ///
    /// - Parameters:
    ///   - root: The root of the document, or `nil` if the data is other text.
    ///   - source: The path of a file with the same values; see ``OutputFile``.
    package func write(_ data: Data, of root: PropertyListValue?, to path: String, like source: String? = nil) throws {
        guard store.folders.domain(inFile: path) != nil, InputFile.kind(of: path) != .stream else {
            return try OutputFile.write(data, to: path, like: source, lockTimeout: store.lockTimeout)
        }
        try GuardedFile(path, in: self).update { try $0.write(data, root: root) }
    }
}
