import DefaultsCore
import ToolSupport

extension PlacedFolder {
    /// Returns whether the folder still exists at its path. Returns `false` if it was removed.
    ///
    /// - Parameter activity: A clause for errors that follows "while", such as "the command ran".
    /// - Throws: An error if the folder was moved, or if another item has its path. The other item is not used.
    func isInPlace(while activity: String) throws(CommandError) -> Bool {
        switch try CommandError.mapping(try whereabouts()) {
        case .inPlace: return true
        case .moved(let place): throw .folderMoved(path, to: place, while: activity)
        case .replaced: throw .folderReplaced(path)
        case .removed: return false
        }
    }
}

extension CommandError {
    fileprivate static func folderMoved(_ path: String, to place: String?, while activity: String) -> CommandError {
        guard let place else {
            return CommandError(.inputOutput, "'\(shown: path)' was moved while \(shown: activity)")
        }
        return CommandError(.inputOutput, "'\(shown: path)' was moved to '\(shown: place)' while \(shown: activity)")
    }

    fileprivate static func folderReplaced(_ path: String) -> CommandError {
        CommandError(
            .inputOutput, "'\(shown: path)' is not the folder that was created there; its contents are not used")
    }
}
