import DefaultsCore
import DefaultsState
import ToolSupport

/// The session that the environment selects for PlistBuddy and plutil.
extension FileSession {
    /// - Parameters:
    ///   - command: The command line that the journal records, from the name of the command.
    ///   - json: How JSON files are read to change them, or `nil` to refuse them.
    convenience init(
        command: [String], _ environment: ProcessEnvironment, json: JSONForm.Kind? = nil
    ) throws(CommandError) {
        let folders = try GuardedFile.folders(environment)
        let source = try DomainSchemas.Source(environment, home: folders.home, isHermetic: folders.isRoot)
        let recording = try environment.text(of: "DEFAULTS_JOURNAL").map { (path) throws(CommandError) in
            try Recording(in: Journal(path: path, folders: folders), command: { command }, now: environment.now)
        }
        // Comments of an old-style file that cannot be kept are an error.
        let store = FileDomainStore(
            folders: folders, lockTimeout: .seconds(10), sizeLimit: FileDomainStore.defaultSizeLimit,
            layout: LayoutPolicy(rewrites: false, json: json))
        let check = SchemaCheck(DomainSchemas(source, folders: folders), advice: .variable)
        self.init(store, check, recording)
    }
}

/// The file that PlistBuddy or plutil changes.
extension GuardedFile {
    /// - Parameters:
    ///   - name: The path of the file in the user's spelling.
    ///   - command: The command line that the journal records, from the name of the command.
    ///   - json: How JSON files are read to change them, or `nil` to refuse them.
    convenience init(
        _ name: String, command: [String], _ environment: ProcessEnvironment, json: JSONForm.Kind? = nil
    ) throws(CommandError) {
        if (try? Domain(ofFile: name)) == nil {
            throw CommandError(.usage, "'\(shown: name)' is not the path of a file")
        }
        let session = try FileSession(command: command, environment, json: json)
        self.init(session.store.folders.redirected(name), in: session)
    }

    /// Returns the folders that the environment selects.
    static func folders(_ environment: ProcessEnvironment) throws(CommandError) -> DomainFolders {
        let folders = DomainFolders(root: try environment.text(of: "DEFAULTS_ROOT"), environment: environment)
        if folders.library != nil { _ = try environment.text(of: "DEFAULTS_LIBRARY") }
        return folders
    }
}
