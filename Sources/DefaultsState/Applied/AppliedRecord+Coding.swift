import DefaultsCore

// Not `Codable`, for two reasons. Names of domains are keys, and a `[String: …]` dictionary would not compare them by
// Unicode scalars. A record with unknown parts must be refused.

extension AppliedRecord {
    /// The record as the contents of a property list. Empty if nothing is owned.
    var dictionary: PropertyListDictionary {
        if isEmpty { return [:] }
        return [
            "schema": .integer(Self.schema), "identifier": .string(identifier),
            "state": .string(isComplete ? "applied" : "applying"),
            "domains": .dictionary(
                PropertyListDictionary(domains.map { ($0.domain.spelling, .dictionary($0.dictionary)) })),
        ]
    }

    /// Reads a record from the contents of its file.
    ///
    /// - Parameter identifier: The identifier, from the name of the file.
    init(_ contents: PropertyListDictionary, identifier: String) throws(RecordFault) {
        let record = RecordReader(.dictionary(contents))
        guard try record["schema"].integer() == Self.schema else { throw .newer }
        self.identifier = try record["identifier"].text { $0.hasSameScalars(as: identifier) ? $0 : nil }
        isComplete = try record["state"].text { ["applied", "applying"].contains($0) ? $0 : nil } == "applied"
        for (text, owned) in try record["domains"].members() {
            domains.append(try OwnedDomain(RecordReader(.string(text)), RecordReader(owned)))
        }
        guard !isEmpty, contents.count == 4 else { throw .damaged }
    }
}

extension AppliedRecord.OwnedDomain {
    fileprivate var dictionary: PropertyListDictionary {
        var dictionary: PropertyListDictionary = ["paths": .array(paths.map { .dictionary($0.dictionary) })]
        dictionary["dictionaries"] =
            dictionaries.isEmpty ? nil : .array(dictionaries.map { .dictionary($0.dictionary) })
        return dictionary
    }

    fileprivate init(_ text: RecordReader, _ owned: RecordReader) throws(RecordFault) {
        domain = try text.text(DomainSpelling.domain(recordedAs:))
        paths = try owned["paths"].list().map(AppliedRecord.OwnedPath.init)
        dictionaries = try owned["dictionaries"].ifPresent?.list().map(KeyEdit.init) ?? []
        guard !isEmpty, Set(paths.map(\.path)).count == paths.count,
            Set(dictionaries.map(\.path)).count == dictionaries.count
        else { throw .damaged }
    }
}

extension AppliedRecord.OwnedPath {
    fileprivate var dictionary: PropertyListDictionary {
        var dictionary = restoration.dictionary
        // A property list cannot represent a missing value.
        dictionary["applied"] = .array(applied.map { .dictionary($0.map { ["value": $0] } ?? [:]) })
        return dictionary
    }

    fileprivate init(_ owned: RecordReader) throws(RecordFault) {
        restoration = try KeyEdit(owned)
        applied = try owned["applied"].list().map { (state) throws(RecordFault) in try state.members()["value"] }
        guard !applied.isEmpty else { throw .damaged }
    }
}

extension KeyEdit {
    fileprivate var dictionary: PropertyListDictionary {
        var dictionary: PropertyListDictionary = ["path": .string(path.description)]
        dictionary["earlier"] = value
        return dictionary
    }

    fileprivate init(_ edit: RecordReader) throws(RecordFault) {
        self.init(try edit["path"].text(PropertyListPath.init(parsing:)), edit["earlier"].value)
    }
}
