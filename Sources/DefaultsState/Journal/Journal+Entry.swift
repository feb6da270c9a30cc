package import DefaultsCore
package import Foundation

extension Journal {
    /// Changes that a journal records together, under one number.
    package struct Entry: Hashable, Sendable {
        /// A value before and after the change.
        package struct Change: Hashable, Sendable {
            /// The domain that contains the value.
            package var domain: Domain
            /// The keys that lead to the value. No component is an index of an array.
            package var path: PropertyListPath
            /// The value before, or `nil` if there was no value.
            package var old: PropertyListValue?
            /// The value after, or `nil` if there was no value.
            package var new: PropertyListValue?

            /// Returns the values that a change of a domain sets and removes.
            static func changes(of change: Domain.Change) -> [Change] {
                change.differences.map { Change(domain: change.domain, path: $0.path, old: $0.old, new: $0.new) }
            }

            /// The old and the new value.
            package var difference: PropertyListDifference { .init(path: path, old: old, new: new) }
        }

        /// The record of an identifier before and after applying documents.
        package struct RecordChange: Hashable, Sendable {
            let identifier: String
            let old: PropertyListDictionary
            let new: PropertyListDictionary
        }

        /// The number. It is larger than the numbers of all earlier entries.
        package let number: Int
        /// The date of the change.
        package let date: Date
        /// The arguments of the command, or the name of the operation.
        package var command: [String]
        /// Whether the domains were below a root.
        var isBelowRoot: Bool
        /// The path of the folder that contained the domains, or `nil` if none of them was in the base folder. Earlier
        /// versions did not record it.
        var base: String?
        /// The numbers of the entries that an undo took back, the last one first. Empty for any other change.
        var undoes: [Int] = []
        /// Whether the entry is an undo, and the journal does not say that it was made. It may have been interrupted.
        var isPending = false
        /// The number of the entry that this line continues, or `nil` if the line begins an entry. Reading adds the
        /// changes to the continued entry. If there are none, the line says that the continued entry was made.
        var continues: Int?
        /// Whether the line has its own number. If not, it says that an undo was made, and has the undo's number.
        var isNumbered: Bool { number != continues }
        /// The values that changed, in order. An operation can change a value more than once.
        package var changes: [Change]
        /// The records of applied documents that changed together with the values, in order.
        package var records: [RecordChange] = []
    }
}

// Not `Codable`: nearly every member has a rule beyond its type, such as the range of a number.

extension Journal.Entry {
    /// The largest number of an entry. JSON represents it without a tag.
    static let largestNumber = (1 << 53) - 1

    /// The schema number of a line, which depends on the fields of the line.
    private enum Schema {
        static let change: PropertyListInteger = 1
        /// The schema of a line that continues an entry, or of an entry that has taken other entries back.
        static let reference: PropertyListInteger = 2
        /// The schema of an entry that takes other entries back, of the line that says that it was made, and of a line
        /// with records of applied documents.
        static let undo: PropertyListInteger = 3
    }

    /// The entry as a line of JSON, without its newline.
    var line: [UInt8] { JSONWriter(.lossless, layout: .compact).bytes(of: .dictionary(dictionary)) }

    /// The object that a journal contains for the entry.
    package var dictionary: PropertyListDictionary {
        let changes = changes.map { change in
            var dictionary: PropertyListDictionary = [
                "domain": .string(change.domain.spelling),
                "path": .string(change.path.description),
            ]
            dictionary["old"] = change.old
            dictionary["new"] = change.new
            return PropertyListValue.dictionary(dictionary)
        }
        var entry: PropertyListDictionary = [
            "schema": .integer(schema), "date": .string(ISO8601Text.text(of: date) ?? ""),
            "command": .array(command.map(PropertyListValue.string)), "changes": .array(changes),
        ]
        if isNumbered { entry["number"] = Self.value(number) }
        if isBelowRoot { entry["root"] = true }
        entry["base"] = base.map(PropertyListValue.string)
        entry["continues"] = continues.map(Self.value)
        if !undoes.isEmpty { entry["undoes"] = .array(undoes.map(Self.value)) }
        let records = records.map { record -> PropertyListValue in
            ["identifier": .string(record.identifier), "old": .dictionary(record.old), "new": .dictionary(record.new)]
        }
        if !records.isEmpty { entry["records"] = .array(records) }
        return entry
    }

