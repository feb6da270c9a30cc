import Foundation
import Glibc

/// The atomic replacement of a file: a temporary file in the same folder is written, synchronized to the disk, and
/// renamed over the file.
///
/// The caller holds the lock of the folder. The names of the temporary files are fixed, so that the next writer finds
/// and removes the files of an interrupted write. If something with the usual name cannot be removed, a second name is
/// used, which contains the number of the effective user. Examples are a folder and, in a sticky folder, the file of
/// another user.
struct AtomicFile {
    let folder: Folder
    let name: String
    /// The operation and path for errors.
    let access: FileAccess
    private var temporaryName: String
    private var backupName: String

    /// Creates a replacement of a file.
    ///
    /// - Parameters:
    ///   - folder: The folder. The caller has locked it.
    ///   - name: The name of the file in the folder.
    ///   - path: The path of the file in errors.
    init(folder: Folder, name: String, path: String) {
        (self.folder, self.name, access) = (folder, name, .write(path))
        temporaryName = Self.hiddenName(for: name, suffix: Self.newSuffix)
        backupName = Self.hiddenName(for: name, suffix: Self.oldSuffix)
    }

    /// The attributes of a new file.
    struct Creation {
        var mode: mode_t
        /// Whether the file mode creation mask of the process narrows the mode.
        var isMasked: Bool
        /// Whether only the effective user may read the file. If true, the mode, owner and attributes of the old file
        /// are not kept.
        var isPrivate = false
    }

    /// Removes the temporary files of interrupted writes. Errors are ignored.
    func removeLeftovers() {
        for name in candidates(Self.newSuffix) + candidates(Self.oldSuffix) {
            try? folder.removeIfPresent(name, for: access)
        }
    }

    /// Removes the temporary files of interrupted writes, and chooses names for new ones.
    ///
    /// - Throws: ``FileError/Reason/nameTaken(by:_:)`` if each possible name belongs to something that cannot be
    ///   removed.
    mutating func chooseNames() throws(FileError) {
        temporaryName = try freeName(Self.newSuffix)
        backupName = try freeName(Self.oldSuffix)
    }

    private func freeName(_ suffix: String) throws(FileError) -> String {
        var free: String?
        var taken: FileError?
        for candidate in candidates(suffix) {
            do {
                try folder.removeIfPresent(candidate, for: access)
                free = free ?? candidate
            } catch {
                if free != nil { continue }  // this name is not needed
                guard let cause = error.systemError, [EISDIR, EPERM, EACCES].contains(cause.code) else { throw error }
                let other = FilePaths.split(access.path).folder.appendingComponent(candidate)
                taken = taken ?? access.error(.nameTaken(by: other, cause))
            }
        }
        if let free { return free }
        throw taken ?? access.error(SystemError(EEXIST))
    }

    private func candidates(_ suffix: String) -> [String] {
        [
            Self.hiddenName(for: name, suffix: suffix),
            Self.hiddenName(for: name, suffix: ".\(geteuid())\(suffix)"),
        ]
    }

    /// Throws an error if the effective user may not write the file. The replacement itself only requires permission to
    /// write the folder.
    func requireWritable() throws(FileError) {
        guard try folder.status(of: name, for: access) == nil || folder.isWritable(name) else {
            throw access.error(.notWritable)
        }
    }

    /// Writes the temporary file, with the mode, owner and extended attributes of the file, and waits until it is on
    /// the disk.
    ///
    /// - Returns: The identity of the temporary file.
    @discardableResult
    func prepare(_ data: Data, creation: Creation) throws(FileError) -> FileIdentity {
        try requireWritable()
        do {
            let old = try folder.openForReading(name, for: access)
            return try write(data, to: temporaryName, like: old, creation: creation).status().identity
        } catch {
            discard()
            throw error
        }
    }

    /// Renames the temporary file over the file.
    func publish() throws(FileError) {
        try folder.rename(temporaryName, to: name, for: access)
    }

    /// Opens the temporary file, so that it keeps its identity after ``publish()``; see ``HeldFile``.
    func held(_ identity: FileIdentity) -> HeldFile? {
        guard let file = try? folder.openForReading(temporaryName, for: access) else { return nil }
        return HeldFile(file, identity: identity)
    }

    func remove() throws(FileError) {
        try folder.removeIfPresent(name, for: .remove(access.path))
    }

