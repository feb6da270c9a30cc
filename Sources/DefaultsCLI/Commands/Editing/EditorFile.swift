import DefaultsCore
import Foundation
import PropertyList
import ToolSupport

/// The file with the text that an editor changes, in a folder that only the user can enter.
struct EditorFile {
    let path: String
    private let folder: TemporaryFolder

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

    /// Returns `true` if the folder of the file is at its path, or `false` if the folder was removed.
    ///
    /// - Throws: An error if the folder was moved, or if another item has its path.
    func isInPlace() throws(CommandError) -> Bool {
        try folder.placed.isInPlace(while: "the editor ran")
    }

    /// Reads the text, or returns `nil` if the file no longer exists. The editor may have replaced the file.
    func read(sizeLimit: Int) throws(CommandError) -> [UInt8]? {
        do {
            return try InputFile.readRegularFile(path, sizeLimit: sizeLimit)
        } catch {
            throw .inputNotRead(path: path, error)
        }
    }

    /// Removes the file, its folder, and other files that the editor left there.
    func remove() throws(CommandError) {
        try CommandError.mapping(try folder.remove())
    }
}
