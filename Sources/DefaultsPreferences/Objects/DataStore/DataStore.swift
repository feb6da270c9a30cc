/// An asynchronous store of `Codable` values, which tests can replace by another implementation.
///
/// Keys are the cases of an enumeration of strings:
///
/// ```swift
/// enum UserAction: String { case firstLogin, indicatorIndex }
///
/// try await store.write(Date.now, for: UserAction.firstLogin)
/// let index = try await store.read(Int.self, for: UserAction.indicatorIndex) ?? 0
/// ```
///
/// `DefaultsTesting` has the checks that every store must pass.
public protocol DataStore: Sendable {
    /// Reads the value of a key.
    ///
    /// - Returns: The value, or `nil` if there is none.
    /// - Throws: ``PreferenceValueError`` if the stored value cannot be decoded.
    func read<Value: Decodable & Sendable>(
        _ type: Value.Type, for key: some RawRepresentable<String> & Sendable
    ) async throws -> Value?

    /// Stores the value of a key, or removes it if the value is `nil`.
    ///
    /// - Throws: ``PreferenceValueError`` if the value cannot be stored. Nothing is changed.
    func write(_ value: some Encodable & Sendable, for key: some RawRepresentable<String> & Sendable) async throws

    /// Removes the value of a key, if there is one.
    func remove(_ key: some RawRepresentable<String> & Sendable) async throws
}
