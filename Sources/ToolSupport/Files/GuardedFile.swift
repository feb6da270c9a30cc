package import DefaultsCore
import DefaultsState

/// A file that a command changes. The schema of its domain and the journal guard each change.
///
/// It is a class for the same reason as ``Recording``.
package final class GuardedFile: ChangeGuard, Sendable {
    /// The exact path of the file.
    package let path: String
    package let session: FileSession

    package init(_ path: String, in session: FileSession) {
        (self.path, self.session) = (path, session)
    }

    /// Returns the domain in the locked file, or the path of another file. `nil` if the name of the file is not that
    /// of a domain.
    ///
    /// - Parameter file: The path of the locked file without links. It decides if a link in ``path`` was replaced, so
    ///   that ``path`` leads elsewhere.
    private func domain(in file: String) -> Domain? {
        let folders = session.store.folders
        if let named = folders.domain(inFile: path), FilePlace.isOneFile(folders.location(of: named), file) {
            return named
        }
        return try? Domain(ofFile: file)
    }

    /// Changes the file in one update.
    package func update<Result>(_ body: (PropertyListFileUpdate) throws -> Result) throws -> Result {
        try session.store.updatePropertyList(at: path, self, body)
    }

    /// Throws ``SchemaRefusalError`` for a change that the schema does not allow.
    package func allow(_ old: PropertyListValue?, _ new: PropertyListValue?, in file: String) throws {
        guard let schemaCheck = session.schemaCheck, let new, let domain = domain(in: file) else { return }
        do throws(CommandError) {
            try schemaCheck.require(new, in: domain, changedFrom: old ?? [:])
        } catch {
            throw SchemaRefusalError(commandError: error)
        }
    }

    package func record(_ old: PropertyListValue?, _ new: PropertyListValue?, in file: String) throws {
        guard let recording = session.recording, old != new else { return }
        // An entry of a journal contains a domain and changes of its keys.
        guard case .dictionary(let old) = old ?? [:], case .dictionary(let new)? = new else {
            throw session.notRecorded("a change of a file whose root is not a dictionary")
        }
        guard let domain = domain(in: file) else { throw session.notRecorded("a change of a file with such a name") }
        // Another domain can have the file at the same path with `.plist`.
        guard FilePlace.isOneFile(session.store.folders.location(of: domain), file) else {
            throw session.notRecorded("a change of a file whose name does not end in '.plist'")
        }
        try recording.journal.record(
            Domain.Change(domain: domain, old: old, new: new), in: recording.operation, command: recording.command(),
            date: try recording.now())
    }
}

/// The error for a change that a schema does not allow.
package struct SchemaRefusalError: ReportedError {
    package let commandError: CommandError
}
