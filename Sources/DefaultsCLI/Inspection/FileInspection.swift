import DefaultsCore

/// Checks files that are not domains, such as those of a repository, and changes nothing.
///
/// Only the contents of the files are checked. Modes and links depend on how a repository was checked out.
struct FileInspection: Sendable {
    /// The maximum size, in bytes, of a file to read.
    let sizeLimit: Int
    /// A further check of the contents.
    let check: InspectedFile.Check?

    init(sizeLimit: Int = InputFile.defaultSizeLimit, check: InspectedFile.Check? = nil) {
        (self.sizeLimit, self.check) = (sizeLimit, check)
    }

    /// Returns the findings for a file, at most a hundred of each kind, or `nil` if nothing exists at the path. Links
    /// are followed. The file can be a property list with any root, or JSON.
    func findings(inFile path: String) -> [DomainFinding]? {
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
    func visit(
        folder path: String, files patterns: [FilePattern], _ report: ([DomainFinding]) throws -> Void
    ) throws -> Int {
        let isMatch = { (path: String) in patterns.contains { $0.matches(path) } }
        var count = 0
        try InputFile.readFiles(inFolder: path, sizeLimit: sizeLimit, where: patterns.isEmpty ? nil : isMatch) {
            count += 1
            switch $1 {
            case .success(let bytes): try report(findings(in: bytes, at: $0))
            case .failure(let error): try report([DomainFinding(path: $0, kind: .unreadable(error))])
            case nil: try report([DomainFinding(path: $0, kind: .nameNotChecked)])
            }
        }
        return count
    }
}
