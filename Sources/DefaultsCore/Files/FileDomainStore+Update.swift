public import PropertyList

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
            try UpdatePlan(domains: domains, folders: folders, sizeLimit: sizeLimit)
        }
        return try withLockedFiles(makePlan) { files, signals in
            try change(files, &signals, replacesUnreadable, body)
        }
    }

    /// The files of an update, whose folders are locked.
    struct LockedFiles {
        let plan: UpdatePlan
        fileprivate let locks: [FolderLock]
        /// The error that occurred when creating a folder. It is thrown only if a file must be written in a missing
        /// folder.
        fileprivate let folderFailure: FileError?

        /// Returns the locked folder of a file, or `nil` if the folder does not exist.
        func folder(of file: DomainFile) -> Folder? {
            locks.first { $0.folder.identity == file.folderIdentity }?.folder
        }

        /// Returns the error for a file that cannot be created because its folder is missing.
        func missingFolder(of file: DomainFile) -> FileError {
            folderFailure ?? FileAccess.write(file.path).error(.missing)
        }
    }

    /// Creates the missing folders of files, locks all folders, and calls the body once.
    ///
    /// New folders that are still empty afterwards are removed. Signals that the body delays are delivered after that.
    ///
    /// - Parameter makePlan: Follows the links to the files. Called again after the folders were locked, because
    ///   another program may have changed links before.
    func withLockedFiles<Result>(
        _ makePlan: () throws(FileError) -> UpdatePlan, _ body: (LockedFiles, inout SignalDelay) throws -> Result
    ) throws -> Result {
        let deadline = Deadline(after: lockTimeout)
        var newFolders = NewFolders()
        var signals = SignalDelay()
        defer { signals.end() }
        do {
            var retries = Retries(until: deadline)
            var path = ""
            var folderFailure: FileError?
            repeat {
                let plan = try makePlan()
                path = plan.files.first?.path ?? path
                if plan.needsFolders, folderFailure == nil {
                    folderFailure = makeFolders(for: plan, in: &newFolders)
                    continue
                }
                let marks = try plan.markMissingFolders()
                let result: Result? = try withExtendedLifetime(marks) {
                    guard let locks = try lockUnlessGone(plan, until: deadline) else { return nil }
                    return try withExtendedLifetime(locks) {
                        let files = LockedFiles(plan: plan, locks: locks, folderFailure: folderFailure)
                        return try isCurrent(files, try makePlan()) ? try body(files, &signals) : nil
                    }
                }
                guard let result else { continue }
                newFolders.remove()  // unless a file is in them
                return result
            } while retries.next()
            throw FileAccess.lock(path).error(.changing)
        } catch {
            newFolders.remove()
            if let error = error as? FileError { throw PreferencesError(error) }
            throw error
        }
    }

    /// Creates the missing folders of domains. If creating a folder or synchronizing it to the disk fails, it is
    /// removed again.
    ///
    /// - Returns: The first error. It is ignored if the body leaves the domain without keys.
    private func makeFolders(for plan: UpdatePlan, in newFolders: inout NewFolders) -> FileError? {
        var failure: FileError?
        for file in plan.files where file.folderIdentity == nil {
            var made = NewFolders()
            do throws(FileError) {
                let mode: UInt32 = try base(ofFolder: file.folder) == .anyUser ? 0o755 : 0o700
                try made.make(file.folder, mode: mode, for: .write(file.path))
                newFolders.add(made)
            } catch {
                made.remove()
                failure = failure ?? error
            }
        }
        return failure
    }

    /// Returns the locks, or `nil` if a folder no longer exists, because the writer that created it has failed and
    /// removed it.
    private func lockUnlessGone(_ plan: UpdatePlan, until deadline: Deadline) throws(FileError) -> [FolderLock]? {
        do {
            return try lock(plan, until: deadline)
        } catch  where error.isMissing {
            return nil
        }
    }

    /// Locks the folders of the files. All programs use the same order, so that two updates never wait for each other.
    private func lock(_ plan: UpdatePlan, until deadline: Deadline) throws(FileError) -> [FolderLock] {
        // Arrays, since there are few folders: the first use of a dictionary takes longer than all searches.
        var opened: [OpenedFolder] = []
        for file in plan.files {
            guard let identity = file.folderIdentity, !opened.contains(where: { $0.folder.identity == identity }) else {
                continue
            }
            let folder = try file.openFolder()
            if opened.contains(where: { $0.folder.identity == folder.identity }) { continue }
            opened.append(OpenedFolder(path: file.path, folder: folder))
        }
        var locks: [FolderLock] = []
        if opened.count > 1 { opened.sort { $0.folder.identity < $1.folder.identity } }
        for opened in opened { locks.append(try FolderLock(opened.folder, for: opened.path, until: deadline)) }
        return locks
    }

    /// A folder to lock, and the path of a file in it, for errors.
    private struct OpenedFolder {
        let path: String
        let folder: Folder
    }

    /// Returns whether the files are still those of the plan, in the locked folders.
    private func isCurrent(_ files: LockedFiles, _ plan: UpdatePlan) throws(FileError) -> Bool {
        guard plan == files.plan else { return false }
        return plan.files.allSatisfy { $0.folderIdentity == nil || files.folder(of: $0) != nil }
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
        let before = try plan.transaction(over: old, layout) { (file) throws(FileError) in
            file.isRemovedWithoutKeys(in: try base(ofFolder: file.folder))
        }
        var transaction = before
        let result = try body(&transaction, old.first?.failure)
        try transaction.requireAccepted(since: before)
        var replacement = DomainReplacement(layout: layout)
        // The loop is by index: a generic sequence that a program uses once takes more time than the rest of the loop.
        for index in plan.files.indices {
            let (file, old, contents) = (plan.files[index], old[index], transaction.contents[index])
            if let folder = files.folder(of: file) {
                try replacement.add(
                    file, in: folder, base: base(ofFolder: file.folder), from: old, to: contents,
                    acceptsLoss: transaction.acceptsRemoval(at: index))
            } else if !contents.isEmpty {
                throw files.missingFolder(of: file)
            }
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
    func base(ofFolder folder: String) throws(FileError) -> DomainFile.Base {
        for base in [folders.user, folders.state] + folders.furtherBases where try Self.isFolder(folder, in: base) {
            return .user
        }
        if let anyUser = folders.anyUser, try Self.isFolder(folder, in: anyUser) { return .anyUser }
        return .elsewhere
    }

    private static func isFolder(_ folder: String, in base: String) throws(FileError) -> Bool {
        var real = base
        do {
            real = try FilePaths.real(base)
        } catch {
            guard error.isMissing else { throw error }
        }
        return folder.hasSameScalars(as: real) || folder.hasScalarPrefix(real.appendingComponent(""))
    }
}
