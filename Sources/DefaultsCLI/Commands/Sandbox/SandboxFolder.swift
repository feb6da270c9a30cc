import DefaultsCore
import DefaultsState
import Foundation
import ToolSupport

/// The folder of a sandbox, and the variables that make a program use it.
struct Sandbox {
    private let folder: TemporaryFolder
    /// The folder that has the preferences.
    private let rootFolder: PlacedFolder
    private let home: String?
    private let session: Session

    /// The path of the folder that has the preferences.
    var root: String { rootFolder.path }

    /// Creates a folder without preferences.
    init(in session: Session) throws(CommandError) {
        let base = try session.programs.temporaryFolder()
        folder = try CommandError.mapping(try TemporaryFolder(for: "defaults-sandbox", in: base, isSandbox: true))
        self.session = session
        guard session.options.replacesHome else {
            (home, rootFolder) = (nil, folder.placed)
            return
        }
        // Programs that ignore XDG_CONFIG_HOME look for preferences in `.config`, their usual folder.
        home = folder.path
        do {
            rootFolder = try CommandError.mapping(try folder.makeFolder(".config"))
            // In a script for macOS, a path in `~/Library/Preferences` and a name then refer to the same preferences.
            _ = try CommandError.mapping(try folder.makeFolder("Library"))
            try CommandError.mapping(try folder.makeLink("Library/Preferences", to: "../.config"))
        } catch {
            try? folder.remove()
            throw error
        }
    }

    /// Sets the values that sources require.
    ///
    /// - Throws: Among others, an error if the folder was moved, replaced or removed during the update. The values may
    ///   then be in another folder.
    func fill(from sources: SandboxSources) throws(CommandError) {
        let document = try sources.contents(home: home)
        try CommandError.mapping(
            try session.storeInRoot(root).update(document.domains.map(\.domain)) { transaction in
                for state in document.domains { transaction[state.domain] = state.contents(from: [:]) }
            })
        guard try isInPlace(while: "the sandbox was filled") else {
            throw CommandError(.inputOutput, "'\(shown: root)' was removed while the sandbox was filled")
        }
    }

    /// Returns `true` if the preferences are at their path, or `false` if they were removed.
    ///
    /// - Parameter activity: A clause for errors that follows "while", such as "the command ran".
    /// - Throws: An error if a folder was moved, or if another item has its path.
    func isInPlace(while activity: String = "the command ran") throws(CommandError) -> Bool {
        // The preferences are in the outer folder itself or in a folder inside it. If the outer folder was moved, the
        // error names the outer folder.
        for placed in [folder.placed, rootFolder] {
            guard try placed.isInPlace(while: activity) else { return false }
        }
        return true
    }

    /// Returns the preferences that are at the path of the folder.
    func state() throws(CommandError) -> SandboxState {
        let folders = session.folders.inHome(home ?? session.folders.home).inRoot(root)
        return try SandboxState(inRoot: root, folders, session)
    }

    /// Keeps the folder, and waits until it is on the disk.
    ///
    /// - Parameter report: A function that is called before the wait, if the preferences are at their path.
    /// - Throws: Among others, an error if the preferences are not at their path. The folder is kept even after an
    ///   error.
    func keep(reporting report: () -> Void) throws(CommandError) {
        do throws(CommandError) {
            guard try isInPlace() else {
                throw CommandError(
                    .inputOutput, "'\(shown: root)' was removed while the command ran; there is nothing to keep")
            }
        } catch {
            try? folder.keep()
            throw error
        }
        report()
        try CommandError.mapping(try folder.keep())
    }

    /// Removes the folder with everything in it.
    func remove() throws(CommandError) {
        try CommandError.mapping(try folder.remove())
    }

    /// The environment variables of the sandbox. With them, this command and all programs that use the library or
    /// `UserDefaults` use only the preferences of the sandbox.
    var variables: [(name: String, value: String?)] {
        var variables: [(name: String, value: String?)] = [
            ("DEFAULTS_SANDBOX", folder.path), ("DEFAULTS_ROOT", root), ("XDG_CONFIG_HOME", root),
            // Searches for domains skip the folder `.defaults`.
            ("DEFAULTS_KEYRING", root + "/.defaults/keyring"), ("DEFAULTS_JOURNAL", nil),
        ]
        if let home {
            variables += [
                ("HOME", home), ("DEFAULTS_LIBRARY", home + "/Library"), ("XDG_CACHE_HOME", home + "/.cache"),
                ("XDG_DATA_HOME", home + "/.local/share"), ("XDG_STATE_HOME", home + "/.local/state"),
                // Without this variable, Foundation uses the home folder of the account.
                ("CFFIXED_USER_HOME", home),
            ]
        }
        return variables
    }

    /// The lines that set the variables in a shell.
    var shellLines: String {
        variables.map { variable in
            variable.value.map { "export \(variable.name)=\(ShellText.quoted($0))\n" } ?? "unset \(variable.name)\n"
        }.joined()
    }
}

/// The preferences in a folder. The domains have the names that a state document uses for them.
struct SandboxState {
    /// A domain and its contents. Those of an expectation can contain patterns.
    typealias Entry = (domain: Domain, contents: ExpectedValue)

    /// The domains that have keys.
    let entries: [ExactName: Entry]
    /// The folders that contain the domains. Their home folder is the home folder of the program that left the
    /// preferences.
    private let folders: DomainFolders

    /// Reads the preferences in a folder.
    init(inRoot root: String, _ folders: DomainFolders, _ session: Session) throws(CommandError) {
        self.folders = folders
        let entries = try session.contentsOfAllDomains(inRoot: root).map { domain, contents in
            (ExactName(folders.spelling(of: domain)), (domain, ExpectedValue(contents)))
        }
        self.entries = Dictionary(entries, uniquingKeysWith: { first, _ in first })
    }

    /// The home folder of the program that left the preferences.
    var home: String { folders.home }

    /// Writes a state document.
    func save(to path: String, in session: Session) throws(CommandError) {
        let document = StateExpectation(Dictionary(entries.values.map { $0 }, uniquingKeysWith: { $1 }))
        let bytes = document.json(folders: folders, home: home)
        if path == "-" { return try session.write(document: bytes, as: .json) }
        do throws(PreferencesError) {
            try OutputFile.write(Data(bytes), to: path)
        } catch {
            throw .stateNotSaved(path: path, error)
        }
    }
}
