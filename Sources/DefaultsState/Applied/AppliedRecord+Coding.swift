import DefaultsCore
import PropertyList

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

    /// Reads a record.
    ///
    /// - Parameters:
    ///   - contents: The contents of the record's file.
    ///   - identifier: The identifier, from the name of the file.
    ///   - allowsPaths: Whether domains may be given by paths. A record below a root must not reach files outside the
    ///     root.
    /// - Returns: The record, or `nil` if the contents are empty.
    init?(
        _ contents: PropertyListDictionary, identifier: String, allowsPaths: Bool
    ) throws(StateApplier.ApplyError) {
        if contents.isEmpty { return nil }
        let damaged = StateApplier.ApplyError(.damagedRecord(identifier: identifier))
        guard case .integer(let schema)? = contents["schema"] else { throw damaged }
        if schema != Self.schema { throw StateApplier.ApplyError(.newerRecord(identifier: identifier)) }
        guard case .string(let name)? = contents["identifier"], name.hasSameScalars(as: identifier),
            case .string(let state)? = contents["state"], ["applied", "applying"].contains(state),
            case .dictionary(let domains)? = contents["domains"], contents.count == 4
        else { throw damaged }
        self.identifier = identifier
        isComplete = state == "applied"
        for (text, value) in domains {
            guard let domain = DomainSpelling.domain(recordedAs: text), case .dictionary(let owned) = value,
                let read = OwnedDomain(domain, owned)
            else { throw damaged }
            if case .path(let path) = domain.name, !allowsPaths {
                throw StateApplier.ApplyError(.pathBelowRoot(identifier: identifier, path: path))
            }
            self.domains.append(read)
        }
        guard !isEmpty else { throw damaged }
    }
}

extension AppliedRecord.OwnedDomain {
    fileprivate var dictionary: PropertyListDictionary {
        var dictionary: PropertyListDictionary = ["paths": .array(paths.map { .dictionary($0.dictionary) })]
        if !dictionaries.isEmpty {
            dictionary["dictionaries"] = .array(dictionaries.map { .dictionary($0.dictionary) })
        }
        return dictionary
    }

    fileprivate init?(_ domain: Domain, _ dictionary: PropertyListDictionary) {
        guard case .array(let paths)? = dictionary["paths"],
            case .array(let dictionaries) = dictionary["dictionaries"] ?? .array([])
        else { return nil }
        self.domain = domain
        self.paths = paths.compactMap { AppliedRecord.OwnedPath($0) }
        self.dictionaries = dictionaries.compactMap { KeyEdit($0) }
        // Invalid elements are missing, and repeated paths are not in the sets.
        guard !isEmpty, Set(self.paths.map(\.path)).count == paths.count,
            Set(self.dictionaries.map(\.path)).count == dictionaries.count
        else { return nil }
    }
}

extension AppliedRecord.OwnedPath {
    fileprivate var dictionary: PropertyListDictionary {
        var dictionary = restoration.dictionary
        // A property list cannot represent a missing value.
        dictionary["applied"] = .array(applied.map { .dictionary($0.map { ["value": $0] } ?? [:]) })
        return dictionary
    }

    fileprivate init?(_ value: PropertyListValue) {
        guard case .dictionary(let dictionary) = value, let restoration = KeyEdit(value),
            case .array(let states)? = dictionary["applied"], !states.isEmpty
        else { return nil }
        (self.restoration, applied) = (restoration, [])
        for state in states {
            guard case .dictionary(let state) = state else { return nil }
            applied.append(state["value"])
        }
    }
}

extension KeyEdit {
    fileprivate var dictionary: PropertyListDictionary {
        var dictionary: PropertyListDictionary = ["path": .string(path.description)]
        dictionary["earlier"] = value
        return dictionary
    }

    fileprivate init?(_ value: PropertyListValue) {
        guard case .dictionary(let dictionary) = value, case .string(let text)? = dictionary["path"],
            let path = PropertyListPath(parsing: text)
        else { return nil }
        self.init(path, dictionary["earlier"])
    }
}
