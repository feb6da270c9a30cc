package import DefaultsCore
import DefaultsState
package import PropertyList

/// The guard of a file that a command changes: the schema of its domain, and the journal.
package struct FileGuard: ChangeGuard {
    private let path: String
    private let domain: Domain
    private let folders: DomainFolders
    private let schemaCheck: SchemaCheck?
    private let recording: Recording?

    /// - Parameters:
    ///   - path: The exact path of the file.
    ///   - domain: The domain in the file.
    ///   - schemaCheck: The check against schemas, or `nil` if there is none.
    ///   - recording: The recording in a journal, or `nil` if there is none.
    package init(
        _ path: String, of domain: Domain, in folders: DomainFolders, _ schemaCheck: SchemaCheck?,
        _ recording: Recording?
    ) {
        (self.path, self.domain, self.folders) = (path, domain, folders)
        (self.schemaCheck, self.recording) = (schemaCheck, recording)
    }

    /// Throws ``SchemaRefusalError`` for a change that the schema does not allow.
    package func allow(_ old: PropertyListValue?, _ new: PropertyListValue?) throws {
        guard let schemaCheck, let new else { return }
        do throws(CommandError) {
            try schemaCheck.require(new, in: domain, changedFrom: old ?? [:])
        } catch {
            throw SchemaRefusalError(commandError: error)
        }
    }

    package func record(_ old: PropertyListValue?, _ new: PropertyListValue?) throws {
        guard let recording else { return }
        // An entry of a journal contains a domain and changes of its keys.
        guard case .dictionary(let old) = old ?? [:], case .dictionary(let new)? = new else {
            throw notRecorded("a change of a file whose root is not a dictionary")
        }
        guard folders.location(of: domain).hasScalarSuffix(path) else {
            throw notRecorded("a change of a file whose name does not end in '.plist'")
        }
        try recording.journal.record(
            changeOf: domain, from: old, to: new, in: recording.operation, command: recording.command(),
            date: try recording.now())
    }

    /// Throws an error if there is a journal, which cannot record a change.
    ///
    /// - Parameter subject: The change as a noun phrase.
    package func requireNoJournal(for subject: String) throws(CommandError) {
        if recording != nil { throw notRecorded(subject) }
    }

    private func notRecorded(_ subject: String) -> CommandError {
        // Only the command has options.
        schemaCheck?.advice == .variable ? .notRecorded(subject, advice: "unset DEFAULTS_JOURNAL") : .notRecorded(subject)
    }
}

/// The error for a change that a schema does not allow.
package struct SchemaRefusalError: ReportedError {
    package let commandError: CommandError
}
