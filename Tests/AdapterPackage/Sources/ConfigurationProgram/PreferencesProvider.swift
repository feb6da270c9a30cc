import Configuration
import DefaultsPreferences
import Foundation
import Synchronization

/// Provides the values of a domain to swift-configuration, and follows their changes.
struct PreferencesProvider: ConfigProvider {
    private let preferences: Preferences
    private let secrets: SecretsSpecifier<String, PropertyListValue>
    /// Keeps the values up to date.
    private let observation: DomainObservation

    /// Creates a provider.
    ///
    /// - Parameters:
    ///   - preferences: The preferences whose domain is read. Their arguments and defaults are not used.
    ///   - secrets: The values that must not be logged. If the store holds secrets, all values are secrets.
    init(_ preferences: Preferences, secrets: SecretsSpecifier<String, PropertyListValue> = .none) {
        self.preferences = preferences
        self.secrets = preferences.store.holdsSecrets ? .all : secrets
        observation = preferences.observe {}
    }

    var providerName: String { "PreferencesProvider" }

    func value(forKey key: AbsoluteConfigKey, type: ConfigType) throws -> LookupResult {
        try currentSnapshot.value(forKey: key, type: type)
    }

    func fetchValue(forKey key: AbsoluteConfigKey, type: ConfigType) async throws -> LookupResult {
        try await preferences.async { try $0.synchronize() }
        return try value(forKey: key, type: type)
    }

    nonisolated(nonsending) func watchValue<Return: ~Copyable>(
        forKey key: AbsoluteConfigKey, type: ConfigType,
        updatesHandler:
            nonisolated(nonsending) (
                ConfigUpdatesAsyncSequence<Result<LookupResult, any Error>, Never>
            ) async throws -> Return
    ) async throws -> Return {
        let last = Mutex<LookupResult?>(nil)
        return try await watch(updatesHandler) { snapshot in
            let result = Result { try snapshot.value(forKey: key, type: type) }
            return last.withLock { last in
                if let last, last == (try? result.get()) { return nil }
                last = try? result.get()
                return result
            }
        }
    }

    func snapshot() -> any ConfigSnapshot { currentSnapshot }

    nonisolated(nonsending) func watchSnapshot<Return: ~Copyable>(
        updatesHandler:
            nonisolated(nonsending) (
                ConfigUpdatesAsyncSequence<any ConfigSnapshot, Never>
            ) async throws -> Return
    ) async throws -> Return {
        try await watch(updatesHandler) { $0 }
    }

    private var currentSnapshot: PreferencesSnapshot {
        PreferencesSnapshot(
            providerName: providerName, contents: Result { try preferences.contents }, secrets: secrets)
    }

    /// Passes a sequence to a handler: what is made of the snapshot now, and of one after each change.
    private nonisolated(nonsending) func watch<Element: Sendable, Return: ~Copyable>(
        _ handler: nonisolated(nonsending) (ConfigUpdatesAsyncSequence<Element, Never>) async throws -> Return,
        element: @escaping @Sendable (PreferencesSnapshot) -> Element?
    ) async throws -> Return {
        let (changes, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let observation = preferences.observe { continuation.yield() }
        defer { observation.cancel() }
        continuation.yield()
        return try await handler(ConfigUpdatesAsyncSequence(changes.compactMap { element(currentSnapshot) }))
    }
}

/// The values of a domain at one time.
struct PreferencesSnapshot: ConfigSnapshot, CustomStringConvertible {
    let providerName: String
    fileprivate let contents: Result<PropertyListDictionary, any Error>
    fileprivate let secrets: SecretsSpecifier<String, PropertyListValue>

    /// The name alone, because values may be secrets.
    var description: String { providerName }

    /// Returns the value of a key. The key `window.width` is the path of a nested value, or else a name with a dot.
    func value(forKey key: AbsoluteConfigKey, type: ConfigType) throws -> LookupResult {
        let name = key.components.joined(separator: ".")
        let contents = try contents.get()
        guard let value = contents[PropertyListPath(key.components)] ?? contents[name] else {
            return LookupResult(encodedKey: name, value: nil)
        }
        guard let content = try? ConfigContent(value, as: type) else {
            throw WrongType(key: name, found: value.type, expected: type)
        }
        let isSecret = secrets.isSecret(key: name, value: value)
        return LookupResult(encodedKey: name, value: ConfigValue(content, isSecret: isSecret))
    }

    /// The error of a value that has another type. It does not contain the value.
    struct WrongType: Error, CustomStringConvertible {
        let key: String
        let found: PropertyListType
        let expected: ConfigType

        var description: String { "'\(key)' has type \(found), which is not convertible to \(expected)" }
    }
}

extension ConfigContent {
    /// Converts a stored value, without parsing text.
    fileprivate init(_ value: PropertyListValue, as type: ConfigType) throws {
        let decoder = PropertyListValueDecoder()
        self =
            switch type {
            case .string: .string(try decoder.decode(from: value))
            case .int: .int(try decoder.decode(from: value))
            case .double: .double(try decoder.decode(from: value))
            case .bool: .bool(try decoder.decode(from: value))
            case .bytes: .bytes([UInt8](try decoder.decode(Data.self, from: value)))
            case .stringArray: .stringArray(try decoder.decode(from: value))
            case .intArray: .intArray(try decoder.decode(from: value))
            case .doubleArray: .doubleArray(try decoder.decode(from: value))
            case .boolArray: .boolArray(try decoder.decode(from: value))
            case .byteChunkArray: .byteChunkArray(try decoder.decode([Data].self, from: value).map { [UInt8]($0) })
            }
    }
}
