extension FileDomainStore {
    /// Changes domains in one atomic update, in the steps that ``FileDomainStore`` describes. When it returns, the
    /// change is on the disk.
    ///
    /// - Parameters:
    ///   - domains: The domains to change, in the order in which their files are replaced.
    ///   - body: Changes the contents in the transaction. It can be called again, with newer contents, if another
    ///     program changes the files meanwhile. It should have no other effects.
    /// - Returns: The result of the body.
    /// - Throws: ``PreferencesError``, or the error of the body.
    public func update<Result>(_ domains: [Domain], _ body: (inout DomainTransaction) throws -> Result) throws -> Result
    {
        try update(domains, replacesUnreadable: false) { transaction, _ in try body(&transaction) }
    }

    /// Changes a domain as ``update(_:_:)`` does, and replaces or removes its file even if it cannot be read.
    ///
    /// A regular file is treated as a file without keys if it is not a property list, is too large, or contains
    /// something that a value cannot represent. Its old contents are lost. The file is checked under the lock.
    ///
    /// ```swift
    /// try store.update(editor, evenIfUnreadable: { contents, error in
    ///     if let error { log("replacing damaged preferences: \(error)") }
    ///     contents["FontSize"] = 12
    /// })
    /// ```
    ///
    /// - Parameters:
    ///   - domain: The domain to change.
    ///   - body: Changes the contents. Its second argument is the error that occurred when reading the file, or `nil`
    ///     if there was none.
    /// - Returns: The result of the body.
    /// - Throws: ``PreferencesError`` for any other error, or the error of the body. Nothing is then changed, with the
    ///   exceptions that ``FileDomainStore`` describes.
    public func update<Result>(
        _ domain: Domain, evenIfUnreadable body: (inout PropertyListDictionary, PreferencesError?) throws -> Result
    ) throws -> Result {
        try update([domain], replacesUnreadable: true) { transaction, failure in
            transaction.acceptRemoval(of: domain)
            return try body(&transaction[domain], failure)
        }
    }

    /// Changes the contents of an update. The second argument is the error that occurred when reading the first file.
    /// It is `nil` unless the update may replace that file nevertheless.
    private typealias Body<Result> = (inout DomainTransaction, PreferencesError?) throws -> Result

    private func update<Result>(_ domains: [Domain], replacesUnreadable: Bool, _ body: Body<Result>) throws -> Result {
        let makePlan = { () throws(FileError) -> UpdatePlan in
            try UpdatePlan(domains: domains, in: self)
        }
        return try LockedFiles.with(makePlan, timeout: lockTimeout, makingFolders: makeFolders) { files, signals in
            try change(files, &signals, replacesUnreadable, body)
        }
    }

    /// Creates the missing folders of domains. If creating a folder or synchronizing it to the disk fails, it is
    /// removed again.
    ///
    /// - Returns: The first error. It is ignored if the body leaves the domain without keys.
    func makeFolders(for plan: UpdatePlan, in newFolders: inout NewFolders) -> FileError? {
        var failure: FileError?
        for file in plan.files where file.folderIdentity == nil {
            var made = NewFolders()
            do throws(FileError) {
                let mode: UInt32 = base(ofFolder: file.folder) == .anyUser ? 0o755 : 0o700
                try made.make(file.folder, mode: mode, for: .write(file.path))
                newFolders.add(made)
            } catch {
                made.remove()
                failure = failure ?? error
            }
        }
        return failure
    }

    /// Reads, changes and writes, with the folders locked.
    private func change<Result>(
        _ files: LockedFiles, _ signals: inout SignalDelay, _ replacesUnreadable: Bool, _ body: Body<Result>
    ) throws -> Result {
        // Without a folder there is no lock and no file. If another program creates the file now, its change comes
        // after this change.
        let plan = files.plan
        let old = try plan.files.map { file in
            try files.folder(of: file).map {
                try file.readToChange(
                    in: $0, base: base(ofFolder: file.folder), replacesUnreadable: replacesUnreadable)
            } ?? DomainFileContents()
        }
        let before = try plan.transaction(over: old, layout) { file in
            file.isRemovedWithoutKeys(in: base(ofFolder: file.folder))
        }
        var transaction = before
        let result = try body(&transaction, old.first?.failure)
        try transaction.requireAccepted(since: before)
        var replacement = DomainReplacement(layout: layout)
        // The loop is by index: a generic sequence that a program uses once takes more time than the rest of the loop.
        for index in plan.files.indices {
            let (file, old, contents) = (plan.files[index], old[index], transaction.contents[index])
            if contents.isEmpty, files.folder(of: file) == nil { continue }
            try replacement.add(
                file, in: files.requiredFolder(of: file), base: base(ofFolder: file.folder), from: old, to: contents,
                acceptsLoss: transaction.acceptsRemoval(at: index))
        }
        signals.begin()
        // Performed also after an error, because files may have been replaced before it.
        defer { DomainUpdates.note { plan.files.map(\.identity) } }
        replacement.holdsFile = transaction.hasPublications
        try replacement.perform(unless: signals, afterPreparing: transaction.willPublish)
        if let file = replacement.heldFile { transaction.performPublications(file) }
        return result
    }

    /// Returns the base that a folder lies in. Links in the path of the folder have been followed.
    ///
    /// A base that cannot be reached contains no folder that was reached.
    func base(ofFolder folder: String) -> DomainFile.Base {
        for base in [folders.user, folders.state] + folders.furtherBases where Self.isFolder(folder, in: base) {
            return .user
        }
        if let anyUser = folders.anyUser, Self.isFolder(folder, in: anyUser) { return .anyUser }
        return .elsewhere
    }

    /// Returns whether a change keeps the layout of a file that is ``DomainFile/resolved()``.
    func keepsLayout(of file: DomainFile) -> Bool { file.keepsLayout(in: base(ofFolder: file.folder)) }

    private static func isFolder(_ folder: String, in base: String) -> Bool {
        let real = (try? FilePaths.real(base)) ?? base
        return folder.hasSameScalars(as: real) || folder.hasScalarPrefix(real.appendingComponent(""))
    }
}
