import DefaultsCore
import DefaultsState
import PropertyList
import ToolSupport

/// The file that PlistBuddy or plutil changes, and the session that the environment selects for it.
extension GuardedFile {
    /// - Parameters:
    ///   - name: The path of the file in the user's spelling.
    ///   - command: The command line that the journal records, from the name of the command.
    convenience init(_ name: String, command: [String], _ environment: ProcessEnvironment) throws(CommandError) {
        let folders = try Self.folders(environment)
        guard let domain = try? Domain(ofFile: name) else {
            throw CommandError(.usage, "'\(shown: name)' is not the path of a file")
        }
        let source = try DomainSchemas.Source(environment, home: folders.home, isHermetic: folders.isRoot)
        let recording = try environment.text(of: "DEFAULTS_JOURNAL").map { (path) throws(CommandError) in
            try Recording(in: Journal(path: path, folders: folders), command: { command }, now: environment.now)
        }
        // Comments of an old-style file that cannot be kept are an error.
        let store = FileDomainStore(
            folders: folders, lockTimeout: .seconds(10), sizeLimit: FileDomainStore.defaultSizeLimit,
            layout: LayoutPolicy(rewrites: false))
        let check = SchemaCheck(DomainSchemas(source, folders: folders), advice: .variable)
        self.init(folders.redirected(name), of: domain, in: FileSession(store, check, recording))
    }

    /// Returns the folders that the environment selects.
    static func folders(_ environment: ProcessEnvironment) throws(CommandError) -> DomainFolders {
        let folders = DomainFolders(root: try environment.text(of: "DEFAULTS_ROOT"), environment: environment)
        if folders.library != nil { _ = try environment.text(of: "DEFAULTS_LIBRARY") }
        return folders
    }
}
