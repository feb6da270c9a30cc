import DefaultsCore

extension Journal {
    /// The usable entries of a journal.
    package struct Reading: Sendable {
        /// The lines after the last unusable line, in order.
        fileprivate(set) var lines: [Journal.Entry] = []
        /// The entries after the last unusable line, in order.
        package fileprivate(set) var entries: [Journal.Entry] = []
        /// The error of the last unusable line, or `nil` if all lines are usable.
        package fileprivate(set) var damage: JournalError?
    }

    /// Reads the usable entries. A line is unusable if it is damaged, or if its number is not less than the next
    /// number. All lines before an unusable line are unusable, too. The lines after it remain usable, because
    /// entries are appended at the end.
    ///
    /// - Throws: ``JournalError`` if the file cannot be read.
    package func reading() throws(JournalError) -> Reading {
        let file = try Self.mapping(try LineFile.openToRead(path))
        guard let file else { throw .missing(path: path) }
        try requirePrivate(file)
        let (lines, rest) = try Self.mapping(try file.lines())
        return reading(of: lines, followedBy: rest)
    }

    /// Returns the usable entries in the lines of a journal.
    ///
    /// - Parameters:
    ///   - lines: The complete lines.
    ///   - rest: The bytes after the last newline, which an interrupted write may have left.
    func reading(of lines: [[UInt8]], followedBy rest: [UInt8]) -> Reading {
        var reading = Reading()
        var next = Int.max
        do throws(JournalError) {
            try requireBeginning(ofLine: rest)
            for (index, line) in lines.enumerated().reversed() {
                let entry = try entry(in: line, number: index + 1)
                guard entry.number < next else { throw .damaged(path: path, line: index + 1) }
                if entry.isNumbered { next = entry.number }
                reading.lines.append(entry)
            }
        } catch {
            reading.damage = error
        }
        reading.lines.reverse()
        // A line that continues an entry is not an entry by itself. Without the entry, it is unusable.
        var positions: [Int: Int] = [:]
        for (index, line) in reading.lines.enumerated() {
            if line.continues == nil {
                positions[line.number] = reading.entries.count
                reading.entries.append(line)
            } else if let position = line.continues.flatMap({ positions[$0] }) {
                reading.entries[position].changes += line.changes
                reading.entries[position].records += line.records
                if line.changes.isEmpty { reading.entries[position].isPending = false }
            } else if reading.damage == nil {
                reading.damage = .damaged(path: path, line: lines.count - reading.lines.count + index + 1)
            }
        }
        return reading
    }
}
