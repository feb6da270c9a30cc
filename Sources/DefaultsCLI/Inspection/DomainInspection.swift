import DefaultsCore

/// Checks the files of domains for problems, and changes nothing.
struct DomainInspection: Sendable {
    private let folders: DomainFolders
    /// The inspection of files that are not domains. Its size limit and its check apply to all files.
    private let files: FileInspection

    init(folders: DomainFolders, files: FileInspection = FileInspection()) {
        (self.folders, self.files) = (folders, files)
    }

    /// Returns the findings for a domain, at most a hundred of each kind, or `nil` if the domain has no file.
    ///
    /// A file outside the base that is given by its path is checked by its contents alone, and may have any root.
    func findings(in domain: Domain) -> [DomainFinding]? {
        let path = folders.location(of: domain)
        return domain.isPath && !folders.isPrivate(path) ? files.findings(inFile: path) : findings(inFile: path)
    }

    /// Returns the findings for the domains that a search has found, and for entries that cannot be used.
    func findings(in found: Domain.SearchResult) -> [DomainFinding] {
        found.domains.flatMap { findings(in: $0) ?? [] } + found.obstacles.flatMap(findings(at:))
    }

    private func findings(at obstacle: PreferencesError) -> [DomainFinding] {
        let path = obstacle.path ?? ""
        if obstacle.systemError?.isInvalidName == true {
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
    func findingsInBase() throws(PreferencesError) -> [DomainFinding] {
        let (base, others) = folders.foldersOfDomains
        var findings = try findings(inFolder: base)
        for folder in others {
            do {
                findings += try self.findings(inFolder: folder)
            } catch {
                findings.append(DomainFinding(path: folder, kind: .unreadable(error)))
            }
        }
        return findings
    }

    private func findings(inFolder folder: String) throws(PreferencesError) -> [DomainFinding] {
        let entries = try PreferencesError.mapping(try Folder.namesWithEscapes(inPath: folder))
        var findings: [DomainFinding] = []
        var variants: [DomainFinding] = []
        // The equality of strings ignores their composition, as the file systems of a Mac do.
        var first: [String: String] = [:]
        for name in entries.filter(\.isText).map(\.name).sorted(by: { $0.precedesInUTF16($1) }) {
            let path = folder.appendingComponent(name)
            if name.hasScalarSuffix(".plist") {
                findings += self.findings(inFile: path) ?? []
                if let other = first[name.lowercased()] {
                    variants.append(DomainFinding(path: path, kind: .caseVariant(of: other)))
                } else {
                    first[name.lowercased()] = name
                }
            } else if FileDomainStore.isTemporaryName(name) {
                findings.append(DomainFinding(path: path, kind: .leftover))
            } else if name == FileDomainStore.nameOfLock {
                findings.append(DomainFinding(path: path, kind: .leftoverLock))
            }
        }
        let invalid = entries.filter { !$0.isText && $0.name.hasScalarSuffix(".plist") }.map(\.name).sorted()
        return findings + variants
            + invalid.map { DomainFinding(path: folder.appendingComponent($0), kind: .nameNotUTF8) }
    }

    private func findings(inFile path: String) -> [DomainFinding]? {
        do {
            guard let status = try PreferencesError.mapping(try FilePaths.status(path)) else {
                return files.findings(inFile: path)
            }
            return kinds(of: status, at: path).map { DomainFinding(path: path, kind: $0) }
                + findings(inContentsOf: path)
        } catch {
            return [DomainFinding(path: path, kind: .unreadable(error))]
        }
    }

    /// Returns the findings about the name, the permissions and the links of a file.
    private func kinds(of status: FileStatus, at path: String) -> [DomainFinding.Kind] {
        let (folder, name) = FilePaths.split(path)
        var kinds: [DomainFinding.Kind] = folders.isOfForeignHost(path) ? [.foreignHost] : []
        if folder.hasSameScalars(as: folders.user), name == "NSGlobalDomain.plist" { kinds = [.strayGlobalDomain] }
        // Permissions matter only for regular files, not for devices.
        guard status.isRegularFile else { return kinds }
        // Preferences in the base folder of the user are private. Elsewhere, as in fixtures, only a right of other
        // users to change them is a problem.
        if UInt32(status.permissions) & (folders.isPrivate(path) ? 0o077 : 0o022) != 0 {
            kinds.append(.looseMode(UInt32(status.permissions)))
        }
        if status.linkCount > 1 { kinds.append(.hardLinks(status.linkCount)) }
        return kinds
    }

    private func findings(inContentsOf path: String) -> [DomainFinding] {
        do {
            guard let text = try DomainFile(path: path, sizeLimit: files.sizeLimit).readDictionary() else { return [] }
            return InspectedFile(path: path, text).findings(isDomain: true, files.check)
        } catch {
            // A file of another kind is read again as a file that should be a property list, so that the finding has a
            // position.
            if case .unreadable(_, let cause) = error.reason, cause.code == .unrecognized,
                let findings = files.findings(inFile: path)
            {
                return findings
            }
            return [DomainFinding(path: path, kind: .unreadable(error))]
        }
    }
}
