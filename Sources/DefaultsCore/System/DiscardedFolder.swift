import CDefaults
import Glibc
import Synchronization

/// A folder that will be removed with everything in it. Its files are not synchronized to the disk, since none of them
/// has to survive a power failure.
struct DiscardedFolder: Equatable {
    private let path: String
    private let mount: MountIdentifier

    /// Returns `nil` if the system does not tell where the folder is.
    init?(_ folder: Folder) {
        guard let path = FilePaths.path(of: folder.descriptor), let mount = MountIdentifier(of: folder.descriptor)
        else { return nil }
        (self.path, self.mount) = (path, mount)
    }

    /// The folder of the sandbox in which this process runs, and the temporary folders of this process.
    private static let known = Mutex<[DiscardedFolder]>([inherited].compactMap { $0 })

    private static var inherited: DiscardedFolder? {
        // Any other folder is not one that `sandbox` created.
        guard let variable = getenv("DEFAULTS_SANDBOX"), let path = String(validatingCString: variable),
            FilePaths.split(path).name.hasScalarPrefix("defaults-sandbox-")
        else { return nil }
        return (try? Folder(path: path)).flatMap { DiscardedFolder($0) }
    }

    static func add(_ folder: DiscardedFolder) {
        known.withLock { $0.append(folder) }
    }

    static func remove(_ folder: DiscardedFolder) {
        known.withLock { known in
            if let index = known.lastIndex(of: folder) { known.remove(at: index) }
        }
    }

    /// Returns whether an open file is in such a folder, and not on a file system that is mounted there.
    static func contains(_ descriptor: Int32) -> Bool {
        known.withLock { known in
            guard !known.isEmpty, let mount = MountIdentifier(of: descriptor), let path = FilePaths.path(of: descriptor)
            else { return false }
            return known.contains { folder in
                folder.mount == mount
                    && (path.hasSameScalars(as: folder.path)
                        || path.hasScalarPrefix(folder.path.appendingComponent("")))
            }
        }
    }
}

/// The identifier of a mount. Unlike the number of the device, it distinguishes a bind mount from the rest of its file
/// system.
struct MountIdentifier: Equatable {
    private let number: Int64

    /// Returns the mount of an open file, or `nil` if the system does not tell it.
    init?(of descriptor: Int32) {
        number = defaults_mount_identifier(descriptor)
        if number == -1 { return nil }
    }
}
