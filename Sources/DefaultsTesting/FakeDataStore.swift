import DefaultsCore
public import DefaultsObjects
import Synchronization

/// A ``/DefaultsObjects/DataStore`` in memory for tests, which can be told to fail.
public final class FakeDataStore: DataStore {
    private let store: DomainDataStore
    private let failure = Mutex<(any Error)?>(nil)

    /// An empty store.
    public init() {
        store = DomainDataStore(.global, in: InMemoryDomainStore())
    }

    /// Makes every following call throw the error; nil ends that.
    public func fail(with error: (any Error)?) {
        failure.withLock { $0 = error }
    }

    /// The value of a key; nil where there is none.
    public func read<Value: Decodable & Sendable>(
        _ type: Value.Type, for key: some RawRepresentable<String> & Sendable
    ) async throws -> Value? {
        try throwFailure()
        return try await store.read(type, for: key)
    }

    /// Stores a value; nil removes it.
    public func write(
        _ value: some Encodable & Sendable, for key: some RawRepresentable<String> & Sendable
    ) async throws {
        try throwFailure()
        try await store.write(value, for: key)
    }

    /// Removes what is stored for a key.
    public func delete(_ key: some RawRepresentable<String> & Sendable) async throws {
        try throwFailure()
        try await store.delete(key)
    }

    private func throwFailure() throws {
        if let error = failure.withLock({ $0 }) { throw error }
    }
}
