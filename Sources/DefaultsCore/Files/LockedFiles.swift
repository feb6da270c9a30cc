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

    /// Returns the error for a file that cannot be created because its folder is missing.
    func missingFolder(of file: DomainFile) -> FileError {
        folderFailure ?? FileAccess.write(file.path).error(.missing)
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
                    guard let locks = try lockUnlessGone(plan, until: deadline) else { return nil }
                    return try withExtendedLifetime(locks) {
                        let files = LockedFiles(plan: plan, locks: locks, folderFailure: folderFailure)
                        return try files.isCurrent(try makePlan()) ? try body(files, &signals) : nil
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

    /// Returns the locks, or `nil` if a folder no longer exists, because the writer that created it has failed and
    /// removed it.
    private static func lockUnlessGone(_ plan: UpdatePlan, until deadline: Deadline) throws(FileError) -> [FolderLock]?
    {
        do {
            return try lock(plan, until: deadline)
        } catch  where error.isMissing {
            return nil
        }
    }

    /// Locks the folders of the files. All programs use the same order, so that two updates never wait for each other.
    private static func lock(_ plan: UpdatePlan, until deadline: Deadline) throws(FileError) -> [FolderLock] {
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

    /// Returns whether the files are those of a new plan, in the locked folders.
    private func isCurrent(_ new: UpdatePlan) throws(FileError) -> Bool {
        guard new == plan else { return false }
        return plan.files.allSatisfy { $0.folderIdentity == nil || folder(of: $0) != nil }
    }
}
