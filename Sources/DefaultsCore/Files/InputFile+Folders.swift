/// The files in a folder and in all folders inside it.
extension InputFile {
    /// Reads the files in a folder and in all folders inside it, in the order of their paths.
    ///
    /// Links are not followed, and a folder with the name `.git` is not entered.
    ///
    /// - Parameters:
    ///   - path: The path of the folder.
    ///   - sizeLimit: The maximum size of a file in bytes.
    ///   - isMatch: Returns whether to read a file, given its path in the folder. If it is `nil`, property lists are
    ///     recognized by their extensions and their contents.
    ///   - body: Called with the path and the contents of each file, and with the error of each entry that cannot be
    ///     read. The contents of a file or folder whose name is not UTF-8 are `nil`.
    /// - Throws: ``PreferencesError`` if the folder cannot be listed, or the error of `body`.
    package static func readFiles(
        inFolder path: String, sizeLimit: Int, where isMatch: ((String) -> Bool)?,
        _ body: (String, Result<[UInt8], PreferencesError>?) throws -> Void
    ) throws {
        var walk = try PreferencesError.mapping(try FolderWalk(path))
        let prefix = path.appendingComponent("")
        while let (path, encounter) = walk.next() {
            let isNamed = isMatch?(path.droppingScalarPrefix(prefix)) ?? path.hasRecognizedExtension
            switch encounter {
            case .file(let name, let folder) where isNamed || isMatch == nil:
                let recognizes: Recognition = isMatch != nil ? .none : isNamed ? .byName : .byContents
                let contents = contents(ofFile: name, in: folder, at: path, sizeLimit: sizeLimit, recognizes)
                if let contents { try body(path, contents) }
            case .nameNotUTF8(let isFolder) where isFolder || isNamed: try body(path, nil)
            case .obstacle(let error): try body(path, .failure(PreferencesError(error)))
            case .file, .nameNotUTF8: break
            }
        }
    }

    /// How a property list is recognized.
    private enum Recognition {
        case none
        case byName
        case byContents
    }

    /// Returns the contents of a file, or `nil` if it does not exist or is not recognized.
    private static func contents(
        ofFile name: String, in folder: Folder, at path: String, sizeLimit: Int, _ recognition: Recognition
    ) -> Result<[UInt8], PreferencesError>? {
        do throws(FileError) {
            guard let file = try folder.openForReading(name, for: .read(path)) else { return nil }
            let size = try file.regularFileStatus().size
            if recognition != .none {
                let start = file.beginning(min(size, 1024))
                let isRecognized =
                    recognition == .byName
                    ? !PropertyListReader.isSignedMessage(start) : PropertyListReader.recognizes(beginning: start)
                if !isRecognized { return nil }
            }
            return .success(try contents(of: file, size: size, sizeLimit: sizeLimit))
        } catch {
            // A file that cannot be opened may be anything.
            return recognition == .byContents ? nil : .failure(PreferencesError(error))
        }
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
