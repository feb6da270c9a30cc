import Foundation
import Glibc
import PropertyList

/// The replacement of a file as a whole: written beside it, on the disk, then renamed over it.
///
/// The caller holds the lock of the folder. The names beside the file are fixed, so that the next writer finds and removes the temporary
/// files of an interrupted one. If something with the usual name cannot be removed, such as a folder or, in a sticky folder, the file of
/// another user, a second name is used that contains the user's number.
struct AtomicFile {
    let folder: Folder
    let name: String
    /// The path for messages.
    let path: String
    private var temporaryName: String
    private var backupName: String

    init(folder: Folder, name: String, path: String) {
        (self.folder, self.name, self.path) = (folder, name, path)
        temporaryName = Self.hiddenName(for: name, suffix: Self.newSuffix)
        backupName = Self.hiddenName(for: name, suffix: Self.oldSuffix)
    }

    /// How a file that is not there yet comes to be.
    struct Creation {
        var mode: mode_t
        /// Whether the process's mask narrows the mode.
        var isMasked: Bool
        /// Whether the effective user alone may have the file, whatever mode, owner and attributes the old one has.
        var isPrivate = false
    }

    /// Removes the temporary files of interrupted writes, as far as possible.
    func removeLeftovers() {
        for name in candidates(Self.newSuffix) + candidates(Self.oldSuffix) { try? folder.removeIfPresent(name) }
    }

    /// Removes the temporary files of interrupted writes, and chooses names for new ones.
    ///
    /// - Throws: ``PreferencesError/nameTaken(path:by:_:)`` if files that cannot be removed have all of them.
    mutating func chooseNames() throws(PreferencesError) {
        temporaryName = try freeName(Self.newSuffix)
        backupName = try freeName(Self.oldSuffix)
    }

    private func freeName(_ suffix: String) throws(PreferencesError) -> String {
        var free: String?
        var taken: PreferencesError?
        for candidate in candidates(suffix) {
            do {
                try folder.removeIfPresent(candidate)
                free = free ?? candidate
            } catch {
                if free != nil { continue }  // a name that is not needed
                let isTaken = [EISDIR, EPERM, EACCES].contains(error.code)
                guard isTaken else { throw .system(.write, path: path, error) }
                let other = FilePaths.split(path).folder.appendingComponent(candidate)
                taken = taken ?? .nameTaken(path: path, by: other, error)
            }
        }
        if let free { return free }
        throw taken ?? .system(.write, path: path, SystemError(EEXIST))
    }

    private func candidates(_ suffix: String) -> [String] {
        [
            Self.hiddenName(for: name, suffix: suffix),
            Self.hiddenName(for: name, suffix: ".\(geteuid())\(suffix)"),
        ]
    }

    /// Refuses a file that the effective user may not write, even where the folder would let it be replaced.
    func requireWritable() throws(PreferencesError) {
        let isThere = try PreferencesError.naming(.write, path) { () throws(SystemError) in
            try folder.status(of: name) != nil
        }
        guard !isThere || folder.isWritable(name) else { throw .notWritable(path: path) }
    }

    /// Writes the bytes beside the file, with its mode, owner and extended attributes, and waits until they are on the disk.
    func prepare(_ data: Data, creation: Creation) throws(PreferencesError) {
        try requireWritable()
        do {
            let old = try PreferencesError.naming(.write, path) { () throws(SystemError) in
                try folder.openForReading(name)
            }
            try write(data, to: temporaryName, like: old, creation: creation)
        } catch {
            discard()
            throw error
        }
    }

    /// Puts what was prepared in the file's place.
    func publish() throws(PreferencesError) {
        try PreferencesError.naming(.write, path) { () throws(SystemError) in
            try folder.rename(temporaryName, to: name)
        }
    }

    func remove() throws(PreferencesError) {
        try PreferencesError.naming(.remove, path) { () throws(SystemError) in
            try folder.removeIfPresent(name)
        }
    }

    /// Keeps the file as it is under another name, for ``restore()``. Nothing where there is no file.
    func backUp() throws(PreferencesError) {
        do {
            try folder.link(name, to: backupName)
        } catch  where error.isMissing {
            return
        } catch  where error.isUnsupported {
            try copyToBackup()
        } catch {
            throw .system(.write, path: path, error)
        }
    }

