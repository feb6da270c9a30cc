import Foundation

/// The replacement of several files. All new files are prepared before the first file is replaced. If an error occurs,
/// the replaced files are restored.
///
/// The files are replaced in the order in which they were added. Each replacement is on the disk before the next
/// begins. Files whose contents do not change are synchronized to the disk before the first replacement. So after a
/// crash or a power failure, the first files have the new contents and the others the old contents.
struct DomainReplacement {
    private var replacements: [Replacement] = []
    /// Files whose contents do not change, but may not be on the disk yet.
    private var unchanged: [AtomicFile] = []
    /// Missing files that stay missing. Their removal may not be on the disk yet, and an interrupted write may have
    /// left temporary files.
    private var absent: [AtomicFile] = []
    private let layout: LayoutPolicy?
    /// Whether to keep the new file open, if only one file is replaced.
    var holdsFile = false
    /// The new file, if it is kept open. Another program may have replaced it since then.
    private(set) var heldFile: HeldFile?

    init(layout: LayoutPolicy?) {
        self.layout = layout
    }

    /// Whether the contents of a file change.
    var replacesFiles: Bool { !replacements.isEmpty }

    /// The replacement or removal of one file.
    private struct Replacement {
        var target: AtomicFile
        /// The attributes of a new file.
        let creation: AtomicFile.Creation
        /// The new bytes, or `nil` to remove the file.
        let encoded: DomainFile.Encoded?
        /// Whether the file does not exist yet.
        let isNew: Bool
        /// The path of a new key or string that other programs do not accept in the file.
        let pathOfInvalidText: PropertyListPath?
        /// The identity of the new file, once it is prepared.
        var identity: FileIdentity?

        /// Writes the temporary file.
        mutating func prepare() throws(FileError) {
            try target.chooseNames()
            guard let encoded else { return try target.requireWritable() }
            identity = try target.prepare(encoded.data, creation: creation)
            // An interrupted writer may have created the folder without waiting for the disk.
            if isNew { try target.folder.synchronizeEntry(for: target.access) }
        }

        func publish() throws(FileError) {
            try encoded == nil ? target.remove() : target.publish()
        }
    }

    /// Adds a file whose folder is locked, with its old and new contents.
    ///
    /// - Parameter acceptsLoss: Whether the file may lose its comments, because the removal of its domain was
    ///   requested.
    mutating func add(
        _ file: DomainFile, in folder: Folder, base: DomainFile.Base, from old: DomainFileContents,
        to contents: PropertyListDictionary, acceptsLoss: Bool
    ) throws(PreferencesError) {
        let target = AtomicFile(folder: folder, name: file.name, path: file.path)
        if contents == old.snapshot.contents, old.failure == nil {
            if old.exists { unchanged.append(target) } else { absent.append(target) }
            return
        }
        let encoded: DomainFile.Encoded? =
            if let text = old.text {
                try file.encoded(.dictionary(contents), over: text, layout, acceptsLoss: acceptsLoss)
            } else if contents.isEmpty, file.isRemovedWithoutKeys(in: base) {
                nil
            } else {
                try file.encoded(.dictionary(contents), format: old.format)
            }
        append(
            file, target, base.creation, encoded, isNew: !old.exists, isJSON: old.text?.document.json != nil,
            from: .dictionary(old.snapshot.contents), to: .dictionary(contents))
    }

    /// Adds a file whose folder is locked, with its new root, which can have any type.
    ///
    /// - Parameter old: The file, or `nil` if it does not exist.
    mutating func add(
        _ file: DomainFile, in folder: Folder, base: DomainFile.Base, from old: FileText?, to value: PropertyListValue
    ) throws(PreferencesError) {
        let target = AtomicFile(folder: folder, name: file.name, path: file.path)
        if value == old?.document.value { return unchanged.append(target) }
        let encoded: DomainFile.Encoded
        if let old, file.keepsLayout(in: base) {
            encoded = try file.encoded(value, over: old, layout)
        } else {
            let document = old?.document
            if let refusal = layout?.refusal(ofCommentsIn: document?.commentFormat, at: file.path) { throw refusal }
            encoded = try file.encoded(value, format: document?.format ?? .xml)
        }
        append(
            file, target, base.creation, encoded, isNew: old == nil, isJSON: old?.document.json != nil,
            from: old?.document.value ?? [:], to: value)
    }

