import DefaultsCore
import PropertyList
import ToolSupport

/// The file that a session of PlistBuddy edits.
protocol EditedFile {
    /// Reads the file, or returns `nil` if it does not exist.
    mutating func read() throws -> PropertyListDocument?

    /// Replaces the file, and waits until the change is on the disk.
    mutating func write(_ root: PropertyListValue) throws
}

/// A file whose folder is locked for a whole session, so that no other writer changes it between commands.
struct LockedFile: EditedFile {
    private let update: PropertyListFileUpdate
    private let record: ChangeRecorder
    private var old: PropertyListValue?

    init(_ update: PropertyListFileUpdate, record: @escaping ChangeRecorder) {
        (self.update, self.record) = (update, record)
    }

    mutating func read() throws -> PropertyListDocument? {
        let document = try update.read()
        old = document?.value
        return document
    }

    mutating func write(_ root: PropertyListValue) throws {
        try update.write(root) { [old, record] in try record(old, root) }
        old = root
    }
}

/// A file that is locked only while it is written, for a session that waits for input or changes nothing.
struct UnlockedFile: EditedFile {
    private let path: String
    private let store: FileDomainStore
    private let record: ChangeRecorder
    private var old: PropertyListValue?

    init(_ path: String, in store: FileDomainStore, record: @escaping ChangeRecorder) {
        (self.path, self.store, self.record) = (path, store, record)
    }

    mutating func read() throws -> PropertyListDocument? {
        let document = try store.propertyList(at: path)
        old = document?.value
        return document
    }

    /// Replaces the file, unless another program has changed it since it was read.
    mutating func write(_ root: PropertyListValue) throws {
        try store.updatePropertyList(at: path) { update in
            guard try update.read()?.value == old else { throw CommandError.editedFileChanged(path) }
            try update.write(root) { [old, record] in try record(old, root) }
        }
        old = root
    }
}
