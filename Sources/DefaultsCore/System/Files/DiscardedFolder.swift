import CDefaults
import Glibc
import Synchronization

/// A folder that will be removed with everything in it. Its files are not synchronized to the disk, since none of them
/// has to survive a power failure.
struct DiscardedFolder: Equatable, Sendable {
    /// The open folder. Its path is determined at each use: another program may move the folder, or give its path to
    /// something else.
    private let folder: Folder
    private let mount: MountIdentifier
    /// Whether the folder is a sandbox. A sandbox is discarded only while it has its marker.
    private let needsMarker: Bool

    /// Returns `nil` if the system does not report the mount of the folder.
    init?(_ folder: Folder, needsMarker: Bool = false) {
        guard let mount = MountIdentifier(of: folder.descriptor) else { return nil }
        (self.folder, self.mount, self.needsMarker) = (folder, mount, needsMarker)
    }

    static func == (left: DiscardedFolder, right: DiscardedFolder) -> Bool {
        left.folder === right.folder
    }

    /// The folder of the sandbox in which this process runs, and the temporary folders of this process.
    private static let known = Mutex<[DiscardedFolder]>([inherited].compactMap { $0 })

    /// The folder of the sandbox in which this process runs. The environment variable alone does not prove that the
    /// folder is a sandbox. It may contain the path of any folder, or something may be mounted at the path.
    private static var inherited: DiscardedFolder? {
        guard let variable = getenv("DEFAULTS_SANDBOX"), let path = String(validatingCString: variable),
            let folder = try? Folder(path: path), SandboxMarker.isValid(in: folder)
        else { return nil }
        return DiscardedFolder(folder, needsMarker: true)
    }

    static func add(_ folder: DiscardedFolder) {
        known.withLock { $0.append(folder) }
    }

    static func remove(_ folder: DiscardedFolder) {
        known.withLock { known in
            if let index = known.lastIndex(of: folder) { known.remove(at: index) }
        }
    }

    /// Returns whether an open file is in a discarded folder, and not on a file system that is mounted there.
    static func contains(_ descriptor: Int32) -> Bool {
        known.withLock { known in
            guard !known.isEmpty, let mount = MountIdentifier(of: descriptor), let path = FilePaths.path(of: descriptor)
            else { return false }
            return known.contains { $0.mount == mount && $0.contains(path) }
        }
    }

    private func contains(_ path: String) -> Bool {
        guard let own = FilePaths.path(of: folder.descriptor),
            path.hasSameScalars(as: own) || path.hasScalarPrefix(own.appendingComponent(""))
        else { return false }
        return !needsMarker || SandboxMarker.isValid(in: folder)
    }
}

/// The identifier of a mount. Unlike the number of the device, it distinguishes a bind mount from the rest of its file
/// system.
struct MountIdentifier: Equatable {
    private let number: Int64

    /// Determines the mount of an open file. Returns `nil` if the system does not report it.
    init?(of descriptor: Int32) {
        number = defaults_mount_identifier(descriptor)
        if number == -1 { return nil }
    }
}
