public import DefaultsCore
import Dispatch
import PropertyList

/// A ``DataStore`` over a domain: each key of it a key of the domain.
///
/// Each call is one locked and durable change, or one look at the domain as it is, so that what another launch or program stored is seen.
public struct DomainDataStore: DataStore {
    private let domain: Domain
    private let store: any DomainStore
    private let coding: DataStoreCoding

    /// A store over a domain.
    ///
    /// - Parameters:
    ///   - domain: the domain.
    ///   - store: where it is kept; by default in Foundation's places.
    ///   - coding: how values become what is stored; by default property list values.
    public init(
        _ domain: Domain, in store: any DomainStore = FileDomainStore(), coding: DataStoreCoding = .propertyList
    ) {
        self.domain = domain
        self.store = store
        self.coding = coding
    }

    /// A store of one user of a program that has many: over a domain of their own, `<suite>.user.<identifier>`, and without a user over the
    /// suite's.
    ///
    /// - Throws: ``/DefaultsCore/PreferencesError/invalidName(_:_:)`` where the identifier is none that a domain can be named after.
    public init(
        suite: Domain, user identifier: String?, in store: any DomainStore = FileDomainStore(),
        coding: DataStoreCoding = .propertyList
    ) throws(PreferencesError) {
        self.init(try suite.ofUser(identifier), in: store, coding: coding)
    }

    /// The value of a key; nil where there is none.
    ///
    /// - Throws: ``/DefaultsCore/PreferenceValueError`` where what is stored does not decode; ``/DefaultsCore/PreferencesError`` where the domain cannot be read.
    public func read<Value: Decodable & Sendable>(
        _ type: Value.Type, for key: some RawRepresentable<String> & Sendable
    ) async throws -> Value? {
        let key = key.rawValue
        let stored = try await perform { try store.entry(of: domain, key: key)?.value }
        return try stored.map { try coding.decoded(type, from: $0, key: key) }
    }

    /// Stores a value, in place of what the key had; nil removes it. When it returns, the value is on the disk. Of two writers of one key the
    /// later wins; other keys stay.
    ///
    /// - Throws: ``/DefaultsCore/PreferenceValueError`` with the path of what cannot be stored, or ``/DefaultsCore/PreferencesError``; nothing is changed.
    public func write(
        _ value: some Encodable & Sendable, for key: some RawRepresentable<String> & Sendable
    ) async throws {
        let key = key.rawValue
        let encoded = try coding.encoded(value, for: key)
        let edit: ChangeSet.Edit = encoded.map { .set(.key(key), $0) } ?? .remove(.key(key))
        try await perform { try store.apply(ChangeSet([edit]), to: domain) }
    }

    /// Removes what is stored for a key, if anything is; other keys stay.
    ///
    /// - Throws: ``/DefaultsCore/PreferencesError``; nothing is changed.
    public func delete(_ key: some RawRepresentable<String> & Sendable) async throws {
        let key = key.rawValue
        try await perform { try store.apply(ChangeSet([.remove(.key(key))]), to: domain) }
    }

    /// Files are waited for on a thread that nothing else needs.
    private func perform<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async {
                continuation.resume(with: Swift.Result(catching: body))
            }
        }
    }
}
