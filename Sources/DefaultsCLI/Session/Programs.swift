import DefaultsCore
import ToolSupport

/// Running programs, each with a folder of its own.
struct Programs: Sendable {
    /// Runs a program until it ends, and returns its exit status, or 128 and the number of the signal that ended it.
    typealias Run = @Sendable (Program, HeldSignals) throws(SystemError) -> Int32

    let run: Run
    /// Returns the folder for temporary files.
    let temporaryFolder: @Sendable () throws(CommandError) -> String
    /// Returns the command line of the user's editor, or `nil` if no variable has one.
    let editor: @Sendable () throws(CommandError) -> String?
}
