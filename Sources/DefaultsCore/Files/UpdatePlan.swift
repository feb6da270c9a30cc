import PropertyList

/// The files that an update is about, each once, and which domain is which of them.
struct UpdatePlan: Equatable {
    let domains: [Domain]
    private(set) var files: [DomainFile] = []
    private var places: [Domain: Int] = [:]

    init(domains: [Domain], folders: DomainFolders, sizeLimit: Int) throws(PreferencesError) {
        self.domains = domains
        // From the last to the first: a file is replaced when the last of its names is due.
        for domain in domains.reversed() {
            let file = try DomainFile(path: folders.location(of: domain), sizeLimit: sizeLimit).resolved()
            let index = files.firstIndex { $0.isSameFile(as: file) } ?? files.endIndex
            if index == files.endIndex { files.append(file) }
            places[domain] = index
        }
        guard files.count > 1 else { return }
        files.reverse()
        for (domain, index) in places { places[domain] = files.count - 1 - index }
    }

    var needsFolders: Bool { files.contains { $0.folderIdentity == nil } }

    /// Makes an update inside this one an error for as long as there is no lock that would.
    func markMissingFolders() throws(PreferencesError) -> [MissingFolderMark] {
        var marks: [ExactName: MissingFolderMark] = [:]
        for file in files where file.folderIdentity == nil && marks[ExactName(file.folder)] == nil {
            do {
                marks[ExactName(file.folder)] = try MissingFolderMark(file.folder)
            } catch {
                throw .nestedUpdate(path: file.path)
            }
        }
        return Array(marks.values)
    }

    func transaction(over contents: [DomainFileContents]) throws(PreferencesError) -> DomainTransaction {
        var dictionaries: [PropertyListDictionary] = []
        for (file, contents) in zip(files, contents) {
            dictionaries.append(try contents.contentsToChange(at: file.path))
        }
        let sharedPlaces = contents.indices.filter { contents[$0].isWritableByOthers }
        return DomainTransaction(places: places, contents: dictionaries, sharedPlaces: sharedPlaces)
    }
}
