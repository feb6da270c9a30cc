/// The files of an update, without duplicates, and the file of each domain.
struct UpdatePlan: Equatable {
    let domains: [Domain]
    private(set) var files: [DomainFile] = []
    /// For each domain, the index of its file.
    private var indices: [Int]

    init(domains: [Domain], in store: FileDomainStore) throws(FileError) {
        let folders = store.folders
        self.domains = domains
        indices = Array(repeating: 0, count: domains.count)
        // The indices of files by place, for more than 16 domains. With fewer domains, the files are searched, since
        // the first use of a dictionary takes longer.
        var known: [FilePlace: Int] = [:]
        let isSearched = domains.count <= 16
        // The order is from the last to the first, since a file takes the position of the last of its names.
        for position in domains.indices.reversed() {
            let file = try store.file(of: domains[position]).resolvedToChange().named(inFolders: folders.furtherBases)
            let present = isSearched ? files.firstIndex { $0.place == file.place } : known[file.place]
            let index = present ?? files.endIndex
            if present == nil { files.append(file) }
            if !isSearched { known[file.place] = index }
            indices[position] = index
        }
        guard files.count > 1 else { return }
        files.reverse()
        for position in indices.indices { indices[position] = files.count - 1 - indices[position] }
    }

    /// Creates the plan of an update of one file, which is not a domain.
    init(path: String, sizeLimit: Int, json: JSONForm.Kind? = nil) throws(FileError) {
        (domains, indices) = ([], [])
        files = [try DomainFile(path: path, sizeLimit: sizeLimit, isGivenByPath: true, json: json).resolvedToChange()]
    }

    var needsFolders: Bool { files.contains { $0.folderIdentity == nil } }

    /// Marks the missing folders, so that a nested update is detected without a lock.
    func markMissingFolders() throws(FileError) -> [UpdateMark] {
        var marks: [UpdateMark] = []
        for file in files where file.folderIdentity == nil {
            let folder = UpdateMark.Subject.missingFolder(ExactName(file.folder))
            if marks.contains(where: { $0.subject == folder }) { continue }
            marks.append(try UpdateMark(folder, for: .write(file.path)))
        }
        return marks
    }

    /// Returns a transaction over the contents of the files.
    ///
    /// - Parameters:
    ///   - contents: The contents of the files.
    ///   - layout: The policy for the layout of files. Defaults to removing comments.
    ///   - isRemoved: Returns whether a file without keys is removed.
    func transaction(
        over contents: [DomainFileContents], _ layout: LayoutPolicy? = nil,
        isRemoved: (DomainFile) -> Bool = { _ in true }
    ) throws(PreferencesError) -> DomainTransaction {
        var dictionaries: [PropertyListDictionary] = []
        for index in files.indices {
            dictionaries.append(try contents[index].contentsToChange(at: files[index].path))
        }
        let shared = contents.indices.filter { !contents[$0].snapshot.isPrivate }
        var transaction = DomainTransaction(
            domains: domains, indices: indices, contents: dictionaries, sharedIndices: shared)
        // Whether a file with a layout of its own loses comments is known only when it is edited.
        for index in files.indices where contents[index].text == nil {
            let format = contents[index].commentFormat
            guard let refusal = layout?.refusal(ofCommentsIn: format, at: files[index].path) else { continue }
            transaction.refusals.append((index, isRemoved(files[index]), refusal))
        }
        transaction.requireEncodable = { [files] new, old in
            for index in files.indices where new.contents[index] != old.contents[index] {
                guard let text = contents[index].text else { continue }
                let value = PropertyListValue.dictionary(new.contents[index])
                _ = try files[index].encoded(value, over: text, layout, acceptsLoss: new.acceptsRemoval(at: index))
            }
        }
        return transaction
    }
}
