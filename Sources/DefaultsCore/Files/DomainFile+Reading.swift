extension DomainFile {
    /// Reads the file or the stream at the path. Returns no contents if nothing exists there.
    func readSnapshot() throws(PreferencesError) -> DomainSnapshot {
        var isPrivate = true
        return try readBytes(
            acceptsStreams: !hasNameOfDomain, inspecting: { isPrivate = $0.isWritableByEffectiveUserAlone }
        ) { (bytes) throws(PreferencesError) in
            let document = json != nil && isGivenByPath ? try shown(bytes) : try document(in: bytes)
            return try snapshot(of: document, isPrivate: isPrivate)
        } ?? DomainSnapshot()
    }

    /// Reads the value of one key, or returns `nil` if the file or the key does not exist.
    func value(forKey key: String) throws(PreferencesError) -> PropertyListDocument? {
        try readBytes(acceptsStreams: false) { (bytes) throws(PreferencesError) -> PropertyListDocument? in
            do throws(PropertyListError) {
                return try PropertyListReader.value(forKey: key, in: bytes)
            } catch {
                throw unreadable(bytes, error)
            }
        } ?? nil
    }

    /// Reads a property list and its bytes. Its root can have any type. Returns `nil` if nothing exists there.
    ///
    /// - Parameters:
    ///   - folder: The open folder that contains the file; see ``read(in:isDocument:)``. If it is `nil`, a stream is
    ///     read, too.
    ///   - acceptsJSON: Whether the file can be JSON, if ``json`` says how to read it.
    func readText(in folder: Folder? = nil, acceptsJSON: Bool) throws(PreferencesError) -> FileText? {
        try readBytes(in: folder) { (bytes) throws(PreferencesError) in
            try text(in: bytes, withElements: true, acceptsJSON: acceptsJSON)
        }
    }

    /// Reads a property list whose root is a dictionary, to check it. Returns `nil` if the file does not exist.
    package func readDictionary() throws(PreferencesError) -> FileText? {
        try readBytes(acceptsStreams: false) { (bytes) throws(PreferencesError) in
            let text = try text(in: bytes, withElements: false, acceptsJSON: false)
            _ = try snapshot(of: text.document, isPrivate: true)
            return text
        }
    }

    /// Reads a regular file once, or returns `nil` if it does not exist.
    ///
    /// - Parameters:
    ///   - folder: The open folder that contains the file. Links are then not followed. If it is `nil`, the path is
    ///     opened, and links are followed.
    ///   - isDocument: Whether only the beginning of other contents than a property list or JSON may be returned.
    ///   - inspect: Receives the status of the file.
    func read(
        in folder: Folder? = nil, isDocument: Bool = true, _ inspect: (FileStatus) -> Void = { _ in }
    ) throws(PreferencesError) -> [UInt8]? {
        do {
            let file =
                try folder == nil ? FilePaths.openIfPresent(path) : folder?.openForReading(name, for: .read(path))
            guard let file else { return nil }
            let status = try file.regularFileStatus()
            inspect(status)
            return try InputFile.contents(of: file, size: status.size, sizeLimit: sizeLimit, isDocument: isDocument)
        } catch {
            throw PreferencesError(error)
        }
    }

    /// Reads the file or the stream at the path: a property list with a root of any type, or JSON. Returns `nil` if
    /// nothing exists there.
    func readRoot() throws(PreferencesError) -> DomainSnapshot.Entry? {
        try readBytes(acceptsStreams: !hasNameOfDomain) { (bytes) throws(PreferencesError) in
            DomainSnapshot.Entry(try shown(bytes))
        }
    }

    /// Reads a member of the root of a file or stream, which is a property list or JSON. Returns `nil` if there is no
    /// such member.
    ///
    /// - Parameter component: The key in a dictionary, or the index in an array.
    func readMember(_ component: String) throws(PreferencesError) -> DomainSnapshot.Entry? {
        try readBytes(acceptsStreams: !hasNameOfDomain) { (bytes) throws(PreferencesError) -> DomainSnapshot.Entry? in
            if isJSON(bytes) { return try shown(bytes).entry(of: component) }
            return try member(component, in: bytes)
        } ?? nil
    }

    private func member(
        _ component: String, in bytes: [UInt8]
    ) throws(PreferencesError) -> DomainSnapshot.Entry? {
        do {
            return try PropertyListReader.value(forKey: component, in: bytes).map { DomainSnapshot.Entry($0) }
        } catch {
            guard error.code == .notDictionary else { throw PreferencesError(.unreadable(path: path, error)) }
        }
        return try document(in: bytes).entry(of: component)
    }

    /// Returns a property list or JSON, to show it.
    private func shown(_ bytes: [UInt8]) throws(PreferencesError) -> PropertyListDocument {
        guard isJSON(bytes) else { return try document(in: bytes) }
        do {
            return try JSONReader.read(bytes, to: .show)
        } catch {
            throw unreadable(bytes, error)
        }
    }

    /// Reads and parses the file, or returns `nil` if it does not exist. A blank file is an empty dictionary in XML.
    ///
    /// - Parameters:
    ///   - acceptsStreams: Whether a stream, such as a FIFO or `/dev/fd/63`, is read to its end if there is no folder.
    ///     Otherwise, a stream is an error. A blank stream is always an error.
    ///   - inspect: Receives the status of the file. May be called again.
    func readBytes<Result>(
        in folder: Folder? = nil, acceptsStreams: Bool = true, inspecting inspect: (FileStatus) -> Void = { _ in },
        _ parse: ([UInt8]) throws(PreferencesError) -> Result
    ) throws(PreferencesError) -> Result? {
        if folder == nil, acceptsStreams, try PreferencesError.mapping(try FilePaths.status(path))?.isStream == true {
            return try parse(try InputFile.read(path, sizeLimit: sizeLimit, isDocument: true))
        }
        do {
            guard let bytes = try read(in: folder, inspect) else { return nil }
            return try parse(bytes)
        } catch  where error.mayBeTruncated {
            return try readAgain(in: folder, inspect, parse)
        }
    }

    /// Reads the file to change it.
    ///
    /// - Parameters:
    ///   - base: The base folder that contains the file.
    ///   - replacesUnreadable: Whether to treat a regular file as a file without keys if a change cannot keep its
    ///     contents.
    func readToChange(
        in folder: Folder, base: Base, replacesUnreadable: Bool
    ) throws(PreferencesError) -> DomainFileContents {
        do {
            var isPrivate = true
            let keepsText = keepsLayout(in: base)
            let contents = try readBytes(
                in: folder, inspecting: { isPrivate = $0.isWritableByEffectiveUserAlone }
            ) { (bytes) throws(PreferencesError) in
                let text = try text(in: bytes, withElements: keepsText, acceptsJSON: keepsText)
                return DomainFileContents(
                    exists: true, format: text.document.format,
                    snapshot: try snapshot(of: text.document, isPrivate: isPrivate),
                    commentFormat: text.document.commentFormat, text: keepsText ? text : nil)
            }
            guard let contents else { return DomainFileContents() }
            if replacesUnreadable { _ = try contents.contentsToChange(at: path) }
            return contents
        } catch  where replacesUnreadable && error.isAboutContents && !(isGivenByPath && error.isJSON) {
            // JSON stays JSON, unless the name is that of a property list. A file that is too large is not read.
            if json != nil, keepsLayout(in: base), !name.hasPropertyListExtension, let bytes = try? read(in: folder),
                isJSON(bytes)
            {
                let text = try text(in: JSONReader.emptyFile, withElements: true, acceptsJSON: true)
                return DomainFileContents(exists: true, text: text, failure: error)
            }
            let start = try PreferencesError.mapping(
                try folder.openForReading(name, for: .read(path))?.read(atMost: 6))
            let isBinary = start == Array("bplist".utf8)
            return DomainFileContents(exists: true, format: isBinary ? .binary : .xml, failure: error)
        }
    }

    func document(in bytes: [UInt8]) throws(PreferencesError) -> PropertyListDocument {
        try text(in: bytes, withElements: false, acceptsJSON: false).document
    }

    /// Returns a property list or, if it is accepted, JSON. Text that is JSON is not a property list.
    func text(
        in bytes: [UInt8], withElements: Bool, acceptsJSON: Bool
    ) throws(PreferencesError) -> FileText {
        do throws(PropertyListError) {
            if acceptsJSON, let json, isJSON(bytes) {
                let (document, elements) =
                    withElements
                    ? try JSONReader.readWithElements(bytes, as: json)
                    : (try JSONReader.read(bytes, to: .change, as: json), nil)
                return FileText(bytes: bytes, document: document, elements: elements)
            }
            let (document, elements) =
                withElements
                ? try PropertyListReader.readWithElements(bytes) : (try PropertyListReader.read(bytes), nil)
            // A reader that does not accept JSON accepts text that has the same value in the old style.
            if document.format == .openStep, isJSON(bytes), JSONReader.isName(name) || !JSONReader.isAlsoOldStyle(bytes)
            {
                throw PropertyListError(.json)
            }
            return FileText(bytes: bytes, document: document, elements: elements)
        } catch {
            throw unreadable(bytes, error)
        }
    }

    /// Returns whether bytes are JSON. For plutil, a text that is also a property list is JSON.
    private func isJSON(_ bytes: [UInt8]) -> Bool {
        json == .plain && JSONReader.recognizes(bytes) || JSONReader.isDocument(bytes, at: name)
    }

    /// Returns the error of bytes that are not accepted. For JSON, the error of the old-style reader would mislead.
    private func unreadable(_ bytes: [UInt8], _ error: PropertyListError) -> PreferencesError {
        let isJSON = error.code != .malformedJSON && isJSON(bytes)
        return PreferencesError(
            .unreadable(path: path, isJSON ? PropertyListError(.json) : error.namingConflict(in: bytes)))
    }

    private func snapshot(
        of document: PropertyListDocument, isPrivate: Bool
    ) throws(PreferencesError) -> DomainSnapshot {
        do {
            var snapshot = try DomainSnapshot(document)
            snapshot.isPrivate = isPrivate
            return snapshot
        } catch {
            throw PreferencesError(.unreadable(path: path, error))
        }
    }

    /// Reads again, at least once, while another program may be writing the file in place, as Foundation does: for up
    /// to ``retryTime`` if the contents look truncated, and until an empty file is ``settlingTime`` old.
    private func readAgain<Result>(
        in folder: Folder?, _ inspect: (FileStatus) -> Void, _ parse: ([UInt8]) throws(PreferencesError) -> Result
    ) throws(PreferencesError) -> Result? {
        // A function of its own, because the metadata of a deadline takes time to load.
        let (retries, settling) = (Deadline(after: retryTime), Deadline(after: settlingTime))
        while true {
            var isSettled = false
            let bytes = try read(in: folder) { status in
                inspect(status)
                isSettled = status.size > 0 || status.modification.age >= settlingTime || settling.hasPassed
            }
            guard var bytes else { return nil }
            do {
                if isSettled, !isRecord {
                    let contents = PropertyListReader.contents(ofFile: bytes)
                    let isJSON = json != nil && isGivenByPath && JSONReader.isName(name)
                    bytes = contents != bytes && isJSON ? JSONReader.emptyFile : contents
                }
                return try parse(bytes)
            } catch  where error.mayBeTruncated && !(error.isAboutEmptyFile ? isSettled : retries.hasPassed) {
                Platform.pause(milliseconds: 10)
            }
        }
    }
}

extension PropertyListDocument {
    /// Returns a member of the root, or `nil` if there is no such member.
    fileprivate func entry(of component: String) -> DomainSnapshot.Entry? {
        let path = PropertyListPath.key(component)
        return value.member(component).map { value in
            DomainSnapshot.Entry(value, substitutions: substitutions.filter { $0.mayConcern(path) })
        }
    }
}

extension PreferencesError {
    /// Whether a file cannot be read, perhaps because another program is writing it in place.
    fileprivate var mayBeTruncated: Bool {
        guard case .unreadable(_, let error) = reason else { return false }
        return [.empty, .malformed, .malformedJSON].contains(error.code)
    }
}
