import Foundation
import PropertyList

/// The files that a change replaces: all are prepared before the first is touched, and an error puts back those that were replaced.
///
/// The files are replaced in the order in which they were added. Each is on the disk before the next is touched, and what stays as it is
/// is on the disk before the first. So a crash or a power loss leaves the new contents in a first part of the files and the old ones in the rest.
/// A value that moves from one file to another is never in neither if the file that receives it was added first.
struct DomainReplacement {
    private var changes: [Change] = []
    /// Files whose contents stay as they are, but need not be on the disk yet.
    private var unchanged: [AtomicFile] = []
    /// Missing files that stay missing. Their removal need not be on the disk yet, and an interrupted write may have left temporary files.
    private var absent: [AtomicFile] = []

    private struct Change {
        var target: AtomicFile
        let place: DomainFile.Place
        /// The new bytes; nil if the file is removed.
        let bytes: Data?
        /// Whether there is no file yet.
        let isNew: Bool

        /// Writes the new bytes beside the file.
        mutating func prepare() throws(PreferencesError) {
            try target.chooseNames()
            guard let bytes else { return try target.requireWritable() }
            try target.prepare(bytes, creation: place.creation)
            // A killed writer may have made the folder, and not waited for that.
            guard isNew else { return }
            try PreferencesError.naming(.write, target.path) { [target] () throws(SystemError) in
                try target.folder.synchronizeEntry()
            }
        }

        func publish() throws(PreferencesError) {
            try bytes == nil ? target.remove() : target.publish()
        }
    }

    /// Adds a file whose folder is locked, with what it held and what it shall hold.
    mutating func add(
        _ file: DomainFile, in folder: Folder, place: DomainFile.Place, from old: DomainFileContents,
        to contents: PropertyListDictionary
    ) throws(PreferencesError) {
        let target = AtomicFile(folder: folder, name: file.name, path: file.path)
        if contents == old.snapshot.contents, old.failure == nil {
            if old.exists { unchanged.append(target) } else { absent.append(target) }
            return
        }
        let goes = contents.isEmpty && place != .elsewhere && !file.isLinked
        let bytes = goes ? nil : try file.encoded(contents, format: old.format)
        changes.append(Change(target: target, place: place, bytes: bytes, isNew: !old.exists))
    }

    /// Replaces the files, and waits until that is on the disk.
    ///
    /// - Parameter signals: Gives the change up if a signal arrives before the first file is replaced.
    mutating func perform(unless signals: SignalDelay) throws(PreferencesError) {
        // A folder that cannot be written keeps its temporary files.
        for target in unchanged + absent { target.removeLeftovers() }
        try synchronizeUnchanged()
        do throws(PreferencesError) {
            for index in changes.indices {
                try changes[index].prepare()
                try signals.check(path: changes[index].target.path)
            }
            try publish()
        } catch {
            discard()
            throw error
        }
        if changes.count > 1 { discard() }
        try synchronizeFolders()
    }

    private func discard() {
        for change in changes { change.target.discard() }
    }

    private func publish() throws(PreferencesError) {
        // A single file needs no way back: it is replaced, or it is not.
        if changes.count > 1 {
            for change in changes { try change.target.backUp() }
        }
        var published: [AtomicFile] = []
        for (index, change) in changes.enumerated() {
            do throws(PreferencesError) {
                try change.publish()
                published.append(change.target)
                if index + 1 < changes.count { try synchronizeFolder(of: change.target) }
            } catch {
                try restore(published)
                throw error
            }
        }
    }

    private func synchronizeFolder(of target: AtomicFile) throws(PreferencesError) {
        try PreferencesError.naming(.write, target.path) { () throws(SystemError) in
            try target.folder.synchronize()
        }
    }

    /// Puts back the files that were replaced before one could not be, the last one first.
    private func restore(_ published: [AtomicFile]) throws(PreferencesError) {
        var failure: SystemError?
        var changed: [String] = []
        for target in published.reversed() {
            do {
                try target.restore()
            } catch {
                failure = error
                changed.append(target.path)
            }
            // An error has been reported by now, and says more than one of this.
            try? target.folder.synchronize()
        }
        if let failure { throw .partlyChanged(paths: changed.reversed(), failure) }
    }

    /// Waits for what stays as it is, which another program may just have made so.
    private func synchronizeUnchanged() throws(PreferencesError) {
        for target in unchanged {
            try synchronize(target) { () throws(SystemError) in
                try target.folder.openForReading(target.name)?.synchronize()
            }
        }
        for target in absent { try synchronize(target) }
    }

    /// Waits for the last replacement and for the removal of the temporary files, each folder once.
    private func synchronizeFolders() throws(PreferencesError) {
        var synchronized: [FileIdentity] = []
        for change in changes.reversed() where !synchronized.contains(change.target.folder.identity) {
            synchronized.append(change.target.folder.identity)
            do {
                try change.target.folder.synchronize()
            } catch {
                throw .notDurable(path: change.target.path, error)
            }
        }
    }

    /// Waits for what the body waits for, and for the folder.
    private func synchronize(
        _ target: AtomicFile, _ body: () throws(SystemError) -> Void = {}
    ) throws(PreferencesError) {
        do {
            try body()
            try target.folder.synchronize()
        } catch {
            throw changes.isEmpty ? .notDurable(path: target.path, error) : .system(.write, path: target.path, error)
        }
    }
}

extension DomainFile.Place {
    /// How a new file comes to be.
    fileprivate var creation: AtomicFile.Creation {
        switch self {
        case .user: AtomicFile.Creation(mode: 0o600, isMasked: false)
        case .anyUser: AtomicFile.Creation(mode: 0o644, isMasked: false)
        case .elsewhere: AtomicFile.Creation(mode: 0o666, isMasked: true)
        }
    }
}
