package import Foundation

/// Allows or refuses changes of a file, and records them. If a function throws an error, the file is not changed.
///
/// The arguments are the roots of the old and the new file, and the path of the file without links. A root is `nil` if
/// there is no file, or if its contents are neither a property list nor JSON. Neither function is called if the file
/// keeps its contents.
package protocol ChangeGuard {
    /// Refuses a change before anything is written.
    func allow(_ old: PropertyListValue?, _ new: PropertyListValue?, in file: String) throws

    /// Records a change after the new file is on the disk, and before it replaces the old one.
    func record(_ old: PropertyListValue?, _ new: PropertyListValue?, in file: String) throws
}

extension FileDomainStore {
    /// Reads a property list from a file or a stream. The root can have any type. Takes no lock.
    ///
    /// - Parameters:
    ///   - path: The exact path of the file. Links are followed.
    ///   - isChanged: Whether the file is read to change it: a stream is an error, and JSON is accepted, as in
    ///     ``updatePropertyList(at:_:_:)``.
    /// - Returns: The property list, or `nil` if nothing has the path.
    package func propertyList(
        at path: String, toChange isChanged: Bool = false
    ) throws(PreferencesError) -> PropertyListDocument? {
        let file = DomainFile(path: path, sizeLimit: sizeLimit, isGivenByPath: true, json: layout?.json)
        var acceptsJSON = false
        if isChanged { acceptsJSON = keepsLayout(of: try PreferencesError.mapping(try file.resolved())) }
        return try file.readBytes(acceptsStreams: !isChanged) { (bytes) throws(PreferencesError) in
            try file.text(in: bytes, withElements: false, acceptsJSON: acceptsJSON).document
        }
    }

    /// Changes a property list file in the steps that ``FileDomainStore`` describes. The root can have any type.
    ///
    /// Unlike for a domain, `.plist` is not added to the path, and a file whose dictionary becomes empty is not
    /// removed.
    ///
    /// - Parameters:
    ///   - path: The path of the file. Links are followed. Missing folders are created if the file is written.
    ///   - guardian: Decides about each change.
    ///   - body: Reads and writes the file while its folder is locked. Called once.
    /// - Returns: The result of the body.
    /// - Throws: ``PreferencesError``, or the error of the guard or of the body.
    package func updatePropertyList<Result>(
        at path: String, _ guardian: (any ChangeGuard)?, _ body: (PropertyListFileUpdate) throws -> Result
    ) throws -> Result {
        let makePlan = { () throws(FileError) -> UpdatePlan in
            try UpdatePlan(path: path, sizeLimit: sizeLimit, json: layout?.json)
        }
        return try LockedFiles.with(makePlan, timeout: lockTimeout, makingFolders: makeFolders) { files, signals in
            let update = PropertyListFileUpdate(files, in: self, guardian)
            defer { signals = update.signals }
            return try body(update)
        }
    }

    /// Changes the contents of a regular file that exists, in the same steps.
    ///
    /// - Parameters:
    ///   - path: The path of the file. Links are followed.
    ///   - isDocument: Whether the body accepts only a property list or JSON. Of other contents, it may receive only
    ///     the beginning.
    ///   - guardian: Decides about the change.
    ///   - body: Replaces the contents that it receives while the folder is locked. Called once.
    /// - Throws: ``PreferencesError``, or the error of the guard or of the body.
    package func updateContents(
        ofFile path: String, isDocument: Bool = true, _ guardian: (any ChangeGuard)?,
        _ body: ([UInt8], PropertyListFileUpdate) throws -> Void
    ) throws {
        // The kind of the file is checked before its folder is locked, without waiting for the other end of a FIFO.
        try InputFile.requireRegularFile(path)
        try updatePropertyList(at: path, guardian) { update in
            guard let folder = update.folder, let old = try update.file.read(in: folder, isDocument: isDocument) else {
                throw PreferencesError(FileAccess.read(path).error(.missing))
            }
            try body(old, update)
        }
    }
}

/// A property list file whose folder is locked.
package final class PropertyListFileUpdate {
    private let files: LockedFiles
    private let store: FileDomainStore
    private let guardian: (any ChangeGuard)?
    private var old: FileText?
    /// Whether this update has written the file since it was read.
    private var isWritten = false
    fileprivate var signals = SignalDelay()

    fileprivate init(_ files: LockedFiles, in store: FileDomainStore, _ guardian: (any ChangeGuard)?) {
        (self.files, self.store, self.guardian) = (files, store, guardian)
    }

    fileprivate var file: DomainFile { files.plan.files[0] }
    fileprivate var folder: Folder? { files.folder(of: file) }

    /// Reads the file, or returns `nil` if it does not exist.
    package func read() throws(PreferencesError) -> PropertyListDocument? {
        (old, isWritten) = (nil, false)
        if let folder { old = try file.readText(in: folder, acceptsJSON: store.keepsLayout(of: file)) }
        return old?.document
    }

    /// Replaces the file that ``read()`` has read, or creates the file. Waits until the change is on the disk.
    ///
    /// If the value is equal to that of the file, the file is only synchronized to the disk.
    package func write(_ value: PropertyListValue) throws {
        if isWritten { _ = try read() }
        try replace(old?.document.value, value) { replacement, folder in
            try requireFaithful()
            try replacement.add(file, in: folder, base: store.base(ofFolder: file.folder), from: old, to: value)
        }
        isWritten = true
    }

    /// Replaces the contents of a file that exists. If the old and the new contents are equal, the file is only
    /// synchronized to the disk.
    ///
    /// - Parameters:
    ///   - data: The new contents.
    ///   - old: The old contents, or `nil` if the file does not exist.
    ///   - root: The new root for the guard, or `nil` if the new contents are neither a property list nor JSON.
    ///   - oldRoot: The old root for the guard, or `nil` if the old contents are neither.
    package func write(
        _ data: Data, over old: [UInt8]?, root: PropertyListValue?, from oldRoot: PropertyListValue?
    ) throws {
        try replace(oldRoot, root) { replacement, folder in
            replacement.add(
                file, in: folder, store.base(ofFolder: file.folder).creation, from: old, to: data)
        }
    }

    /// Replaces the file, or creates it. A file that is not a property list is not replaced.
    ///
    /// - Parameter root: The new root for the guard, or `nil` if the new contents are neither a property list nor JSON.
    package func write(_ data: Data, root: PropertyListValue?) throws {
        _ = try read()
        try requireFaithful()
        try write(data, over: old?.bytes, root: root, from: old?.document.value)
        isWritten = true
    }

    /// Throws an error if the file contains something that a value cannot represent.
    private func requireFaithful() throws(PreferencesError) {
        guard let old, !old.document.substitutions.isEmpty else { return }
        throw PreferencesError(.unfaithful(path: file.path, old.document.substitutions))
    }

    private func replace(
        _ old: PropertyListValue?, _ new: PropertyListValue?,
        _ add: (_ replacement: inout DomainReplacement, _ folder: Folder) throws -> Void
    ) throws {
        do {
            var replacement = DomainReplacement(layout: store.layout)
            try add(&replacement, files.requiredFolder(of: file))
            let path = file.folder.appendingComponent(file.name)
            if replacement.replacesFiles { try guardian?.allow(old, new, in: path) }
            signals.begin()
            try replacement.perform(unless: signals) { try self.guardian?.record(old, new, in: path) }
        } catch let error as FileError {
            throw PreferencesError(error)
        }
    }
}
