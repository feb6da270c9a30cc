import PropertyList

/// Checks the files of domains for problems, and changes nothing.
package struct DomainInspection: Sendable {
    private let folders: DomainFolders
    private let sizeLimit: Int

    /// Creates an inspection.
    ///
    /// - Parameters:
    ///   - folders: The folders that contain the files.
    ///   - sizeLimit: The maximum size, in bytes, of a file to read.
    package init(folders: DomainFolders, sizeLimit: Int = FileDomainStore.defaultSizeLimit) {
        self.folders = folders
        self.sizeLimit = sizeLimit
    }

    /// Returns the findings for a domain, at most a hundred of each kind, or `nil` if the domain has no file.
    package func findings(in domain: Domain) -> [DomainFinding]? {
        findings(inFile: folders.location(of: domain))
    }

    /// Returns the findings for the domains that a search has found, and for entries that cannot be used.
    package func findings(in found: Domain.SearchResult) -> [DomainFinding] {
        found.domains.flatMap { findings(in: $0) ?? [] } + found.obstacles.flatMap(findings(at:))
    }

    private func findings(at obstacle: PreferencesError) -> [DomainFinding] {
        let path = obstacle.path ?? ""
        if case .system(let error)? = obstacle.fileError?.reason, error.isInvalidName {
            return [DomainFinding(path: path, kind: .nameNotUTF8)]
        }
        return findings(inFile: path) ?? [DomainFinding(path: path, kind: .unreadable(obstacle))]
    }

    /// Returns the findings for the files in the base folders of the user and of any user, and in their folders
    /// `ByHost`.
    ///
    /// Subfolders of the user's `ByHost` are included. If there is a root, its subfolders are included, too. The
    /// findings are grouped by folder. In each folder, they are in the order of the file names, but case variants and
    /// invalid names come last.
    ///
    /// - Throws: ``PreferencesError`` if the base folder of the user cannot be listed.
    package func findingsInBase() throws(PreferencesError) -> [DomainFinding] {
        var findings = try findings(inFolder: folders.folder(user: .current, host: .any))
        var others = subfolders(of: .any) + [folders.folder(user: .current, host: .current)] + subfolders(of: .current)
        if folders.anyUser != nil {
            others += [Domain.Host.any, .current].map { folders.folder(user: .any, host: $0) }
        }
        for folder in others {
            do {
                findings += try self.findings(inFolder: folder)
            } catch {
                findings.append(DomainFinding(path: folder, kind: .unreadable(error)))
            }
        }
        return findings
    }

    /// Returns the subfolders that can contain domains of a host, in the order of their paths.
    private func subfolders(of host: Domain.Host) -> [String] {
        let folder = folders.folder(user: .current, host: host)
        // A folder that cannot be listed causes an error later.
        guard let search = try? DomainSearch(folders, host: host) else { return [] }
        return search.folders.filter { !$0.hasSameScalars(as: folder) }.sorted { $0.precedesInUTF16($1) }
    }

    private func findings(inFolder folder: String) throws(PreferencesError) -> [DomainFinding] {
        let entries = try entries(in: folder)
        let names = entries.filter(\.isText).map(\.name).sorted { $0.precedesInUTF16($1) }
        let invalid = entries.filter { !$0.isText && $0.name.hasScalarSuffix(".plist") }.map(\.name).sorted()
        return findings(in: folder, names) + caseVariants(in: folder, names)
            + invalid.map { DomainFinding(path: folder.appendingComponent($0), kind: .nameNotUTF8) }
    }

    /// Returns a finding for each file whose name differs from an earlier one only in case or composition, as file
    /// systems of a Mac compare names.
    private func caseVariants(in folder: String, _ names: [String]) -> [DomainFinding] {
        var first: [String: String] = [:]
        return names.filter { $0.hasScalarSuffix(".plist") }.compactMap { name in
            if let other = first[name.lowercased()] {
                return DomainFinding(path: folder.appendingComponent(name), kind: .caseVariant(of: other))
            }
            first[name.lowercased()] = name
            return nil
        }
    }

    private func findings(in folder: String, _ names: [String]) -> [DomainFinding] {
        names.flatMap { name -> [DomainFinding] in
            let path = folder.appendingComponent(name)
            if name.hasScalarSuffix(".plist") { return findings(inFile: path) ?? [] }
            if AtomicFile.isHiddenName(name) { return [DomainFinding(path: path, kind: .leftover)] }
            return name == KernelLock.standInName ? [DomainFinding(path: path, kind: .leftoverLock)] : []
        }
    }

    private func entries(in folder: String) throws(PreferencesError) -> [Folder.Entry] {
        do {
            return try Folder.entries(inPath: folder)
        } catch {
            if error.isMissing { return [] }
            throw PreferencesError(error)
        }
    }

    private func findings(inFile path: String) -> [DomainFinding]? {
        do {
            guard let status = try PreferencesError.mapping(try FilePaths.status(path)) else {
                return try danglingLink(at: path).map { [$0] }
            }
            let kinds = findings(inName: path) + findings(in: status, path: path) + findings(inContentsOf: path)
            return kinds.map { DomainFinding(path: path, kind: $0) }
        } catch {
            return [DomainFinding(path: path, kind: .unreadable(error))]
        }
    }

    private func danglingLink(at path: String) throws(PreferencesError) -> DomainFinding? {
        let destination = try PreferencesError.mapping(try FilePaths.destination(ofLink: path))
        return destination.map { DomainFinding(path: path, kind: .danglingLink(to: $0)) }
    }

    private func findings(inName path: String) -> [DomainFinding.Kind] {
        let (folder, name) = FilePaths.split(path)
        if folder.hasSameScalars(as: folders.user), name == "NSGlobalDomain.plist" { return [.strayGlobalDomain] }
        let hostSuffix = Domain.hostSuffix(user: .current, host: .current) + ".plist"
        let isInByHost = path.hasScalarPrefix(folders.hostFolder.appendingComponent(""))
        return isInByHost && !name.hasScalarSuffix(hostSuffix) ? [.foreignHost] : []
    }

    private func findings(in status: FileStatus, path: String) -> [DomainFinding.Kind] {
        // Permissions matter only for regular files, not for devices.
        guard status.isRegularFile else { return [] }
        var kinds: [DomainFinding.Kind] = []
        // Preferences in the base folder of the user are private. Elsewhere, as in fixtures, only a right of other
        // users to change them is a problem.
        let isInBase = path.hasScalarPrefix(folders.privateBase.appendingComponent(""))
        if UInt32(status.permissions) & (isInBase ? 0o077 : 0o022) != 0 {
            kinds.append(.looseMode(UInt32(status.permissions)))
        }
        if status.linkCount > 1 { kinds.append(.hardLinks(status.linkCount)) }
        return kinds
    }

    private func findings(inContentsOf path: String) -> [DomainFinding.Kind] {
        let file = DomainFile(path: path, sizeLimit: sizeLimit)
        do {
            guard let read = try file.readDocument() else { return [] }
            let (bytes, document) = (read.bytes, read.document)
            var inspection = ContentsInspection(format: document.format)
            inspection.visit(document.value)
            var kinds = document.substitutions.prefix(PathAllowance.count).map(DomainFinding.Kind.substitution)
            kinds += findings(inDatesOf: document.value)
            kinds += document.duplicateKeys.map(DomainFinding.Kind.duplicateKey)
            if !PropertyListReader.isReadableByFoundation(bytes, document) {
                kinds.append(.unreadableByFoundation)
            } else if let hidden = document.substitutions.first(where: \.hidesFromUserDefaults) {
                kinds.append(.unreadableByUserDefaults(hidden.found, at: hidden.path))
            } else if let reference = inspection.firstReference {
                kinds.append(.unreadableByUserDefaults(nil, at: reference))
            }
            if document.value == .dictionary([:]) { kinds.append(.noKeys) }
            return kinds + inspection.kinds
        } catch {
            return [.unreadable(error)]
        }
    }

    /// Returns a finding for the first date that is not finite, which can be read but not written.
    private func findings(inDatesOf value: PropertyListValue) -> [DomainFinding.Kind] {
        do {
            try PropertyListWriter.validate(value)
        } catch {
            guard case .dateNotFinite(let path) = error.reason else { return [] }
            return [.substitution(PropertyListSubstitution(path: path, found: .impossibleDate))]
        }
        return []
    }
}