    /// Puts back what ``backUp()`` kept, or takes away what was not there then.
    func restore() throws(SystemError) {
        do {
            try folder.rename(backupName, to: name)
        } catch  where error.isMissing {
            try folder.removeIfPresent(name)
        }
    }

    /// Drops what was prepared and kept.
    func discard() {
        try? folder.removeIfPresent(temporaryName)
        try? folder.removeIfPresent(backupName)
    }

    /// For file systems without a second name for a file.
    private func copyToBackup() throws(PreferencesError) {
        let copy = try PreferencesError.naming(.write, path) { () throws(SystemError) in
            guard let file = try folder.openForReading(name) else { throw SystemError.missing }
            return (file: file, bytes: try file.read(atMost: .max))
        }
        try write(
            Data(copy.bytes), to: backupName, like: copy.file, creation: Creation(mode: 0o600, isMasked: false))
    }

    private func write(
        _ data: Data, to newName: String, like old: OpenFile?, creation: Creation
    ) throws(PreferencesError) {
        // Nobody else sees the contents before the mode and the owner are what they shall be.
        let mode = old == nil && creation.isMasked && !creation.isPrivate ? creation.mode : 0o600
        let new = try PreferencesError.naming(.write, path) { () throws(SystemError) in
            try folder.create(newName, mode: mode)
        }
        if creation.isPrivate {
            try requirePrivate(new)
        } else if let old {
            try keepAttributes(of: old, in: new)
        } else {
            try setAttributes(of: new, creation: creation)
        }
        try PreferencesError.naming(.write, path) { () throws(SystemError) in
            try new.write(data)
            try new.synchronize()
        }
    }

    /// Refuses a new file that others can read in spite of its mode, as on a file system without modes.
    private func requirePrivate(_ new: OpenFile) throws(PreferencesError) {
        let status = try PreferencesError.naming(.write, path) { () throws(SystemError) in try new.status() }
        guard status.isForEffectiveUserAlone else { throw .notPrivate(path: path) }
    }

    private func keepAttributes(of old: OpenFile, in new: OpenFile) throws(PreferencesError) {
        let status = try PreferencesError.naming(.write, path) { () throws(SystemError) in
            (old: try old.status(), new: try new.status())
        }
        if status.old.owner != status.new.owner || status.old.group != status.new.group {
            guard fchown(new.descriptor, status.old.owner, status.old.group) == 0 else {
                throw .ownerNotKept(path: path)
            }
        }
        try PreferencesError.naming(.write, path) { () throws(SystemError) in
            // The mode comes before the attributes: an access control list among them widens what the mode says of the group.
            _ = try call { fchmod(new.descriptor, status.old.permissions) }
            try ExtendedAttributes.copy(from: old, to: new)
        }
    }

    /// What a superuser creates belongs to the owner of the folder, who could not use it otherwise.
    private func setAttributes(of new: OpenFile, creation: Creation) throws(PreferencesError) {
        try PreferencesError.naming(.write, path) { () throws(SystemError) in
            if geteuid() == 0 {
                let owner = try folder.status()
                _ = try call { fchown(new.descriptor, owner.owner, owner.group) }
            }
            if !creation.isMasked { _ = try call { fchmod(new.descriptor, creation.mode) } }
        }
    }

    /// Whether a name is that of a file beside a domain's.
    static func isHiddenName(_ name: String) -> Bool {
        name.hasScalarPrefix(".") && (name.hasScalarSuffix(newSuffix) || name.hasScalarSuffix(oldSuffix))
    }

    private static let newSuffix = ".defaults-new"
    private static let oldSuffix = ".defaults-old"

    /// A name in the same folder that no domain has, for a domain's ends in `.plist`, and that nobody gives to a backup. A name too long for that is replaced by a digest.
    private static func hiddenName(for name: String, suffix: String) -> String {
        let hidden = ".\(name)\(suffix)"
        guard hidden.utf8.count > 255 else { return hidden }
        let digest = name.utf8.reduce(14_695_981_039_346_656_037 as UInt64) { ($0 ^ UInt64($1)) &* 1_099_511_628_211 }
        return ".\(String(digest, radix: 16))\(suffix)"
    }
}
