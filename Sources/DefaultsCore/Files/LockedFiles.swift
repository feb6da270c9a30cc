/// The files of an update, whose folders are locked.
struct LockedFiles {
    let plan: UpdatePlan
    private let locks: [FolderLock]
    /// The error that occurred when creating a folder. It is thrown only if a file must be written in a missing folder.
    private let folderFailure: FileError?

    /// Returns the locked folder of a file, or `nil` if the folder does not exist.
    func folder(of file: DomainFile) -> Folder? {
        locks.first { $0.folder.identity == file.folderIdentity }?.folder
    }

    /// Returns the locked folder of a file that is written.
    ///
    /// - Throws: The error that occurred when creating the folder, or an error that the folder is missing.
    func requiredFolder(of file: DomainFile) throws(FileError) -> Folder {
        if let folder = folder(of: file) { return folder }
        throw folderFailure ?? FileAccess.write(file.path).error(.missing)
    }

    /// Creates the missing folders of files, locks all folders, and calls the body once.
    ///
    /// New folders that are still empty afterwards are removed. Signals that the body delays are delivered after that.
    ///
    /// - Parameters:
    ///   - makePlan: Follows the links to the files. Called again after the folders were locked, because another
    ///     program may have changed links before.
    ///   - timeout: The maximum time to wait for other writers.
    ///   - makeFolders: Creates the missing folders, or returns the error that prevented it.
    static func with<Result>(
        _ makePlan: () throws(FileError) -> UpdatePlan, timeout: Duration,
        makingFolders makeFolders: (UpdatePlan, inout NewFolders) -> FileError?,
        _ body: (LockedFiles, inout SignalDelay) throws -> Result
    ) throws -> Result {
        let deadline = Deadline(after: timeout)
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
                    folderFailure = makeFolders(plan, &newFolders)
                    continue
                }
                let marks = try plan.markMissingFolders()
                let result: Result? = try withExtendedLifetime(marks) {
                    guard let locks = try lock(plan, until: deadline) else { return nil }
                    return try withExtendedLifetime(locks) {
                        let files = LockedFiles(plan: plan, locks: locks, folderFailure: folderFailure)
                        let isCurrent =
                            try makePlan() == plan
                            && plan.files.allSatisfy { $0.folderIdentity == nil || files.folder(of: $0) != nil }
                        return isCurrent ? try body(files, &signals) : nil
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

    /// Locks the folders of the files. All programs use the same order, so that two updates never wait for each other.
    ///
    /// - Returns: The locks, or `nil` if a folder no longer exists, because the writer that created it has failed and
    ///   removed it.
    private static func lock(_ plan: UpdatePlan, until deadline: Deadline) throws(FileError) -> [FolderLock]? {
        // Arrays, since there are few folders: the first use of a dictionary takes longer than all searches.
        var opened: [OpenedFolder] = []
        var locks: [FolderLock] = []
        do {
            for file in plan.files {
                guard let identity = file.folderIdentity, !opened.contains(where: { $0.folder.identity == identity })
                else { continue }
                let folder = try Folder(path: file.folder, for: .write(file.path))
                if opened.contains(where: { $0.folder.identity == folder.identity }) { continue }
                opened.append(OpenedFolder(path: file.path, folder: folder))
            }
            if opened.count > 1 { opened.sort { $0.folder.identity < $1.folder.identity } }
            for opened in opened { locks.append(try FolderLock(opened.folder, for: opened.path, until: deadline)) }
            return locks
        } catch  where error.isMissing {
            return nil
        }
    }

    /// A folder to lock, and the path of a file in it, for errors. The metadata of a tuple would take longer to load.
    private struct OpenedFolder {
        let path: String
        let folder: Folder
    }
}