/// A search for problems in the contents of a file.
private struct ContentsInspection {
    /// The findings, at most a hundred of each kind, or fewer if paths are very long.
    private(set) var kinds: [DomainFinding.Kind] = []
    /// The path of the first reference of an archive.
    private(set) var firstReference: PropertyListPath?
    /// Whether the file is XML, in which most control characters are not allowed.
    private let isXML: Bool
    private var path: [String] = []
    private var controlCharacters = PathAllowance()
    private var equivalentKeys = PathAllowance()

    init(format: PropertyListFormat) {
        isXML = format == .xml
    }

    mutating func visit(_ value: PropertyListValue) {
        switch value {
        case .string(let text):
            if text.hasControlCharacters { noteControlCharacters() }
        case .array(let elements):
            for (index, element) in elements.enumerated() { visit(element, at: String(index)) }
        case .dictionary(let dictionary):
            noteEquivalentKeys(of: dictionary)
            for (key, value) in dictionary { visit(value, at: key, hasKey: true) }
        case .uid:
            firstReference = firstReference ?? PropertyListPath(path)
        case .integer, .real, .boolean, .date, .data:
            break
        }
    }

    private mutating func visit(_ value: PropertyListValue, at component: String, hasKey: Bool = false) {
        path.append(component)
        if hasKey, component.hasControlCharacters { noteControlCharacters() }
        visit(value)
        path.removeLast()
    }

    private mutating func noteControlCharacters() {
        guard isXML, !controlCharacters.isUsedUp else { return }
        let place = PropertyListPath(path)
        // A key and its value are reported once if both have such characters.
        if kinds.last == .controlCharacters(place) { return }
        controlCharacters.use(place)
        kinds.append(.controlCharacters(place))
    }

    private mutating func noteEquivalentKeys(of dictionary: PropertyListDictionary) {
        // A Swift dictionary considers canonically equivalent keys equal. Its order differs in each run.
        let groups = Dictionary(grouping: dictionary.keys, by: \.self).values.filter { $0.count > 1 }
        for keys in groups.sorted(by: { $0[0].precedesInUTF16($1[0]) }) where !equivalentKeys.isUsedUp {
            equivalentKeys.use(PropertyListPath(path + keys))
            kinds.append(.equivalentKeys(PropertyListPath(path), keys))
        }
    }
}

extension PropertyListSubstitution {
    /// Whether `UserDefaults` shows no keys of a file that contains such a value.
    fileprivate var hidesFromUserDefaults: Bool {
        switch found {
        case .null, .keyOfAnotherType, .set: true
        case .loneSurrogate, .wideInteger, .impossibleDate, .invalidBase64, .trailingText: false
        }
    }
}

extension String {
    /// Whether the text has characters that XML does not allow.
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
