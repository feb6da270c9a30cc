/// Checks files that are not domains, such as those of a repository, and changes nothing.
///
/// Only the contents of the files are checked. Modes and links depend on how a repository was checked out.
package struct FileInspection: Sendable {
    /// The maximum size, in bytes, of a file to read.
    let sizeLimit: Int
    /// A further check of the contents.
    let check: InspectedFile.Check?

    package init(sizeLimit: Int = InputFile.defaultSizeLimit, check: InspectedFile.Check? = nil) {
        (self.sizeLimit, self.check) = (sizeLimit, check)
    }

    /// Returns the findings for a file, at most a hundred of each kind, or `nil` if nothing exists at the path. Links
    /// are followed. The file can be a property list with any root, or JSON.
    package func findings(inFile path: String) -> [DomainFinding]? {
        do {
            if let bytes = try InputFile.readRegularFile(path, sizeLimit: sizeLimit) {
                return findings(in: bytes, at: path)
            }
            let destination = try PreferencesError.mapping(try FilePaths.destination(ofLink: path))
            return destination.map { [DomainFinding(path: path, kind: .danglingLink(to: $0))] }
        } catch {
            return [DomainFinding(path: path, kind: .unreadable(error))]
        }
    }

    private func findings(in bytes: [UInt8], at path: String) -> [DomainFinding] {
        do {
            return try InspectedFile(path: path, bytes: bytes).findings(isDomain: false, check)
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
    ///   - report: Called with the findings, if any, of each file that is checked, and of each item that cannot be
    ///     checked, in the order of the paths.
    /// - Returns: The number of files that were checked or cannot be checked.
    /// - Throws: ``PreferencesError`` if the folder cannot be listed, or the error of `report`.
    package func visit(
        folder path: String, files patterns: [FilePattern], _ report: ([DomainFinding]) throws -> Void
    ) throws -> Int {
        var walk = try PreferencesError.mapping(try FolderWalk(path))
        let prefix = path.appendingComponent("")
        var count = 0
        while let (path, encounter) = walk.next() {
            let isMatch = { patterns.contains { $0.matches(path.droppingScalarPrefix(prefix)) } }
            let isNamed = patterns.isEmpty ? FileName.isRecognized(path) : isMatch()
            let findings: [DomainFinding]? =
                switch encounter {
                case .file(let name, let folder) where isNamed || patterns.isEmpty:
                    self.findings(inFile: name, of: folder, at: path, isNamed: isNamed, patterns.isEmpty)
                case .nameNotUTF8(let isFolder) where isFolder || isNamed:
                    [DomainFinding(path: path, kind: .nameNotChecked)]
                case .obstacle(let error):
                    [DomainFinding(path: path, kind: .unreadable(PreferencesError(error)))]
                case .file, .nameNotUTF8:
                    nil
                }
            guard let findings else { continue }
            count += 1
            try report(findings)
        }
        return count
    }

    /// Returns the findings for a file in a folder, or `nil` if the file does not exist or is not to be checked.
    private func findings(
        inFile name: String, of folder: Folder, at path: String, isNamed: Bool, _ recognizesContents: Bool
    ) -> [DomainFinding]? {
        do throws(FileError) {
            return try bytes(ofFile: name, in: folder, at: path, isNamed: isNamed, recognizesContents)
                .map { findings(in: $0, at: path) }
        } catch {
            // A file that cannot be opened may be anything.
            return isNamed ? [DomainFinding(path: path, kind: .unreadable(PreferencesError(error)))] : nil
        }
    }

    /// Returns the bytes of a file, or `nil` if the file does not exist or is not to be checked.
    private func bytes(
        ofFile name: String, in folder: Folder, at path: String, isNamed: Bool, _ recognizesContents: Bool
    ) throws(FileError) -> [UInt8]? {
        guard let file = try folder.openForReading(name, for: .read(path)) else { return nil }
        let size = try file.regularFileStatus().size
        if recognizesContents {
            let start = file.beginning(min(size, 1024))
            let isRecognized =
                isNamed ? !PropertyListReader.isSignedMessage(start) : PropertyListReader.recognizes(beginning: start)
            if !isRecognized { return nil }
        }
        return try InputFile.contents(of: file, size: size, sizeLimit: sizeLimit)
    }
}

extension PropertyListReader {
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
    fileprivate func beginning(_ count: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let isRead = bytes.withUnsafeMutableBytes { read(into: $0, at: 0) }
        return isRead ? bytes : []
    }
}
