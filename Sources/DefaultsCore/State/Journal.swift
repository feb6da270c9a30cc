package import Foundation
package import PropertyList

/// A file that records changes to domains, so that they can be undone.
///
/// Each line is a JSON object with the number of the entry, its date, the command, and the old and the new value of
/// each path. An entry is on the disk before the first domain is replaced. So there is no change without an entry.
/// After a crash there may be an entry without its change; undoing it has no effect, since the values are the old ones.
///
/// Programs that share a journal append one after the other, under the lock of the file. The lock is acquired while the
/// domains are locked, so that the entries of a domain are in the order of its changes.
public struct Journal: Sendable {
    /// The path of the file. A new file has mode 0600.
    public let path: String
    private let folders: DomainFolders
    private let lockTimeout: Duration

    /// Creates a journal in a file, which need not exist.
    ///
    /// - Parameters:
    ///   - path: The path of the file. A link is refused.
    ///   - folders: The folders that contain the domains.
    ///   - lockTimeout: The maximum time to wait for another writer of the journal.
    public init(path: String, folders: DomainFolders = DomainFolders(), lockTimeout: Duration = .seconds(10)) {
        (self.path, self.folders, self.lockTimeout) = (path, folders, lockTimeout)
    }

    /// Whether the domains are those below a root.
    var isBelowRoot: Bool { folders.isRoot }

    /// Reads all entries, in order. An incomplete line at the end of the file, left by an interrupted write, is
    /// ignored.
    ///
    /// - Returns: The entries; none if there is no file.
    /// - Throws: ``JournalError``.
    public func entries() throws(JournalError) -> [Journal.Entry] {
        let file = try Self.mapping(try LineFile.openToRead(path))
        guard let file else { return [] }
        try requirePrivate(file)
        let lines = try Self.mapping(try file.lines())
        var entries: [Journal.Entry] = []
        for (index, line) in lines.enumerated() {
            let entry = try entry(in: line, number: index + 1)
            if let last = entries.last, last.number >= entry.number {
                throw JournalError(.damaged(path: path, line: index + 1))
            }
            entries.append(entry)
        }
        return entries
    }

    /// Appends an entry, and waits until it is on the disk.
    ///
    /// - Returns: The number of the entry.
    /// - Throws: ``JournalError``. The entry is then not recorded.
    @discardableResult
    func append(_ changes: [Journal.Entry.Change], command: [String], date: Date) throws(JournalError) -> Int {
        if isBelowRoot {
            for change in changes {
                if case .path(let path) = change.domain.name { throw JournalError(.pathBelowRoot(path)) }
            }
        }
        let file = try lockedFile()
        let (line, end, rest) = try Self.mapping(try file.lastLine())
        var number = 1
        if let line {
            number = try entry(in: line, number: nil).number + 1
        } else if !Journal.Entry.mayBeBeginning(ofLine: rest) {
            // Without an entry before it, this need not be the rest of an interrupted write.
            throw JournalError(.damaged(path: path, line: nil))
        }
        // The text of a date cannot represent every fraction of a second.
        let date = Date(timeIntervalSinceReferenceDate: date.timeIntervalSinceReferenceDate.rounded(.down))
        let entry = Journal.Entry(
            number: number, date: date, command: command, isBelowRoot: isBelowRoot, changes: changes)
        let bytes = entry.line(folders: folders)
        try Self.mapping(try file.append(bytes, at: end))
        return number
    }

    private func lockedFile() throws(JournalError) -> LineFile {
        let deadline = Deadline(after: lockTimeout)
        while true {
            let file = try Self.mapping(try LineFile.openToAppend(path))
            try requirePrivate(file)
            guard try Self.mapping(try file.lock(until: deadline)) else {
                throw JournalError(.lockTimedOut(path: path, seconds: lockTimeout / .seconds(1)))
            }
            // Another program may have removed or replaced it meanwhile.
            if try Self.mapping(try file.isCurrent()) { return file }
        }
    }

    private func requirePrivate(_ file: LineFile) throws(JournalError) {
        guard file.isPrivate else { throw JournalError(.notPrivate(path: path)) }
    }

    private func entry(in line: [UInt8], number: Int?) throws(JournalError) -> Journal.Entry {
        do {
            let entry = try Journal.Entry(line: line)
            for change in entry.changes where entry.isBelowRoot {
                if case .path(let path) = change.domain.name { throw JournalError(.pathBelowRoot(path)) }
            }
            return entry
        } catch let error as JournalError {
            throw error
        } catch Journal.Entry.LineError.newer {
            throw JournalError(.newer(path: path, line: number))
        } catch {
            throw JournalError(.damaged(path: path, line: number))
        }
    }

    private static func mapping<Result>(
        _ expression: @autoclosure () throws(FileError) -> Result
    ) throws(JournalError) -> Result {
        do {
            return try expression()
        } catch {
            throw JournalError(.file(PreferencesError(error)))
        }
    }
}

extension Journal {
    /// Records the change of the contents of a domain, and waits until the entry is on the disk.
    ///
    /// - Parameters:
    ///   - old: The contents before the change.
    ///   - new: The contents after the change. If they are equal, nothing is recorded.
    ///   - domain: The domain.
    ///   - command: The arguments that are recorded as the command.
    ///   - date: The date of the entry.
    /// - Throws: ``JournalError``. The change is then not recorded.
    package func record(
        changeOf domain: Domain, from old: PropertyListDictionary, to new: PropertyListDictionary,
        command: [String], date: Date
    ) throws(JournalError) {
        let changes = PropertyListDifference.between(old, new).map {
            Journal.Entry.Change(domain: domain, path: $0.path, old: $0.old, new: $0.new)
        }
        if !changes.isEmpty { try append(changes, command: command, date: date) }
    }
}