    /// Adds a file whose folder is locked, with its old and new bytes.
    ///
    /// - Parameter old: The old bytes, or `nil` if the file is replaced in any case.
    mutating func add(
        _ file: DomainFile, in folder: Folder, _ creation: AtomicFile.Creation, from old: [UInt8]?, to data: Data
    ) {
        let target = AtomicFile(folder: folder, name: file.name, path: file.path)
        if let old, data.elementsEqual(old) { return unchanged.append(target) }
        let encoded: DomainFile.Encoded = (data, nil)
        append(file, target, creation, encoded, isNew: false, from: [:], to: [:])
    }

    private mutating func append(
        _ file: DomainFile, _ target: AtomicFile, _ creation: AtomicFile.Creation, _ encoded: DomainFile.Encoded?,
        isNew: Bool, isJSON: Bool = false, from old: PropertyListValue, to new: PropertyListValue
    ) {
        var path: PropertyListPath?
        // Comparing the values takes longer than reading the bytes, and few files contain such characters.
        if let layout, !file.isRecord, !isJSON, file.isGivenByPath || layout.recordsDomains, let data = encoded?.data,
            PropertyListReader.hasCharactersNotInXML(Array(data))
        {
            path = new.pathOfCharactersNotInXML(since: old)
        }
        replacements.append(
            Replacement(target: target, creation: creation, encoded: encoded, isNew: isNew, pathOfInvalidText: path))
    }

    /// Replaces the files, and waits until the changes are on the disk.
    ///
    /// - Parameters:
    ///   - signals: Ends the change with an error if a signal arrives before the first file is replaced.
    ///   - afterPreparing: Called once, after all new files are on the disk and before the first file is replaced. Not
    ///     called if no file changes. If it throws an error, no file is replaced.
    mutating func perform(unless signals: SignalDelay, afterPreparing: (() throws -> Void)? = nil) throws {
        // Errors are ignored, because the user may not be allowed to remove files from the folder.
        for target in unchanged { target.removeLeftovers() }
        for target in absent { target.removeLeftovers() }
        try synchronizeUnchanged()
        do {
            for index in replacements.indices {
                try replacements[index].prepare()
                try signals.check(for: replacements[index].target.access)
            }
            if holdsFile, replacements.count == 1, let identity = replacements[0].identity {
                heldFile = replacements[0].target.held(identity)
            }
            if !replacements.isEmpty { try afterPreparing?() }
            try publish()
        } catch {
            discard()
            throw error
        }
        if replacements.count > 1 { discard() }
        for replacement in replacements {
            let path = replacement.target.access.path
            if let loss = replacement.encoded?.loss { layout?.note(loss, of: path) }
            if let place = replacement.pathOfInvalidText { layout?.note(.validity(at: place), of: path) }
        }
        try synchronizeFolders()
    }

    private func discard() {
        for replacement in replacements { replacement.target.discard() }
    }

    private func publish() throws(FileError) {
        // A single file needs no backup.
        guard replacements.count > 1 else {
            for replacement in replacements { try replacement.publish() }
            return
        }
        for replacement in replacements { try replacement.target.backUp() }
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

    /// Restores the files that were replaced before an error, the last one first.
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
            // The original error is more important than an error of this call.
            try? target.synchronizeFolder()
        }
        if let failure, let cause = failure.systemError {
            throw FileAccess.write(failure.path).error(.partlyChanged(paths: changed.reversed(), cause))
        }
    }

    /// Waits until the contents that do not change are on the disk. Another program may have written them just now.
    private func synchronizeUnchanged() throws(FileError) {
        do throws(FileError) {
            for target in unchanged {
                try target.folder.openForReading(target.name, for: target.access)?.synchronize()
                try target.synchronizeFolder()
            }
            for target in absent { try target.synchronizeFolder() }
        } catch {
            // If no file is replaced, the requested contents are visible already.
            throw replacements.isEmpty ? error.notDurable : error
        }
    }

    /// Waits until the last replacement and the removal of temporary files are on the disk, once for each folder.
    private func synchronizeFolders() throws(FileError) {
        for index in replacements.indices.reversed() {
            let replacement = replacements[index]
            let isSynchronized = replacements[(index + 1)...].contains {
                $0.target.folder.identity == replacement.target.folder.identity
            }
            if !isSynchronized { try replacement.target.finish() }
        }
    }
}

extension DomainFile.Base {
    /// The attributes of a new file.
    var creation: AtomicFile.Creation {
        switch self {
        case .user: AtomicFile.Creation(mode: 0o600, isMasked: false)
        case .anyUser: AtomicFile.Creation(mode: 0o644, isMasked: false)
        case .elsewhere: AtomicFile.Creation(mode: 0o666, isMasked: true)
        }
    }
}
