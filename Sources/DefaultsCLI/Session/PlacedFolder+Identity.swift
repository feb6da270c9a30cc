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
        case .moved(let place):
            let destination = place.map { " to '\($0)'" } ?? ""
            throw CommandError(
                .inputOutput, "'\(shown: path)' was moved\(shown: destination) while \(shown: activity)")
        case .replaced:
            throw CommandError(
                .inputOutput, "'\(shown: path)' is not the folder that was created there; its contents are not used")
        case .removed: return false
        }
    }
}
