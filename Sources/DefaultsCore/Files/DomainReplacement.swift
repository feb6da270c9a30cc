import Foundation
import PropertyList

/// The files that a change replaces: all are prepared before the first is touched, and an error puts back those that were replaced.
///
/// The files are replaced in the order in which they were added. Each is on the disk before the next is touched, and what stays as it is
/// is on the disk before the first. So a crash or a power loss leaves the new contents in a first part of the files and the old ones in the rest.
/// A value that moves from one file to another is never in neither if the file that receives it was added first.
struct DomainReplacement {
    private var replacements: [Replacement] = []
    /// Files whose contents stay as they are, but need not be on the disk yet.
    private var unchanged: [AtomicFile] = []
    /// Missing files that stay missing. Their removal need not be on the disk yet, and an interrupted write may have left temporary files.
    private var absent: [AtomicFile] = []

    /// The replacement or removal of one file.
    private struct Replacement {
        var target: AtomicFile
        let base: DomainFile.Base
        /// The new bytes; nil if the file is removed.
        let bytes: Data?
        /// Whether there is no file yet.
        let isNew: Bool

        /// Writes the new bytes beside the file.
        mutating func prepare() throws(FileError) {
            try target.chooseNames()
            guard let bytes else { return try target.requireWritable() }
            try target.prepare(bytes, creation: base.creation)
            // A killed writer may have made the folder, and not waited for that.
            if isNew { try target.folder.synchronizeEntry(for: target.access) }
        }

        func publish() throws(FileError) {
            try bytes == nil ? target.remove() : target.publish()
        }
    }

    /// Adds a file whose folder is locked, with its old and new contents.
    mutating func add(
        _ file: DomainFile, in folder: Folder, base: DomainFile.Base, from old: DomainFileContents,
        to contents: PropertyListDictionary
    ) throws(PreferencesError) {
        let target = AtomicFile(folder: folder, name: file.name, path: file.path)
        if contents == old.snapshot.contents, old.failure == nil {
            if old.exists { unchanged.append(target) } else { absent.append(target) }
            return
        }
        let goes = contents.isEmpty && base != .elsewhere && !file.isLinked
        let bytes = goes ? nil : try file.encoded(contents, format: old.format)
        replacements.append(Replacement(target: target, base: base, bytes: bytes, isNew: !old.exists))
    }

    /// Replaces the files, and waits until that is on the disk.
    ///
    /// - Parameter signals: Gives the change up if a signal arrives before the first file is replaced.
    mutating func perform(unless signals: SignalDelay) throws(FileError) {
        // A folder that cannot be written keeps its temporary files.
        for target in unchanged + absent { target.removeLeftovers() }
        try synchronizeUnchanged()
        do throws(FileError) {
            for index in replacements.indices {
                try replacements[index].prepare()
                try signals.check(for: replacements[index].target.access)
            }
            try publish()
        } catch {
            discard()
            throw error
        }
        if replacements.count > 1 { discard() }
        try synchronizeFolders()
    }

    private func discard() {
        for replacement in replacements { replacement.target.discard() }
    }

    private func publish() throws(FileError) {
        // A single file needs no way back: it is replaced, or it is not.
        if replacements.count > 1 {
            for replacement in replacements { try replacement.target.backUp() }
        }
        var published: [AtomicFile] = []
        for (index, replacement) in replacements.enumerated() {
            do throws(FileError) {
                try replacement.publish()
                published.append(replacement.target)
                if index + 1 < replacements.count { try replacement.target.synchronizeFolder() }
            } catch {
                try restore(published)
                throw error
            }
        }
    }

    /// Puts back the files that were replaced before one could not be, the last one first.
    private func restore(_ published: [AtomicFile]) throws(FileError) {
        var failure: FileError?
        var changed: [String] = []
        for target in published.reversed() {
            do throws(FileError) {
                try target.restore()
            } catch {
                failure = error
                changed.append(target.access.path)
            }
            // An error has been reported by now, and says more than one of this.
            try? target.synchronizeFolder()
        }
        if let failure, let cause = failure.systemError {
            throw FileAccess.write(failure.path).error(.partlyChanged(paths: changed.reversed(), cause))
        }
    }

    /// Waits for what stays as it is, which another program may just have made so.
    private func synchronizeUnchanged() throws(FileError) {
        do throws(FileError) {
            for target in unchanged {
                try target.folder.openForReading(target.name, for: target.access)?.synchronize()
                try target.synchronizeFolder()
            }
            for target in absent { try target.synchronizeFolder() }
        } catch {
            // If nothing else is changed, the contents are already visible.
            throw replacements.isEmpty ? error.notDurable : error
        }
    }

    /// Waits for the last replacement and for the removal of the temporary files, each folder once.
    private func synchronizeFolders() throws(FileError) {
        var synchronized: [FileIdentity] = []
        for replacement in replacements.reversed() where !synchronized.contains(replacement.target.folder.identity) {
            synchronized.append(replacement.target.folder.identity)
            do throws(FileError) {
                try replacement.target.synchronizeFolder()
            } catch {
                throw error.notDurable
            }
        }
    }
}

extension DomainFile.Base {
    /// How a new file comes to be.
    fileprivate var creation: AtomicFile.Creation {
        switch self {
        case .user: AtomicFile.Creation(mode: 0o600, isMasked: false)
        case .anyUser: AtomicFile.Creation(mode: 0o644, isMasked: false)
        case .elsewhere: AtomicFile.Creation(mode: 0o666, isMasked: true)
        }
    }
}
