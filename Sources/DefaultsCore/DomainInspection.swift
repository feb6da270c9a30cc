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

    /// What there is to say about a domain, of each kind a hundred times at most; nil where it has no file.
    public func findings(in domain: Domain) -> [DomainFinding]? {
        findings(inFile: folders.location(of: domain))
    }

    /// What there is to say about every file of the user's base and its `ByHost`, in the order of their paths.
    ///
    /// - Throws: ``PreferencesError`` where it cannot be found out what is in the base.
    public func findingsInBase() throws(PreferencesError) -> [DomainFinding] {
        let base = folders.folder(user: .current, host: .any)
        let findings = findings(in: base, try names(in: base))
        let hosts = folders.folder(user: .current, host: .current)
        do {
            return findings + self.findings(in: hosts, try names(in: hosts))
        } catch {
            return findings + [DomainFinding(path: hosts, kind: .unreadable(error))]
        }
    }

    private func findings(in folder: String, _ names: [String]) -> [DomainFinding] {
        names.flatMap { name -> [DomainFinding] in
            let path = folder.appendingComponent(name)
            if name.hasScalarSuffix(".plist") { return findings(inFile: path) ?? [] }
            if AtomicFile.isHiddenName(name) { return [DomainFinding(path: path, kind: .leftover)] }
            return name == FolderLock.standInName ? [DomainFinding(path: path, kind: .leftoverLock)] : []
        }
    }

    private func names(in folder: String) throws(PreferencesError) -> [String] {
        do {
            return try Folder.names(inPath: folder).sorted { $0.precedesInUTF16($1) }
        } catch {
            if error.isMissing { return [] }
            throw .system(.list, path: folder, error)
        }
    }

    private func findings(inFile path: String) -> [DomainFinding]? {
        do {
            let status = try PreferencesError.naming(.read, path) { () throws(SystemError) in
                try FilePaths.status(path)
            }
            guard let status, !status.isDirectory else { return nil }
            let kinds = findings(inName: path) + findings(in: status, path: path) + findings(inContentsOf: path)
            return kinds.map { DomainFinding(path: path, kind: $0) }
        } catch {
            return [DomainFinding(path: path, kind: .unreadable(error))]
        }
    }

    private func findings(inName path: String) -> [DomainFinding.Kind] {
        let (folder, name) = FilePaths.split(path)
        if folder.hasSameScalars(as: folders.user), name == "NSGlobalDomain.plist" { return [.strayGlobalDomain] }
        let hostSuffix = DomainFolders.hostSuffix(user: .current, host: .current) + ".plist"
        let isInByHost = folder.hasSameScalars(as: folders.folder(user: .current, host: .current))
        return isInByHost && !name.hasScalarSuffix(hostSuffix) ? [.foreignHost] : []
    }

    private func findings(in status: FileStatus, path: String) -> [DomainFinding.Kind] {
        // Anyone may use a device, and what goes through it is nobody's preferences.
        guard status.isRegularFile else { return [] }
        var kinds: [DomainFinding.Kind] = []
        // Preferences in the base are their user's alone; elsewhere only a right to change them is odd.
        let isInBase = path.hasScalarPrefix(folders.user.appendingComponent(""))
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
            var inspection = ContentsInspection()
            inspection.visit(document.value)
            var kinds = document.substitutions.prefix(PathAllowance.count).map(DomainFinding.Kind.substitution)
            kinds += document.duplicateKeys.map(DomainFinding.Kind.duplicateKey)
            if !PropertyListReader.isReadableByFoundation(bytes, document) {
                kinds.append(.unreadableByFoundation)
            } else if inspection.hasReferences || document.substitutions.contains(where: \.hidesFromUserDefaults) {
                kinds.append(.unreadableByUserDefaults)
            }
            if contents.isEmpty { kinds.append(.noKeys) }
            return kinds + inspection.kinds
        } catch {
            return [.unreadable(error)]
        }
    }
}

/// A walk through the contents of a file.
private struct ContentsInspection {
    /// What was found, of each kind a hundred times at most, or less often where paths are very long.
    private(set) var kinds: [DomainFinding.Kind] = []
    /// Whether there are references of an archive.
    private(set) var hasReferences = false
    private var path: [String] = []
    private var controlCharacters = PathAllowance()
    private var equivalentKeys = PathAllowance()

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
            hasReferences = true
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
        guard !controlCharacters.isUsedUp else { return }
        let place = PropertyListPath(path)
        // A key has them, and the string under it.
        if kinds.last == .controlCharacters(place) { return }
        controlCharacters.use(place)
        kinds.append(.controlCharacters(place))
    }

    private mutating func noteEquivalentKeys(of dictionary: PropertyListDictionary) {
        // Swift's own dictionary finds canonically equivalent keys equal. Its order is another in every run.
        let groups = Dictionary(grouping: dictionary.keys, by: \.self).values.filter { $0.count > 1 }
        for keys in groups.sorted(by: { $0[0].precedesInUTF16($1[0]) }) where !equivalentKeys.isUsedUp {
            equivalentKeys.use(PropertyListPath(path + keys))
            kinds.append(.equivalentKeys(PropertyListPath(path), keys))
        }
    }
}

extension PropertyListSubstitution {
    /// Whether `UserDefaults` is empty when this is in its file.
    fileprivate var hidesFromUserDefaults: Bool {
        switch found {
        case .null, .keyOfAnotherType, .set, .unknownObject: true
        case .loneSurrogate, .wideInteger: false
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
