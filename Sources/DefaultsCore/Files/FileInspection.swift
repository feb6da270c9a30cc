import PropertyList

/// Checks files that are not domains, such as those of a repository, and changes nothing.
///
/// Only the contents of the files are checked. Modes and links depend on how a repository was checked out.
package struct FileInspection: Sendable {
    let sizeLimit: Int
    let check: InspectedDocument.Check?

    /// Creates an inspection.
    ///
    /// - Parameters:
    ///   - sizeLimit: The maximum size, in bytes, of a file to read.
    ///   - check: A further check of the contents.
    package init(sizeLimit: Int = InputFile.defaultSizeLimit, check: InspectedDocument.Check? = nil) {
        self.sizeLimit = sizeLimit
        self.check = check
    }

    /// Returns the findings for a file, at most a hundred of each kind, or `nil` if nothing exists at the path. Links
    /// are followed. The file can be a property list with any root, or JSON.
    package func findings(inFile path: String) -> [DomainFinding]? {
        do {
            if let bytes = try InputFile.readRegularFile(path, sizeLimit: sizeLimit) {
                return try InspectedDocument(path: path, bytes: bytes).findings(isDomain: false, check)
            }
            let destination = try PreferencesError.mapping(try FilePaths.destination(ofLink: path))
            return destination.map { [DomainFinding(path: path, kind: .danglingLink(to: $0))] }
        } catch {
            return [DomainFinding(path: path, kind: .unreadable(error))]
        }
    }
}

/// Files in a folder.
extension FileInspection {
    /// Checks the files in a folder and in all folders inside it.
    ///
    /// Links are not followed, and a folder with the name `.git` is not entered.
    ///
    /// - Parameters:
    ///   - path: The path of the folder.
    ///   - patterns: The patterns of the files to check. If there are none, property lists are recognized by their
    ///     extensions and their contents.
    ///   - report: Called with the findings of each file and folder that has any, in the order of the paths. Returns
    ///     whether the walk goes on.
    /// - Returns: The number of files that were checked or cannot be checked.
    /// - Throws: ``PreferencesError`` if the folder cannot be listed.
    package func visit(
        folder path: String, files patterns: [FilePattern], _ report: ([DomainFinding]) -> Bool
    ) throws(PreferencesError) -> Int {
        var walk = try PreferencesError.mapping(try FolderWalk(path))
        let prefix = path.appendingComponent("")
        var count = 0
        walk.visit { path, encounter in
            let isMatch = { patterns.contains { $0.matches(path.droppingScalarPrefix(prefix)) } }
            let isNamed = { patterns.isEmpty ? FileName.isRecognized(path) : isMatch() }
            switch encounter {
            case .file(let name, let folder):
                guard let findings = findings(inFile: name, of: folder, at: path, isNamed: isNamed(), patterns.isEmpty)
                else { return true }
                count += 1
                return findings.isEmpty || report(findings)
            case .nameNotUTF8(let isFolder):
                guard isFolder || isNamed() else { return true }
                count += 1
                return report([DomainFinding(path: path, kind: .nameNotChecked)])
            case .obstacle(let error):
                count += 1
                return report([DomainFinding(path: path, kind: .unreadable(PreferencesError(error)))])
            }
        }
        return count
    }

    /// Returns the findings for a file in a folder, or `nil` if the file is not to be checked.
    private func findings(
        inFile name: String, of folder: Folder, at path: String, isNamed: Bool, _ recognizesContents: Bool
    ) -> [DomainFinding]? {
        guard isNamed || recognizesContents else { return nil }
        var isRecognized = isNamed
        do {
            guard let bytes = try bytes(ofFile: name, in: folder, at: path, isNamed: isNamed, recognizesContents) else {
                return nil
            }
            isRecognized = true
            return try InspectedDocument(path: path, bytes: bytes).findings(isDomain: false, check)
        } catch {
            // A file that cannot be opened may be anything.
            return isRecognized ? [DomainFinding(path: path, kind: .unreadable(error))] : nil
        }
    }

    /// Returns the bytes of a file, or `nil` if the file does not exist or is not to be checked.
    private func bytes(
        ofFile name: String, in folder: Folder, at path: String, isNamed: Bool, _ recognizesContents: Bool
    ) throws(PreferencesError) -> [UInt8]? {
        do {
            guard let file = try folder.openForReading(name, for: .read(path)) else { return nil }
            let status = try file.regularFileStatus()
            let start = recognizesContents ? file.beginning(upTo: PropertyListReader.recognizedSize) : []
            if recognizesContents, !isNamed, !PropertyListReader.recognizes(beginning: start) { return nil }
            if recognizesContents, isNamed, PropertyListReader.isSignedMessage(start) { return nil }
            return try InputFile.contents(of: file, size: status.size, sizeLimit: sizeLimit)
        } catch {
            throw PreferencesError(error)
        }
    }
}

/// Recognition of property lists by their contents.
extension PropertyListReader {
    /// The number of bytes to pass to ``recognizes(beginning:)``.
    fileprivate static let recognizedSize = 1024

    /// Returns whether bytes begin a binary property list, or XML with the document type or the root element of one.
    fileprivate static func recognizes(beginning bytes: [UInt8]) -> Bool {
        if bytes.starts(with: "bplist0".utf8) { return true }
        let text = bytes.drop { $0 == 0xEF || $0 == 0xBB || $0 == 0xBF || $0 <= 0x20 }
        guard text.first == UInt8(ascii: "<") else { return false }
        return ["<plist>", "<plist ", "<!DOCTYPE plist "].contains { text.firstRange(of: Array($0.utf8)) != nil }
    }
}

extension OpenFile {
    /// Returns the first bytes of the file, which the next reading returns again. Empty if they cannot be read.
    fileprivate func beginning(upTo count: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let size = (try? status().size) ?? 0
        bytes.removeLast(max(0, count - size))
        let isRead = bytes.withUnsafeMutableBytes { read(into: $0, at: 0) }
        return isRead ? bytes : []
    }
}
