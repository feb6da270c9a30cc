import DefaultsCore
import Foundation

extension Journal {
    /// Removes the oldest entries, so that the given number of entries remains. The remaining entries keep their
    /// numbers.
    ///
    /// The file is replaced atomically and keeps its mode and owner. Programs that append meanwhile wait, so none of
    /// their entries is lost. An undo whose entries are removed can no longer be taken back. Unusable lines before the
    /// remaining entries are removed, too. If there are no lines to remove, the file is not replaced.
    ///
    /// - Parameter count: The number of last entries to keep, at least one.
    /// - Returns: The number of removed lines.
    /// - Throws: ``JournalError``. The file is then unchanged.
    @discardableResult
    package func prune(keeping count: Int) throws(JournalError) -> Int {
        precondition(count > 0, "a journal without entries would begin again at number 1")
        guard try Self.mapping(try LineFile.openToRead(path)) != nil else { throw .missing(path: path) }
        var removed = 0
        var lock: LineFile?
        do {
            // Locks the folder before the file, in the same order as programs that append.
            let store = FileDomainStore(folders: folders, lockTimeout: lockTimeout, sizeLimit: .max)
            try store.updateContents(ofFile: path, isDocument: false, nil) { bytes, update in
                let file = try lockedFile()
                lock = file
                let (lines, rest) = try Self.mapping(try file.lines())
                let reading = reading(of: lines, followedBy: rest)
                if reading.entries.count < count, let damage = reading.damage { throw damage }
                let kept = Set(reading.entries.suffix(count).map(\.number))
                let usable = zip(reading.lines, lines.suffix(reading.lines.count))
                let last = usable.filter { kept.contains($0.0.continues ?? $0.0.number) }.map(\.1)
                let data = last.count == lines.count ? Data(bytes) : Data(last.flatMap { $0 + [UInt8(ascii: "\n")] })
                try update.write(data, over: bytes, root: nil, from: nil)
                removed = lines.count - last.count
            }
        } catch let error as JournalError {
            throw error
        } catch let error as PreferencesError {
            throw .file(error)
        } catch {
            preconditionFailure("an update of a file threw \(error)")
        }
        withExtendedLifetime(lock) {}
        return removed
    }
}
