import Foundation

/// The file `.defaults/sandbox`, which marks the folder of a sandbox that will be removed.
///
/// The file contains the device and the inode of the folder. So it has no effect in a copy of the folder, or in a
/// folder that is mounted over the original.
struct SandboxMarker: Sendable {
    private static let folderName = ".defaults"
    private static let name = "sandbox"

    private let folder: CreatedFolder

    /// Creates the file in a folder that has just been created.
    init(in sandbox: Folder, for access: FileAccess) throws(FileError) {
        folder = try CreatedFolder(Self.folderName, in: sandbox, mode: 0o700, for: access)
        try folder.folder.create(Self.name, mode: 0o600, for: access).write(Data(Self.contents(for: sandbox)))
    }

    private static func contents(for sandbox: Folder) -> [UInt8] {
        Array("\(sandbox.identity.device):\(sandbox.identity.number)\n".utf8)
    }

    /// Removes the file. From then on, programs synchronize their writes in the sandbox to the disk.
    ///
    /// The folder `.defaults` is removed too, unless a program has stored something in the folder or has moved it.
    func remove(for access: FileAccess) throws(FileError) {
        try folder.folder.removeIfPresent(Self.name, for: access)
        try? folder.remove(for: access)
    }

    /// Returns whether a folder contains a valid marker that only the effective user can write.
    static func isValid(in sandbox: Folder) -> Bool {
        let access = FileAccess.read(name)
        guard let folder = try? Folder(entry: folderName, of: sandbox, for: access),
            let file = try? folder.openForReading(name, for: access), let status = try? file.regularFileStatus(),
            status.isWritableByEffectiveUserAlone
        else { return false }
        let expected = contents(for: sandbox)
        return (try? file.read(atMost: expected.count + 1)) == expected
    }
}
