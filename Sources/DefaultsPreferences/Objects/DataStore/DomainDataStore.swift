/// A ``DataStore`` that stores each value under its key in a domain.
///
/// Each write is one locked and durable change. Values are not cached: each read gets the present value from the store,
/// also if another process has written it.
public struct DomainDataStore: DataStore {
    private let domain: Domain
    private let store: any DomainStore
    private let coding: Coding

    /// Creates a store over a domain.
    ///
    /// ```swift
    /// let dataStore: any DataStore = DomainDataStore(domain, store: store)
    /// try await dataStore.write(4, for: UserAction.indicatorIndex)
    /// ```
    ///
    /// - Parameters:
    ///   - domain: The domain. In a program with many users, pass ``/DefaultsCore/Domain/ofUser(_:)``.
    ///   - store: The store of the domain. Defaults to the files that `UserDefaults` uses.
    ///   - coding: The form of stored values. Defaults to property list values.
    public init(_ domain: Domain, store: any DomainStore = FileDomainStore(), coding: Coding = .propertyList) {
        (self.domain, self.store, self.coding) = (domain, store, coding)
    }

    /// Reads the value of a key, or returns `nil` if there is none.
    ///
    /// - Throws: ``PreferenceValueError`` if the stored value cannot be decoded, or
    ///   ``/DefaultsCore/PreferencesError`` if the domain cannot be read.
    public func read<Value: Decodable & Sendable>(
        _ type: Value.Type, for key: some RawRepresentable<String> & Sendable
    ) async throws -> Value? {
        let key = key.rawValue
        let stored = try await store.async { [domain] in try $0.entry(of: domain, key: key)?.value }
        return try stored.map { try coding.decoded(type, from: $0, key: key) }
    }

    /// Stores the value of a key durably, or removes it if the value is `nil`. Other keys are not changed.
    ///
    /// - Throws: ``PreferenceValueError`` with the path of the part that cannot be stored, or
    ///   ``/DefaultsCore/PreferencesError``. Nothing is changed.
    public func write(
        _ value: some Encodable & Sendable, for key: some RawRepresentable<String> & Sendable
    ) async throws {
        let key = key.rawValue
        let encoded = try coding.encoded(value, for: key)
        let edit: ChangeSet.Edit = encoded.map { .set(.key(key), $0) } ?? .remove(.key(key))
        try await store.async { [domain] in try $0.apply(ChangeSet([edit]), to: domain) }
    }

    /// Removes the value of a key durably, if there is one. Other keys are not changed.
    ///
    /// - Throws: ``/DefaultsCore/PreferencesError``. Nothing is changed.
    public func remove(_ key: some RawRepresentable<String> & Sendable) async throws {
        try await write(String?.none, for: key)
    }
}
