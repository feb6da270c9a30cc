/// A key with the type of its value and its default: declared once, as a static member, and used by a leading dot.
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
public struct PreferenceKey<Value: Sendable>: Sendable {
    /// The name under which the value is stored, before the preferences' ``KeyMapping``.
    public let name: String
    private let makeDefault: @Sendable () -> Value

    /// What the key has while nothing is stored or registered for it.
    public var defaultValue: Value { makeDefault() }

    /// A key with a default.
    public init(_ name: String, default value: Value) {
        self.name = name
        makeDefault = { value }
    }

    /// A key with a default that is found out each time it is needed.
    public init(_ name: String, computedDefault: @escaping @Sendable () -> Value) {
        self.name = name
        makeDefault = computedDefault
    }

    /// A key whose value is nil while nothing is stored for it. Setting nil removes what is stored.
    public init(_ name: String) where Value: ExpressibleByNilLiteral {
        self.init(name, computedDefault: { nil })
    }
}

extension PreferenceKey {
    /// A key whose name is a case of an enumeration.
    public init<Name: RawRepresentable<String>>(_ name: Name, default value: Value) {
        self.init(name.rawValue, default: value)
    }

    /// A key whose name is a case of an enumeration, with a default that is found out each time it is needed.
    public init<Name: RawRepresentable<String>>(_ name: Name, computedDefault: @escaping @Sendable () -> Value) {
        self.init(name.rawValue, computedDefault: computedDefault)
    }

    /// A key whose name is a case of an enumeration, and whose value is nil while nothing is stored for it.
    public init<Name: RawRepresentable<String>>(_ name: Name) where Value: ExpressibleByNilLiteral {
        self.init(name.rawValue)
    }
}

extension PreferenceKey {
    /// The key of the one object of a type, named after the type.
    public static func named<Object>(after type: Object.Type) -> PreferenceKey where Value == Object? {
        PreferenceKey("\(type)")
    }
}

/// A key, whatever the type of its value.
public protocol NamedPreference: Sendable {
    /// The name under which the value is stored, before the preferences' ``KeyMapping``.
    var name: String { get }
}

extension PreferenceKey: NamedPreference {}

/// Keys that belong together, to be reset together.
///
/// ```swift
/// let editorKeys = PreferenceGroup(PreferenceKey.fontSize, PreferenceKey.lastAccount)
/// preferences.resetAll(of: editorKeys)
/// ```
public struct PreferenceGroup: Sendable {
    /// The names of the keys.
    public let names: [String]

    /// A group of keys.
    public init(_ keys: any NamedPreference...) {
        names = keys.map(\.name)
    }

    /// A group of all the cases of an enumeration.
    public init<Name: RawRepresentable<String> & CaseIterable>(_ type: Name.Type) {
        names = Name.allCases.map(\.rawValue)
    }
}
