import DefaultsCore
import Foundation
import ToolSupport

/// A text that an editor changes: a file in a temporary folder that only the user can enter.
struct TemporaryText {
    let path: String
    /// The folder, in which the editor may leave other files.
    let folder: TemporaryFolder

    /// Creates a file with a text.
    init(_ text: [UInt8], as format: DocumentFormat, in session: Session) throws(CommandError) {
        let base = try session.programs.temporaryFolder()
        folder = try CommandError.mapping(try TemporaryFolder(for: "defaults-edit", in: base))
        let name = if case .json = format { "preferences.json" } else { "preferences.plist" }
        path = "\(folder.path)/\(name)"
        do throws(PreferencesError) {
            try OutputFile.write(Data(text), to: path, isPrivate: true)
        } catch {
            try? folder.remove()
            throw CommandError(error.status, "Could not write the text for the editor: \(error)")
        }
    }

    /// Reads the text, or returns `nil` if the file no longer exists. The editor may have replaced the file.
    func read(sizeLimit: Int) throws(CommandError) -> [UInt8]? {
        do {
            return try InputFile.readRegularFile(path, sizeLimit: sizeLimit)
        } catch {
            throw .inputNotRead(path: path, error)
        }
    }

    /// Removes the file, its folder, and the other files in it.
    func remove() throws(CommandError) {
        try CommandError.mapping(try folder.remove())
    }
}
