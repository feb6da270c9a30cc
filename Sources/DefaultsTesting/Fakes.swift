public import DefaultsCore
import PropertyList
import Synchronization

/// A ``/DefaultsCore/DataStore`` in memory for tests, which can be told to fail.
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

/// ``/DefaultsCore/KeyedValues`` in memory for tests, which remember what was done with them and can be told to fail.
public final class FakeKeyedValues<Name: RawRepresentable<String> & Sendable>: KeyedValues {
    private struct State {
        var failure: (any Error)?
        var writtenNames: [String] = []
    }

    private let values: PreferencesByName<Name>
    private let state = Mutex(State())

    /// Empty values.
    public init() {
        values = Preferences.inMemory().keyed(by: Name.self)
    }

    /// Makes every following call throw the error; nil ends that.
    public func fail(with error: (any Error)?) {
        state.withLock { $0.failure = error }
    }

    /// The names that were written or removed, in order.
    public var writtenNames: [String] { state.withLock { $0.writtenNames } }

    /// The value of a key; nil where there is none.
    public func read<Value: Decodable & Sendable>(_ type: Value.Type, for name: Name) throws -> Value? {
        try throwFailure()
        return try values.read(type, for: name)
    }

    /// Sets the value of a key; nil removes it.
    public func write(_ value: some Encodable & Sendable, for name: Name) throws {
        try throwFailure()
        try values.write(value, for: name)
        state.withLock { $0.writtenNames.append(name.rawValue) }
    }

    /// Removes the value of a key, if there is one.
    public func remove(_ name: Name) throws {
        try throwFailure()
        try values.remove(name)
        state.withLock { $0.writtenNames.append(name.rawValue) }
    }

    private func throwFailure() throws {
        if let error = state.withLock({ $0.failure }) { throw error }
    }
}