    /// Creates a backup of the file for ``restore()``: a hard link or, on file systems without hard links, a copy. Does
    /// nothing if there is no file.
    func backUp() throws(FileError) {
        do {
            try folder.link(name, to: backupName, for: access)
        } catch {
            if error.isMissing { return }
            guard error.systemError?.isUnsupported == true else { throw error }
            try copyToBackup()
        }
    }

    /// Renames the backup over the file, or removes the file if there is no backup.
    func restore() throws(FileError) {
        do {
            try folder.rename(backupName, to: name, for: access)
        } catch  where error.isMissing {
            try folder.removeIfPresent(name, for: access)
        }
    }

    /// Waits until the names in the folder are on the disk.
    func synchronizeFolder() throws(FileError) {
        try folder.synchronize(for: access)
    }

    /// Waits until the replacement or removal of the file is on the disk.
    ///
    /// - Throws: ``FileError/Reason/notDurable(_:)``.
    func finish() throws(FileError) {
        do throws(FileError) {
            try synchronizeFolder()
        } catch {
            throw error.notDurable
        }
    }

    /// Removes the temporary file and the backup.
    func discard() {
        try? folder.removeIfPresent(temporaryName, for: access)
        try? folder.removeIfPresent(backupName, for: access)
    }

    /// Copies the file to the backup, for file systems without hard links.
    private func copyToBackup() throws(FileError) {
        guard let file = try folder.openForReading(name, for: access) else { throw access.error(.missing) }
        let data = Data(try file.read(atMost: .max))
        try write(data, to: backupName, like: file, creation: Creation(mode: 0o600, isMasked: false))
    }

    @discardableResult
    private func write(
        _ data: Data, to newName: String, like old: OpenFile?, creation: Creation
    ) throws(FileError) -> OpenFile {
        // No other user can read the contents before the mode and the owner are set.
        let mode = old == nil && creation.isMasked && !creation.isPrivate ? creation.mode : 0o600
        let new = try folder.create(newName, mode: mode, for: access)
        if creation.isPrivate {
            // A file system without modes ignores the requested mode, so other users may be able to read the file.
            guard try new.status().isForEffectiveUserAlone else { throw access.error(.notPrivate) }
        } else if let old {
            try keepAttributes(of: old, in: new)
        } else {
            try setAttributes(of: new, creation: creation)
        }
        try new.write(data)
        try new.synchronize()
        return new
    }

    private func keepAttributes(of old: OpenFile, in new: OpenFile) throws(FileError) {
        let (oldStatus, newStatus) = (try old.status(), try new.status())
        if oldStatus.owner != newStatus.owner || oldStatus.group != newStatus.group {
            guard fchown(new.descriptor, oldStatus.owner, oldStatus.group) == 0 else {
                throw access.error(.ownerNotKept)
            }
        }
        // The mode is set before the attributes: an access control list among them widens the permissions of the group.
        try access.call { fchmod(new.descriptor, oldStatus.permissions) }
        try ExtendedAttributes.copy(from: old, to: new)
    }

    /// Sets the mode of a new file. A file that the superuser creates gets the owner and group of the folder.
    /// Otherwise, the owner of the folder could not use the file.
    private func setAttributes(of new: OpenFile, creation: Creation) throws(FileError) {
        if geteuid() == 0 {
            let owner = try folder.status(for: access)
            try access.call { fchown(new.descriptor, owner.owner, owner.group) }
        }
        if !creation.isMasked { try access.call { fchmod(new.descriptor, creation.mode) } }
    }

    /// Returns whether a name is reserved for temporary files.
    static func isHiddenName(_ name: String) -> Bool {
        name.hasScalarPrefix(".") && (name.hasScalarSuffix(newSuffix) || name.hasScalarSuffix(oldSuffix))
    }

    /// Returns whether a name is reserved for temporary files or for the stand-in of a lock.
    static func isReservedName(_ name: String) -> Bool {
        isHiddenName(name) || name.hasSameScalars(as: KernelLock.standInName)
    }

    private static let newSuffix = ".defaults-new"
    private static let oldSuffix = ".defaults-old"

    /// Returns the name of a temporary file for a file.
    ///
    /// No domain has such a name, since the files of domains end in `.plist`. If the result would be longer than 255
    /// bytes, a digest replaces the name of the file.
    private static func hiddenName(for name: String, suffix: String) -> String {
        let hidden = ".\(name)\(suffix)"
        guard hidden.utf8.count > 255 else { return hidden }
        // The 64-bit FNV-1a hash.
        let digest = name.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        return ".\(String(digest, radix: 16))\(suffix)"
    }
}
