package import PropertyList

extension FileDomainStore {
    /// Reads a property list from a file or a stream. The root can have any type. Takes no lock.
    ///
    /// - Parameter path: The exact path of the file. Links are followed.
    /// - Returns: The property list, or `nil` if nothing has the path.
    package func propertyList(at path: String) throws(PreferencesError) -> PropertyListDocument? {
        try DomainFile(path: path, sizeLimit: sizeLimit).readPropertyList()
    }

    /// Reads a property list as ``updatePropertyList(at:_:)`` would do. Takes no lock. A stream is an error.
    package func propertyListToChange(at path: String) throws(PreferencesError) -> PropertyListDocument? {
        try DomainFile(path: path, sizeLimit: sizeLimit).readPropertyListToChange()
    }

    /// Changes a property list file in the steps that ``FileDomainStore`` describes. The root can have any type.
    ///
    /// Unlike for a domain, `.plist` is not added to the path, and a file whose dictionary becomes empty is not
    /// removed.
    ///
    /// - Parameters:
    ///   - path: The path of the file. Links are followed. Missing folders are created if the file is written.
    ///   - body: Reads and writes the file while its folder is locked. Called once.
    /// - Returns: The result of the body.
    /// - Throws: ``PreferencesError``, or the error of the body.
    package func updatePropertyList<Result>(
        at path: String, _ body: (PropertyListFileUpdate) throws -> Result
    ) throws -> Result {
        let makePlan = { () throws(FileError) -> UpdatePlan in try UpdatePlan(path: path, sizeLimit: sizeLimit) }
        return try withLockedFiles(makePlan) { files, signals in
            let update = PropertyListFileUpdate(files, in: self)
            defer { signals = update.signals }
            return try body(update)
        }
    }
}

/// A property list file whose folder is locked.
package final class PropertyListFileUpdate {
    private let files: FileDomainStore.LockedFiles
    private let store: FileDomainStore
    private var old: FileText?
    /// Whether this update has written the file since it was read.
    private var isWritten = false
    fileprivate var signals = SignalDelay()

    fileprivate init(_ files: FileDomainStore.LockedFiles, in store: FileDomainStore) {
        (self.files, self.store) = (files, store)
    }

    /// Reads the file, or returns `nil` if it does not exist.
    package func read() throws(PreferencesError) -> PropertyListDocument? {
        (old, isWritten) = (nil, false)
        for file in files.plan.files {
            if let folder = files.folder(of: file) { old = try file.readText(in: folder) }
        }
        return old?.document
    }

    /// Replaces the file that ``read()`` has read, or creates the file. Waits until the change is on the disk.
    ///
    /// If the value is equal to that of the file, the file is only synchronized to the disk.
    ///
    /// - Parameters:
    ///   - value: The new root.
    ///   - beforePublishing: Called once, after the new file is on the disk and before it replaces the old file. Not
    ///     called if the value is equal. If it throws an error, the file is not changed.
    package func write(_ value: PropertyListValue, beforePublishing: (() throws -> Void)? = nil) throws {
        do {
            if isWritten { _ = try read() }
            var replacement = DomainReplacement(layout: store.layout)
            for file in files.plan.files {
                if let old, !old.document.substitutions.isEmpty {
                    throw PreferencesError(.unfaithful(path: file.path, old.document.substitutions))
                }
                guard let folder = files.folder(of: file) else { throw files.missingFolder(of: file) }
                try replacement.add(file, in: folder, base: store.base(ofFolder: file.folder), from: old, to: value)
            }
            signals.begin()
            try replacement.perform(unless: signals, afterPreparing: beforePublishing)
            isWritten = true
        } catch let error as FileError {
            throw PreferencesError(error)
        }
    }
}
