/// A place for values that encode themselves, read and written asynchronously: what a program's features depend on, so that a test can give
/// them another one.
///
/// Keys are the cases of an enumeration of strings, never bare text:
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
    /// The value of a key; nil where there is none.
    ///
    /// - Throws: ``/DefaultsCore/PreferenceValueError`` where what is stored does not decode.
    func read<Value: Decodable & Sendable>(
        _ type: Value.Type, for key: some RawRepresentable<String> & Sendable
    ) async throws -> Value?

    /// Stores a value, in place of what the key had; nil removes it. When it returns, the value is kept.
    ///
    /// - Throws: ``/DefaultsCore/PreferenceValueError`` where the value cannot be stored; nothing is changed.
    func write(_ value: some Encodable & Sendable, for key: some RawRepresentable<String> & Sendable) async throws

    /// Removes what is stored for a key, if anything is.
    func delete(_ key: some RawRepresentable<String> & Sendable) async throws
}
