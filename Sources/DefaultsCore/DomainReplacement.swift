import Foundation
import PropertyList

/// The files that a change replaces: all prepared before the first is touched, all replaced or none.
struct DomainReplacement {
    private var changes: [Change] = []
    /// Files whose contents are as they were, but need not be on the disk yet.
    private var unchanged: [AtomicFile] = []
    /// Files that are not there and shall not be, of which a writer that was killed may have left something.
    private var absent: [AtomicFile] = []

    private struct Change {
        var target: AtomicFile
        let place: DomainFile.Place
        /// The new bytes; nil where the file goes.
        let bytes: Data?
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
        changes.append(Change(target: target, place: place, bytes: bytes))
    }

    /// Replaces the files, and waits until that is on the disk.
    mutating func perform() throws(PreferencesError) {
        // In a folder that cannot be written, what another writer left has to stay.
        for target in unchanged + absent { target.removeLeftovers() }
        do throws(PreferencesError) {
            for index in changes.indices { try prepare(&changes[index]) }
            try publish()
        } catch {
            for change in changes { change.target.discard() }
            throw error
        }
        for change in changes where changes.count > 1 { change.target.discard() }
        try synchronize()
    }

    private func prepare(_ change: inout Change) throws(PreferencesError) {
        try change.target.chooseNames()
        guard let bytes = change.bytes else { return try change.target.requireWritable() }
        try change.target.prepare(bytes, creation: change.place.creation)
    }

    private func publish() throws(PreferencesError) {
        // A single file needs no way back: it is replaced, or it is not.
        if changes.count > 1 {
            for change in changes { try change.target.backUp() }
        }
        var published: [AtomicFile] = []
        for change in changes {
            do throws(PreferencesError) {
                try change.bytes == nil ? change.target.remove() : change.target.publish()
                published.append(change.target)
            } catch {
                try restore(published)
                throw error
            }
        }
    }

    /// Puts back the files that were replaced before one could not be.
    private func restore(_ published: [AtomicFile]) throws(PreferencesError) {
        var failure: SystemError?
        var changed: [String] = []
        for target in published {
            do {
                try target.restore()
            } catch {
                failure = error
                changed.append(target.path)
            }
        }
        if let failure { throw .partlyChanged(paths: changed, failure) }
    }

    private func synchronize() throws(PreferencesError) {
        for target in unchanged {
            try synchronize(target) { () throws(SystemError) in
                try target.folder.openForReading(target.name)?.synchronize()
            }
        }
        for change in changes {
            try synchronize(change.target) { () throws(SystemError) in }
        }
    }

    /// Waits for what the body waits for, and for the folder.
    private func synchronize(_ target: AtomicFile, _ body: () throws(SystemError) -> Void) throws(PreferencesError) {
        do {
            try body()
            try target.folder.synchronize()
        } catch {
            throw .notDurable(path: target.path, error)
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
