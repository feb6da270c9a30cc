/// A key with the type of its value and a default.
///
/// Declare a key once, as a static member, and refer to it with a leading dot:
///
/// ```swift
/// extension PreferenceKey<Int> {
///     static let fontSize = Self("FontSize", default: 12)
/// }
///
/// extension PreferenceKey<String?> {
///     static let lastAccount = Self("LastAccount")
/// }
///
/// preferences[.fontSize] += 1
/// ```
///
/// Values can have any `Codable` type. They are stored as property list values, which the `defaults` command shows.
public struct PreferenceKey<Value: Sendable>: Sendable {
    /// The name of the key before the preferences' ``KeyMapping`` is applied.
    public let name: String
    private let makeDefault: @Sendable () -> Value

    /// The value of the key if no value is stored or registered. A computed default is computed at each access.
    public var defaultValue: Value { makeDefault() }

    /// Creates a key with a default.
    public init(_ name: String, default value: Value) {
        self.name = name
        makeDefault = { value }
    }

    /// Creates a key whose default is computed each time it is needed.
    public init(_ name: String, computedDefault: @escaping @Sendable () -> Value) {
        self.name = name
        makeDefault = computedDefault
    }

    /// Creates a key with the default `nil`. Setting `nil` removes the stored value.
    public init(_ name: String) where Value: ExpressibleByNilLiteral {
        self.init(name, computedDefault: { nil })
    }
}

extension PreferenceKey {
    /// Creates a key that is named by a case of an enumeration.
    public init<Name: RawRepresentable<String>>(_ name: Name, default value: Value) {
        self.init(name.rawValue, default: value)
    }

    /// Creates a key that is named by a case of an enumeration and whose default is computed each time it is needed.
    public init<Name: RawRepresentable<String>>(_ name: Name, computedDefault: @escaping @Sendable () -> Value) {
        self.init(name.rawValue, computedDefault: computedDefault)
    }

    /// Creates a key that is named by a case of an enumeration and has the default `nil`.
    public init<Name: RawRepresentable<String>>(_ name: Name) where Value: ExpressibleByNilLiteral {
        self.init(name.rawValue)
    }

    /// Returns a key that is named after the type of its value, for the only object of that type.
    public static func named<Object>(after type: Object.Type) -> PreferenceKey where Value == Object? {
        PreferenceKey("\(type)")
    }
}
