import DefaultsCore
import ToolSupport

/// The functions that verbs use to run an editor or the program of a sandbox. Each run has its own temporary folder.
struct Programs: Sendable {
    /// Runs a program until it ends. Returns its exit status, or 128 plus the number of the signal that ended it.
    let run: @Sendable (Program, HeldSignals) throws(SystemError) -> Int32
    /// Returns the folder for temporary files.
    let temporaryFolder: @Sendable () throws(CommandError) -> String
    /// Returns the command line of the user's editor, or `nil` if no environment variable contains a command line.
    let editor: @Sendable () throws(CommandError) -> String?
}
