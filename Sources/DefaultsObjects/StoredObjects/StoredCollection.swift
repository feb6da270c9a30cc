public import DefaultsCore
import PropertyList

/// A collection of identifiable objects that is stored between launches, as a dictionary under one key of a domain.
///
/// Saving several objects saves all of them or none: all objects are encoded before the domain is changed.
public struct StoredCollection<Element: Codable & Identifiable & Sendable>: Sendable
where Element.ID: CustomStringConvertible {
    private let name: String
    private let domain: Domain
    private let store: any DomainStore

    /// Creates a collection under a key of a domain.
    ///
    /// - Parameters:
    ///   - name: The key.
    ///   - domain: The domain.
    ///   - store: The store of the domain. Defaults to the files that `UserDefaults` uses.
    public init(_ name: some RawRepresentable<String>, in domain: Domain, of store: any DomainStore = FileDomainStore())
    {
        self.name = name.rawValue
        self.domain = domain
        self.store = store
    }

    /// Stores objects durably and replaces those with the same identities.
    ///
    /// - Throws: ``/DefaultsCore/PreferenceValueError`` with the path of the part that cannot be stored, or
    ///   ``/DefaultsCore/PreferencesError``. Stored objects are unchanged.
    public func save(_ elements: Element...) throws {
        try save(elements)
    }

    /// Stores objects durably and replaces those with the same identities.
    ///
    /// - Throws: The same errors as the function with several parameters.
    public func save(_ elements: [Element]) throws {
        var encoded: [(String, PropertyListValue?)] = []
        for element in elements {
            let value = try PreferenceValueError.encoding(name) {
                try PropertyListValueEncoder().encode([key(of: element.id): element])
            }
            if case .dictionary(let entry) = value { encoded += entry.map { ($0.key, $0.value) } }
        }
        try update { $0.apply(encoded) }
    }

    /// Returns the object with an identity, or `nil` if there is none.
    ///
    /// - Throws: ``/DefaultsCore/PreferenceValueError`` if the stored object cannot be decoded, or
    ///   ``/DefaultsCore/PreferencesError``.
    public func element(_ identity: Element.ID) throws -> Element? {
        let key = key(of: identity)
        return try entries()[key].map { try decoded($0, key: key) }
    }

    /// Returns all objects, in the order of their identities' texts.
    ///
    /// - Throws: ``/DefaultsCore/PreferenceValueError`` if a stored object cannot be decoded, or
    ///   ``/DefaultsCore/PreferencesError``.
    public func all() throws -> [Element] {
        try entries().map { try decoded($0.value, key: $0.key) }
    }

    /// Returns the number of objects.
    ///
    /// - Throws: ``/DefaultsCore/PreferenceValueError`` if the stored value is not a collection, or
    ///   ``/DefaultsCore/PreferencesError``.
    public func count() throws -> Int {
        try entries().count
    }

    /// Returns whether there is an object with an identity.
    ///
    /// - Throws: The same errors as ``count()``.
    public func contains(_ identity: Element.ID) throws -> Bool {
        try entries()[key(of: identity)] != nil
    }

    /// Deletes the objects with the given identities, if any, in one durable change.
    ///
    /// - Throws: The same errors as ``count()``. Stored objects are unchanged.
    public func delete(_ identities: Element.ID...) throws {
        try update { entries in
            entries.apply(identities.map { (key(of: $0), nil) })
        }
    }

    /// Deletes all objects of the collection durably. Other keys of the domain stay.
    ///
    /// - Throws: ``/DefaultsCore/PreferencesError``. Stored objects are unchanged.
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
        let entry = PropertyListValue.dictionary([key: value])
        return try PreferenceValueError.decoding(name, from: entry) {
            let found = try PropertyListValueDecoder().decode([String: Element].self, from: entry)
            guard let element = found[key] else {
                throw PreferenceValueError.corrupt(at: PropertyListPath([name, key]), reason: "it is missing")
            }
            return element
        }
    }
}
