import Synchronization

/// A ``/DefaultsPreferences/DataStore`` in memory that can simulate errors.
///
/// ```swift
/// let fake = FakeDataStore()
/// try await fake.write(1, for: UserAction.indicatorIndex)
/// ```
public final class FakeDataStore: DataStore {
    private let store: DomainDataStore
    private let failure = Mutex<(any Error)?>(nil)

    /// Creates an empty store.
    public init() {
        store = DomainDataStore(.global, store: InMemoryDomainStore())
    }

    /// Makes all following calls throw an error. If the error is `nil`, calls succeed again.
    ///
    /// ```swift
    /// fake.fail(with: PreferencesError(.system, description: "no space left on device"))
    /// await #expect(throws: PreferencesError.self) { try await fake.write(2, for: UserAction.indicatorIndex) }
    /// ```
    public func fail(with error: (any Error)?) {
        failure.withLock { $0 = error }
    }

    /// Reads the value of a key, or returns `nil` if there is none.
    public func read<Value: Decodable & Sendable>(
        _ type: Value.Type, for key: some RawRepresentable<String> & Sendable
    ) async throws -> Value? {
        try throwFailure()
        return try await store.read(type, for: key)
    }

    /// Stores the value of a key, or removes it if the value is `nil`.
    public func write(
        _ value: some Encodable & Sendable, for key: some RawRepresentable<String> & Sendable
    ) async throws {
        try throwFailure()
        try await store.write(value, for: key)
    }

    /// Removes the value of a key.
    public func remove(_ key: some RawRepresentable<String> & Sendable) async throws {
        try throwFailure()
        try await store.remove(key)
    }

    private func throwFailure() throws {
        if let error = failure.withLock({ $0 }) { throw error }
    }
}
