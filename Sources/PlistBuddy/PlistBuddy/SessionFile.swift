import DefaultsCore
import ToolSupport

/// The file that a session of PlistBuddy reads and saves.
protocol SessionFile: AnyObject {
    /// Reads the file, or returns `nil` if it does not exist.
    func read() throws -> PropertyListDocument?

    /// Replaces the file, and waits until the change is on the disk.
    func write(_ root: PropertyListValue) throws
}

// The folder of the file is locked for a whole session, so that no other writer changes the file between commands.
extension PropertyListFileUpdate: SessionFile {}

/// A file that is locked only while it is written, for a session that waits for input or changes nothing.
final class UnlockedFile: SessionFile {
    private let file: GuardedFile
    private var old: PropertyListValue?

    init(_ file: GuardedFile) {
        self.file = file
    }

    func read() throws -> PropertyListDocument? {
        let document = try file.session.store.propertyList(at: file.path)
        old = document?.value
        return document
    }

    /// Replaces the file, unless another program has changed it since it was read.
    func write(_ root: PropertyListValue) throws {
        try file.update { update in
            guard try update.read()?.value == old else {
                throw CommandError(
                    .negative,
                    "'\(shown: file.path)' was changed by another program; use Revert to read it again")
            }
            try update.write(root)
        }
        old = root
    }
}
