import PropertyList

/// Looks at the files of domains, and changes nothing.
public struct DomainInspection: Sendable {
    private let folders: DomainFolders
    private let sizeLimit: Int

    /// An inspection of domains in the given folders.
    ///
    /// - Parameters:
    ///   - folders: where the domains are.
    ///   - sizeLimit: the largest file that is read, in bytes.
    public init(folders: DomainFolders, sizeLimit: Int = FileDomainStore.defaultSizeLimit) {
        self.folders = folders
        self.sizeLimit = sizeLimit
    }

    /// What there is to say about a domain; nil where it has no file. That its contents cannot be read is a finding.
    ///
    /// - Throws: ``PreferencesError`` where it cannot be told whether there is a file.
    public func findings(in domain: Domain) throws(PreferencesError) -> [DomainFinding]? {
        try findings(inFile: folders.path(of: domain))
    }

    /// What there is to say about every file of the user's base and its `ByHost`, in the order of their paths.
    ///
    /// - Throws: ``PreferencesError`` where a folder cannot be listed, or a file in it not be looked at.
    public func findingsInBase() throws(PreferencesError) -> [DomainFinding] {
        var findings: [DomainFinding] = []
        for host in [Domain.Host.any, .current] {
            let folder = folders.folder(user: .current, host: host)
            for name in try names(in: folder) {
                let path = folder.appendingComponent(name)
                if name.hasSuffix(".plist") {
                    findings += try self.findings(inFile: path) ?? []
                } else if AtomicFile.isHiddenName(name) || name == FolderLock.standInName {
                    findings.append(DomainFinding(path: path, kind: .leftover))
                }
            }
        }
        return findings
    }

    private func names(in folder: String) throws(PreferencesError) -> [String] {
        do {
            return try Folder.names(inPath: folder).sorted { $0.precedesInUTF16($1) }
        } catch {
            if error.isMissing { return [] }
            throw .system(.list, path: folder, error)
        }
    }

    private func findings(inFile path: String) throws(PreferencesError) -> [DomainFinding]? {
        let status = try PreferencesError.naming(.read, path) { () throws(SystemError) in try FilePaths.status(path) }
        guard let status, !status.isDirectory else { return nil }
        let kinds = findings(inName: path) + findings(in: status, path: path) + findings(inContentsOf: path)
        return kinds.map { DomainFinding(path: path, kind: $0) }
    }

    private func findings(inName path: String) -> [DomainFinding.Kind] {
        let (folder, name) = FilePaths.split(path)
        if folder == folders.user, name == "NSGlobalDomain.plist" { return [.strayGlobalDomain] }
        let hostSuffix = DomainFolders.hostSuffix(user: .current, host: .current) + ".plist"
        let isInByHost = folder == folders.folder(user: .current, host: .current)
        return isInByHost && !name.hasSuffix(hostSuffix) ? [.foreignHost] : []
    }

    private func findings(in status: FileStatus, path: String) -> [DomainFinding.Kind] {
        var kinds: [DomainFinding.Kind] = []
        // Preferences in the base are their user's alone; elsewhere only a right to change them is odd.
        let isInBase = path.hasPrefix(folders.user.appendingComponent(""))
        if UInt32(status.permissions) & (isInBase ? 0o077 : 0o022) != 0 {
            kinds.append(.looseMode(UInt32(status.permissions)))
        }
        if status.linkCount > 1 { kinds.append(.hardLinks(status.linkCount)) }
        return kinds
    }

    private func findings(inContentsOf path: String) -> [DomainFinding.Kind] {
        let file = DomainFile(path: path, sizeLimit: sizeLimit)
        do {
            guard let (bytes, document, contents) = try file.readDocument() else { return [] }
            var kinds = document.substitutions.map(DomainFinding.Kind.substitution)
            kinds += document.duplicateKeys.map(DomainFinding.Kind.duplicateKey)
            if !PropertyListReader.isReadableByFoundation(bytes, document) { kinds.append(.unreadableByFoundation) }
            if contents.isEmpty { kinds.append(.noKeys) }
            collect(document.value, at: PropertyListPath(), into: &kinds)
            return kinds
        } catch {
            return [.unreadable(error)]
        }
    }

    private func collect(_ value: PropertyListValue, at path: PropertyListPath, into kinds: inout [DomainFinding.Kind])
    {
        switch value {
        case .string(let text):
            if text.hasControlCharacters { kinds.append(.controlCharacters(path)) }
        case .array(let elements):
            for (index, element) in elements.enumerated() {
                collect(element, at: PropertyListPath(path.components + [String(index)]), into: &kinds)
            }
        case .dictionary(let dictionary):
            // Swift's own dictionary finds canonically equivalent keys equal.
            for (_, keys) in Dictionary(grouping: dictionary.keys, by: { $0 }) where keys.count > 1 {
                kinds.append(.equivalentKeys(path, keys))
            }
            for (key, value) in dictionary {
                let place = PropertyListPath(path.components + [key])
                if key.hasControlCharacters { kinds.append(.controlCharacters(place)) }
                collect(value, at: place, into: &kinds)
            }
        case .integer, .real, .boolean, .date, .data, .uid:
            break
        }
    }
}

extension String {
    /// Whether there are characters that XML has no place for.
    fileprivate var hasControlCharacters: Bool {
        unicodeScalars.contains { scalar in
            switch scalar {
            case "\t", "\n", "\r": false
            case ..<" ", "\u{FFFE}", "\u{FFFF}": true
            default: false
            }
        }
    }
}
