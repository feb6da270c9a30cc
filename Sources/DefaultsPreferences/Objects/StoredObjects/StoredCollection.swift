/// A collection of identifiable objects that is stored between launches, as a dictionary under one key of a domain.
///
/// ```swift
/// let notes = StoredCollection<Note>("Notes", in: domain)
/// try notes.save(Note(id: 1, text: "a"), Note(id: 2, text: "b"))
/// try notes.update(1) { $0?.text = "A" }
/// try notes.remove(2)
/// ```
///
/// Saving several objects saves all of them or none. Stored fields that the type does not have are kept, so that an
/// older version of a program preserves the fields of a newer version. Each change is one locked and durable update.
///
/// Functions wait for the lock of the domain and for the disk. In asynchronous functions, use ``async``.
public struct StoredCollection<Element: Codable & Identifiable & Sendable>: Sendable
where Element.ID: CustomStringConvertible {
    private let name: String
    private let domain: Domain
    private let store: any DomainStore

    /// A view whose body can wait for a lock or a disk without blocking a thread of the cooperative pool, as in
    /// `try await notes.async { try $0.count() }`.
    public var async: Asynchronous<StoredCollection> { Asynchronous(self) }

    /// Creates a collection under a key of a domain.
    ///
    /// - Parameters:
    ///   - name: The key.
    ///   - domain: The domain.
    ///   - store: The store of the domain. Defaults to the files that `UserDefaults` uses.
    public init(_ name: String, in domain: Domain, store: any DomainStore = FileDomainStore()) {
        (self.name, self.domain, self.store) = (name, domain, store)
    }

    /// Creates a collection under a key that is named by a case of an enumeration.
    public init(_ name: some RawRepresentable<String>, in domain: Domain, store: any DomainStore = FileDomainStore()) {
        self.init(name.rawValue, in: domain, store: store)
    }

    /// Stores objects durably and replaces stored objects with the same identities.
    ///
    /// - Throws: ``PreferenceValueError`` with the path of the part that cannot be stored, or
    ///   ``/DefaultsCore/PreferencesError``. Stored objects are unchanged.
    public func save(_ elements: Element...) throws {
        try save(elements)
    }

    /// Stores objects durably and replaces stored objects with the same identities.
    ///
    /// - Throws: The same errors as the variadic form.
    public func save(_ elements: [Element]) throws {
        try update { entries in
            // Of several objects with one identity, the last is stored, with stored fields that the type does not have.
            entries.apply(
                try elements.map { element in
                    let key = key(of: element.id)
                    return (key, try encoded(element, key: key, over: entries[key]))
                })
        }
    }

    /// Reads, changes and stores one object in one atomic and durable step.
    ///
    /// ```swift
    /// try notes.update(3) { note in
    ///     note = note ?? Note(id: 3, text: "")  // adds a note if there is none
    ///     note?.text += "!"
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - identity: The identity of the object.
    ///   - body: A closure that changes the object, which is `nil` if there is none. The object is removed if the
    ///     closure assigns `nil`. The closure may be called more than once, so it should have no other effects.
    /// - Returns: The result of the body.
    /// - Throws: The errors of `save(_:)`, ``PreferenceValueError`` if the stored object
    ///   cannot be decoded, `PreferenceValueError.Code.otherIdentity` if the closure has changed the
    ///   identity, or the error of the body. Stored objects are unchanged.
    @discardableResult
    public func update<Result>(
        _ identity: Element.ID, _ body: (inout Element?) throws -> Result
    ) throws -> Result {
        let key = key(of: identity)
        return try update { entries in
            let stored = entries[key]
            var element = try stored.map { try decoded($0, key: key) }
            let result = try body(&element)
            if let element, element.id != identity {
                throw PreferenceValueError.otherIdentity(expected: key, found: self.key(of: element.id))
            }
            entries[key] = try element.flatMap { try encoded($0, key: key, over: stored) }
            return result
        }
    }

    /// Returns the object with an identity, or `nil` if there is none.
    ///
    /// ```swift
    /// let text = try notes.element(1)?.text ?? "(deleted)"
    /// ```
    ///
    /// - Throws: ``PreferenceValueError`` if the stored object cannot be decoded, or
    ///   ``/DefaultsCore/PreferencesError``.
    public func element(_ identity: Element.ID) throws -> Element? {
        let key = key(of: identity)
        return try entries()[key].map { try decoded($0, key: key) }
    }

    /// Returns all objects, in the order of their identities' texts.
    ///
    /// ```swift
    /// let sorted = try notes.all().sorted { $0.id < $1.id }  // in the order 1, 2, 3, 10, not 1, 10, 2, 3
    /// ```
    ///
    /// - Throws: ``PreferenceValueError`` if a stored object cannot be decoded, or
    ///   ``/DefaultsCore/PreferencesError``.
    public func all() throws -> [Element] {
        try entries().map { try decoded($0.value, key: $0.key) }
    }

    /// Returns the number of objects.
    ///
    /// - Throws: ``PreferenceValueError`` if the stored value is not a collection, or
    ///   ``/DefaultsCore/PreferencesError``.
    public func count() throws -> Int {
        try entries().count
    }

    /// Removes the objects with the given identities, if any, in one durable change.
    ///
    /// ```swift
    /// try notes.remove(1, 2)  // one change
    /// ```
    ///
    /// - Throws: The same errors as `count()`. Stored objects are unchanged.
    public func remove(_ identities: Element.ID...) throws {
        try remove(identities)
    }

    /// Removes the objects with the given identities, if any, in one durable change.
    ///
    /// - Throws: The same errors as `count()`. Stored objects are unchanged.
    public func remove(_ identities: [Element.ID]) throws {
        try update { entries in
            entries.apply(identities.map { (key(of: $0), nil) })
        }
    }

    /// Removes all objects of the collection durably. Other keys of the domain are not changed.
    ///
    /// - Throws: ``/DefaultsCore/PreferencesError``. Stored objects are unchanged.
    public func removeAll() throws {
        try store.apply(ChangeSet([.remove(.key(name))]), to: domain)
    }

    /// Returns the objects of the collection as they change.
    ///
    /// The first element of the sequence has the present objects. Each further element has the objects after a change
    /// by this program or another program. It differs from the previous element. A slow consumer gets only the latest
    /// element. If the collection cannot be read or decoded after a change, the change is skipped.
    ///
    /// ```swift
    /// for await notes in notes.updates() {
    ///     list.show(notes)
    /// }
    /// ```
    ///
    /// - Returns: A sequence that ends when its task is cancelled, or after one element if the store does not
    ///   report changes.
    public func updates() -> some AsyncSequence<[Element], Never> & Sendable {
        store.changes(of: domain) {
            let entries = try entries()
            return (try entries.map { try decoded($0.value, key: $0.key) }, entries)
        }
    }
}