    private var schema: PropertyListInteger {
        if isPending || !records.isEmpty || undoes.isEmpty && changes.isEmpty { return Schema.undo }
        return undoes.isEmpty && continues == nil ? Schema.change : Schema.reference
    }

    private static func value(_ number: Int) -> PropertyListValue {
        .integer(PropertyListInteger(Int64(number)))
    }

    /// Reads the number of an entry, which must be less than a limit.
    private static func number(_ value: RecordReader, below limit: Int) throws(RecordFault) -> Int {
        guard let number: Int = try value.integer().exactly(), (1..<limit).contains(number) else { throw .damaged }
        return number
    }

    /// Returns whether bytes can be the beginning of a line whose write was interrupted. After a power failure, any of
    /// these bytes can be NUL.
    static func mayBeBeginning(ofLine bytes: [UInt8]) -> Bool {
        beginnings.contains { zip(bytes, $0.utf8).allSatisfy { $0 == $1 || $0 == 0 } }
            || bytes.allSatisfy { $0 == 0 || $0 == UInt8(ascii: "\n") }
    }

    /// The possible beginnings of a line. In the order of keys, `base` or `changes` is its first key.
    private static let beginnings = ["{\"base\":\"", "{\"changes\":["]

    /// Reads an entry from a line of JSON.
    init(line: [UInt8]) throws(RecordFault) {
        let entry = RecordReader(try? JSONReader.read(line))
        let schema = try entry["schema"].integer()
        guard [Schema.change, Schema.reference, Schema.undo].contains(schema) else { throw .newer }
        changes = try entry["changes"].list().map(Change.init)
        let isNumbered = entry["number"].value != nil || !changes.isEmpty
        let number = try Self.number(entry[isNumbered ? "number" : "continues"], below: Self.largestNumber + 1)
        let earlier = { (value) throws(RecordFault) in try Self.number(value, below: number) }
        self.number = number
        date = try entry["date"].text(ISO8601Text.date)
        command = try entry["command"].list().map { (word) throws(RecordFault) in try word.text { $0 } }
        isBelowRoot = entry["root"].value == true
        base = try entry["base"].ifPresent?.text { $0 }
        undoes = try entry["undoes"].ifPresent?.list().map(earlier) ?? []
        isPending = schema == Schema.undo && !undoes.isEmpty
        continues = isNumbered ? try entry["continues"].ifPresent.map(earlier) : number
        records = try entry["records"].ifPresent?.list().map(RecordChange.init) ?? []
        guard !changes.isEmpty || !undoes.isEmpty || continues != nil else { throw .damaged }
        // Only the line that says that an undo was made has no number.
        guard isNumbered || schema == Schema.undo && undoes.isEmpty && records.isEmpty else { throw .damaged }
        // In another root, the path would be the same file.
        if isBelowRoot, changes.contains(where: \.domain.isPath) { throw .damaged }
    }
}

extension Journal.Entry.RecordChange {
    fileprivate init(_ record: RecordReader) throws(RecordFault) {
        identifier = try record["identifier"].text { AppliedRecord.isIdentifier($0) ? $0 : nil }
        (old, new) = (try record["old"].members(), try record["new"].members())
    }
}

extension Journal.Entry.Change {
    fileprivate init(_ change: RecordReader) throws(RecordFault) {
        domain = try change["domain"].text(DomainSpelling.domain(recordedAs:))
        path = try change["path"].text(PropertyListPath.init(parsing:))
        (old, new) = (change["old"].value, change["new"].value)
    }
}
