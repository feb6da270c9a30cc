public import DefaultsCore
import PropertyList

/// Objects of one type that are kept between launches, each under its identity, all in one dictionary under a key of a domain.
///
/// Saving several saves all or none: every one is encoded before anything is written. Nothing is counted beside the objects themselves, and
/// deleting all deletes these alone.
public struct StoredCollection<Element: Codable & Identifiable & Sendable>: Sendable
where Element.ID: CustomStringConvertible {
    private let name: String
    private let domain: Domain
    private let store: any DomainStore

    /// The objects under a key of a domain.
    public init(_ name: some RawRepresentable<String>, in domain: Domain, of store: any DomainStore = FileDomainStore())
    {
        self.name = name.rawValue
        self.domain = domain
        self.store = store
    }

    /// Stores objects, in place of those of the same identities.
    ///
    /// - Throws: ``/DefaultsCore/PreferenceValueError`` with the path of what cannot be stored; nothing is changed.
    public func save(_ elements: Element...) throws {
        try save(elements)
    }

    /// Stores objects, in place of those of the same identities.
    ///
    /// - Throws: ``/DefaultsCore/PreferenceValueError`` with the path of what cannot be stored; nothing is changed.
    public func save(_ elements: [Element]) throws {
        let encoded = try elements.map { element in
            let value = try PreferenceValueError.encoding(name) {
                try PropertyListValueEncoder().encode([key(of: element.id): element])
            }
            try value.requireStorable(as: name)
            return value
        }
        try update { entries in
            for case .dictionary(let entry) in encoded { entries.merge(entry) }
        }
    }

    /// The object of an identity; nil where there is none.
    ///
    /// - Throws: ``/DefaultsCore/PreferenceValueError`` where what is stored is no such object.
    public func element(_ identity: Element.ID) throws -> Element? {
        let key = key(of: identity)
        return try entries()[key].map { try decoded($0, key: key) }
    }

    /// All objects, in the order of their identities' texts.
    ///
    /// - Throws: ``/DefaultsCore/PreferenceValueError`` where one that is stored is no such object.
    public func all() throws -> [Element] {
        try entries().map { try decoded($0.value, key: $0.key) }
    }

    /// How many objects there are.
    ///
    /// - Throws: ``/DefaultsCore/PreferenceValueError`` where something else than a collection is stored; ``/DefaultsCore/PreferencesError`` where the domain cannot be
    ///   read.
    public func count() throws -> Int {
        try entries().count
    }

    /// Whether there is an object of an identity.
    ///
    /// - Throws: as ``count()``.
    public func contains(_ identity: Element.ID) throws -> Bool {
        try entries()[key(of: identity)] != nil
    }

    /// Deletes the objects of some identities, as far as there are any, in one change.
    ///
    /// - Throws: as ``count()``, and ``/DefaultsCore/PreferencesError`` where the domain cannot be written; nothing is changed.
    public func delete(_ identities: Element.ID...) throws {
        try update { entries in
            entries.apply(identities.map { (key(of: $0), nil) })
        }
    }

    /// Deletes all objects of the collection, and nothing else of the domain.
    ///
    /// - Throws: ``/DefaultsCore/PreferencesError``; nothing is changed.
    public func deleteAll() throws {
        try store.apply(ChangeSet([.remove(.key(name))]), to: domain)
    }

    private func key(of identity: Element.ID) -> String { identity.description }

    private func entries() throws -> PropertyListDictionary {
        try entries(of: store.contents(of: domain))
    }

    private func entries(of contents: PropertyListDictionary) throws -> PropertyListDictionary {
        switch contents[name] {
        case nil: return [:]
        case .dictionary(let entries): return entries
        case let other?:
            throw PreferenceValueError.wrongType(
                at: PropertyListPath([name]), expected: "a dictionary", found: other.type)
        }
    }

    private func update(_ body: (inout PropertyListDictionary) -> Void) throws {
        try store.update([domain]) { transaction in
            var entries = try entries(of: transaction[domain])
            body(&entries)
            transaction[domain][name] = entries.isEmpty ? nil : .dictionary(entries)
        }
    }

    private func decoded(_ value: PropertyListValue, key: String) throws -> Element {
        try PreferenceValueError.decoding(name, from: .dictionary([key: value])) {
            let found = try PropertyListValueDecoder().decode([String: Element].self, from: .dictionary([key: value]))
            guard let element = found[key] else {
                throw PreferenceValueError.corrupt(at: PropertyListPath([name, key]), reason: "it is missing")
            }
            return element
        }
    }
}
