package import DefaultsCore
package import Foundation

/// A file that records changes to domains, so that they can be undone.
///
/// An entry is a JSON object on one line with its number, its date, the command, and the old and the new value of each
/// path. It is on the disk before the first domain is replaced. So there is no change without an entry. After a crash
/// there may be an entry without its change. Undoing it has no effect, since the old values are present.
///
/// Programs that share a journal append one after the other, under the lock of the file. The lock is acquired while the
/// domains are locked, so that the entries of a domain are in the order of its changes.
package struct Journal: Sendable {
    /// The path of the file. A new file has mode 0600.
    package let path: String
    let folders: DomainFolders
    let lockTimeout: Duration

    /// Creates a journal in a file, which need not exist.
    ///
    /// - Parameters:
    ///   - path: The path of the file. A link is refused.
    ///   - folders: The folders that contain the domains.
    ///   - lockTimeout: The maximum time to wait for another writer of the journal.
    package init(path: String, folders: DomainFolders = DomainFolders(), lockTimeout: Duration = .seconds(10)) {
        (self.path, self.folders, self.lockTimeout) = (path, folders, lockTimeout)
    }

    /// Whether the domains are below a root.
    var isBelowRoot: Bool { folders.isRoot }

    /// The path of the folder that contains the domains. It is valid in every working directory.
    private var base: String { FilePaths.absolute(folders.user) }

    /// Returns the error of an undo of an entry that was recorded for the domains in another folder. Returns `nil` if
    /// the entry can be undone in the folder of this journal's domains.
    func otherBase(of entry: Journal.Entry) -> JournalError? {
        guard let recorded = entry.base, !recorded.hasSameScalars(as: base), !folders.isBase(recorded) else {
            return nil
        }
        return .otherBase(entry.number, path: recorded)
    }

    /// Appends a line, and waits until it is on the disk.
    ///
    /// - Parameters:
    ///   - changes: The values that change. If there are none, and the changes take no entries back, the line says that
    ///     the undo of the operation was made. Such a line has no number, and can be lost when the power fails.
    ///   - records: The records of applied documents that change.
    ///   - undone: The numbers of the entries that the changes take back, if any.
    ///   - operation: The operation whose entry the changes are added to.
    ///   - command: The arguments that are recorded as the command.
    ///   - date: The date of the entry.
    /// - Throws: ``JournalError``. The line is then not recorded.
    func append(
        _ changes: [Journal.Entry.Change], records: [Journal.Entry.RecordChange] = [], undoing undone: [Int] = [],
        in operation: RecordedOperation? = nil, command: [String], date: Date
    ) throws(JournalError) {
        var changes = changes
        var recorded: [Domain: Domain] = [:]
        for index in changes.indices {
            let domain = changes[index].domain
            guard let known = recorded[domain] ?? folders.recorded(domain) else {
                throw .unreadable(path: path)
            }
            if isBelowRoot, case .path(let path) = known.name { throw .pathBelowRoot(path) }
            recorded[domain] = known
            changes[index].domain = known
        }
        let file = try lockedFile()
        let (end, next) = try end(of: file)
        let continued = try Self.mapping(try first(of: operation, in: file, before: next))
        var number = next
        if changes.isEmpty && undone.isEmpty {
            guard let continued else { return }
            number = continued
        }
        guard number <= Journal.Entry.largestNumber else { throw .usedUp(path: path) }
        // The text of a date cannot represent every fraction of a second.
        let date = Date(timeIntervalSinceReferenceDate: date.timeIntervalSinceReferenceDate.rounded(.down))
        let entry = Journal.Entry(
            number: number, date: date, command: command, isBelowRoot: isBelowRoot,
            base: !records.isEmpty || changes.contains(where: \.domain.isInUserBase) ? base : nil, undoes: undone,
            isPending: !undone.isEmpty, continues: continued, changes: changes, records: records)
        let line = entry.line
        guard (try? Journal.Entry(line: line)) == entry else { throw .unreadable(path: path) }
        try Self.mapping(try file.append(line, at: end, isSynchronized: entry.isNumbered))
        if continued == nil { operation?.number = number }
    }

    /// Returns the offset after the last line, and the number of the next entry.
    private func end(of file: LineFile) throws(JournalError) -> (offset: Int, nextNumber: Int) {
        let (line, end, rest) = try Self.mapping(try file.lastLine())
        try requireBeginning(ofLine: rest)
        guard let line else { return (end, 1) }
        var last = try entry(in: line, number: nil)
        var start = end - line.count - 1
        // Lines without a number can follow the last one with a number.
        while !last.isNumbered, let line = try Self.mapping(try file.lastLine(before: start)).line {
            do throws(RecordFault) {
                last = try Journal.Entry(line: line)
            } catch {
                if error == .newer { throw .newer(path: path, line: nil) }
                break
            }
            start -= line.count + 1
        }
        return (end, last.number + 1)
    }

    /// Records the change of the contents of a domain, and waits until the entry is on the disk. If the change sets and
    /// removes nothing, nothing is recorded.
    ///
    /// - Parameter operation: The operation whose entry the change is added to.
    /// - Throws: ``JournalError``. The change is then not recorded.
    package func record(
        _ change: Domain.Change, in operation: RecordedOperation, command: [String], date: Date
    ) throws(JournalError) {
        try requireOtherFile(than: [change.domain])
        let changes = Journal.Entry.Change.changes(of: change)
        if !changes.isEmpty { try append(changes, in: operation, command: command, date: date) }
    }

    /// Returns the domain of the record of an identifier.
    func domain(ofRecordOf identifier: String) throws -> Domain {
        try RecordFolder(folders).domain(of: identifier)
    }

    /// Returns the change of a record of applied documents, or `nil` if the domain contains none.
    func recordChange(of change: Domain.Change) -> Journal.Entry.RecordChange? {
        guard case .path(let path) = change.domain.name, change.old != change.new else { return nil }
        let identifier = FilePaths.split(path).name.droppingScalarSuffix(".plist")
        guard (try? domain(ofRecordOf: identifier)) == change.domain else { return nil }
        return Journal.Entry.RecordChange(identifier: identifier, old: change.old, new: change.new)
    }

    /// Throws an error if the bytes after the last line cannot be from an interrupted write of a line. The next entry
    /// would replace these bytes.
    func requireBeginning(ofLine rest: [UInt8]) throws(JournalError) {
        guard Journal.Entry.mayBeBeginning(ofLine: rest) else { throw .damaged(path: path, line: nil) }
    }

    /// Refuses a file with a reserved name. A change of a domain in the same folder would remove the file.
    package static func requireUsableName(of path: String) throws(JournalError) {
        if FileDomainStore.hasReservedName(path) { throw .reservedName(path: path) }
    }

    /// Throws an error if a change of domains would replace or remove the journal.
    func requireOtherFile(than domains: [Domain]) throws(JournalError) {
        try Self.requireUsableName(of: path)
        guard let domain = FileDomainStore(folders: folders).domain(among: domains, withFile: path) else { return }
        throw .inUse(path: path, domain: domain.spelling)
    }

    /// Returns the number of the entry that an operation continues. Returns `nil` if the operation has no entry, or if
    /// the entry was removed by pruning or together with the file. Pruning removes the oldest entries, so a removed
    /// number is less than the number of the first line.
    ///
    /// - Parameter next: The number of the new entry. If the file was replaced, it may be less than the operation's
    ///   number.
    private func first(
        of operation: RecordedOperation?, in file: LineFile, before next: Int
    ) throws(FileError) -> Int? {
        guard let number = operation?.number, number < next, let line = try file.firstLine() else { return nil }
        if let first = try? Journal.Entry(line: line), first.number > number { return nil }
        return number
    }

    /// Opens the file, and acquires its lock. The lock is released when the returned file is released.
    func lockedFile() throws(JournalError) -> LineFile {
        let deadline = Deadline(after: lockTimeout)
        while true {
            let file = try Self.mapping(try LineFile.openToAppend(path))
            try requirePrivate(file)
            guard try Self.mapping(try file.lock(until: deadline)) else {
                throw .lockTimedOut(path: path, seconds: lockTimeout / .seconds(1))
            }
            // Another program may have removed or replaced the file meanwhile.
            if try Self.mapping(try file.isCurrent()) { return file }
        }
    }

    func requirePrivate(_ file: LineFile) throws(JournalError) {
        guard file.isPrivate else { throw .notPrivate(path: path) }
    }

    /// Reads an entry from a line.
    ///
    /// - Parameter number: The number of the line, counted from 1, or `nil` for the last line.
    func entry(in line: [UInt8], number: Int?) throws(JournalError) -> Journal.Entry {
        do {
            return try Journal.Entry(line: line)
        } catch {
            throw error == .newer ? .newer(path: path, line: number) : .damaged(path: path, line: number)
        }
    }

    static func mapping<Result>(
        _ expression: @autoclosure () throws(FileError) -> Result
    ) throws(JournalError) -> Result {
        do {
            return try expression()
        } catch {
            throw .file(PreferencesError(error))
        }
    }
}