extension StoredCollection {
    private func key(of identity: Element.ID) -> String { identity.description }

    private func entries(of contents: PropertyListDictionary? = nil) throws -> PropertyListDictionary {
        switch try (contents ?? store.contents(of: domain))[name] {
        case nil: return [:]
        case .dictionary(let entries): return entries
        case let other?:
            throw PreferenceValueError.wrongType(
                at: PropertyListPath([name]), expected: "a dictionary", found: other.type)
        }
    }

    private func update<Result>(_ body: (inout PropertyListDictionary) throws -> Result) throws -> Result {
        try store.update([domain]) { transaction in
            var entries = try entries(of: transaction[domain])
            let result = try body(&entries)
            transaction[domain][name] = entries.isEmpty ? nil : .dictionary(entries)
            return result
        }
    }

    /// Encodes an object under its key, which is part of the path of an error.
    private func encoded(_ element: Element, key: String, over stored: PropertyListValue?) throws -> PropertyListValue?
    {
        let entry = try PreferenceValueError.encoding(name) {
            try PropertyListValueEncoder().encodeIfPresent(
                Entry(key: key, element: element), over: stored.map { .dictionary([key: $0]) })
        }
        guard case .dictionary(let entries)? = entry else { return nil }
        return entries[key]
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

    /// An object under its key.
    private struct Entry: Encodable {
        let key: String
        let element: Element

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: PathKey.self)
            try container.encode(element, forKey: PathKey(stringValue: key))
        }
    }
}
