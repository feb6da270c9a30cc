import DefaultsCore

extension Journal {
    /// The usable entries of a journal.
    package struct Reading: Sendable {
        /// The lines after the last unusable line, in order.
        fileprivate(set) var lines: [Journal.Entry] = []
        /// The entries after the last unusable line, in order.
        package var entries: [Journal.Entry] = []
        /// The error of the last unusable line, or `nil` if all lines are usable.
        package var damage: JournalError?
    }

    /// Reads the usable entries. A line is unusable if it is damaged, or if its number is not less than the next
    /// number. All lines before an unusable line are unusable, too. The lines after it remain usable, because
    /// entries are appended at the end.
    ///
    /// - Throws: ``JournalError`` if the file cannot be read.
    package func reading() throws(JournalError) -> Reading {
        let file = try Self.mapping(try LineFile.openToRead(path))
        guard let file else { throw JournalError(.missing(path: path)) }
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
        do throws(JournalError) {
            try requireBeginning(ofLine: rest)
        } catch {
            reading.damage = error
            return reading
        }
        for (index, line) in lines.enumerated().reversed() {
            do throws(JournalError) {
                let entry = try entry(in: line, number: index + 1)
                if let next = reading.lines.last(where: \.isNumbered), entry.number >= next.number {
                    throw JournalError(.damaged(path: path, line: index + 1))
                }
                reading.lines.append(entry)
            } catch {
                reading.damage = error
                break
            }
        }
        reading.lines.reverse()
        joinLines(of: &reading, after: lines.count - reading.lines.count)
        return reading
    }

    /// Combines lines into entries. A line that continues an entry is not an entry by itself. If the continued entry is
    /// not among the usable lines, the line is left out and reported as damage.
    ///
    /// - Parameter count: The number of lines before the usable ones.
    private func joinLines(of reading: inout Reading, after count: Int) {
        var positions: [Int: Int] = [:]
        for (index, line) in reading.lines.enumerated() {
            guard let first = line.continues else {
                positions[line.number] = reading.entries.count
                reading.entries.append(line)
                continue
            }
            if let position = positions[first] {
                reading.entries[position].changes += line.changes
                reading.entries[position].records += line.records
                if line.changes.isEmpty { reading.entries[position].isPending = false }
            } else {
                reading.damage = reading.damage ?? JournalError(.damaged(path: path, line: count + index + 1))
            }
        }
    }

    /// Returns the line of an entry that is to be appended.
    ///
    /// - Throws: ``JournalError`` if reading the line would not give the entry.
    func line(of entry: Journal.Entry) throws(JournalError) -> [UInt8] {
        let line = entry.line
        guard (try? Journal.Entry(line: line)) == entry else { throw JournalError(.unreadable(path: path)) }
        return line
    }
}
