public import PropertyList

/// A type that a preference can have with a total conversion: every value can be stored, and anything stored is either one or not.
///
/// The scalars, `Date`, `Data`, `URL`, `UUID`, and arrays, sets and dictionaries of them conform. An enumeration with a raw value of such
/// a type conforms by saying so:
///
/// ```swift
/// enum Theme: String, PreferenceValue { case light, dark }
/// ```
///
/// Any other `Codable` type is stored with `set(_:for:)`, which can fail.
public protocol PreferenceValue: PreferenceStorable {
    /// What is stored for the value.
    var storedElement: PropertyListValue { get }
}

/// A ``PreferenceValue``, or an optional one, of which nil is stored as nothing.
public protocol PreferenceStorable: Sendable {
    /// What is stored for the value; nil where nothing is.
    var storedValue: PropertyListValue? { get }

    /// The value that is stored.
    ///
    /// - Returns: nil where what is stored is no such value.
    static func preference(from stored: PropertyListValue) -> Self?

    /// The type of what is stored, which a ``Migration`` to a key of such values expects; nil, as by default, where it can be of several.
    static var storedType: PropertyListType? { get }
}

extension PreferenceStorable {
    /// No type in particular.
    public static var storedType: PropertyListType? { nil }
}

extension PreferenceValue {
    /// What is stored for the value.
    public var storedValue: PropertyListValue? { storedElement }
}

extension PreferenceValue where Self: RawRepresentable, RawValue: PreferenceValue {
    /// What is stored for the raw value.
    public var storedElement: PropertyListValue { rawValue.storedElement }

    /// The value whose raw value is stored.
    public static func preference(from stored: PropertyListValue) -> Self? {
        RawValue.preference(from: stored).flatMap(Self.init(rawValue:))
    }

    /// The type that is stored for raw values.
    public static var storedType: PropertyListType? { RawValue.storedType }
}

extension Optional: PreferenceStorable where Wrapped: PreferenceValue {
    /// What is stored for the value; nothing for nil.
    public var storedValue: PropertyListValue? { self?.storedElement }

    /// The value that is stored, which is not nil.
    public static func preference(from stored: PropertyListValue) -> Wrapped?? {
        // Something of another type is not nil: it is no value of this type.
        Wrapped.preference(from: stored).map { .some($0) }
    }

    /// The type that is stored for a value that is not nil.
    public static var storedType: PropertyListType? { Wrapped.storedType }
}

extension Array: PreferenceStorable where Element: PreferenceValue {}
extension Array: PreferenceValue where Element: PreferenceValue {
    /// An array of what is stored for the elements.
    public var storedElement: PropertyListValue { .array(map(\.storedElement)) }

    /// The array that is stored, if every element is one.
    public static func preference(from stored: PropertyListValue) -> [Element]? {
        guard case .array(let values) = stored else { return nil }
        let elements = values.compactMap(Element.preference)
        return elements.count == values.count ? elements : nil
    }

    /// An array.
    public static var storedType: PropertyListType? { .array }
}

extension Set: PreferenceStorable where Element: PreferenceValue {}
extension Set: PreferenceValue where Element: PreferenceValue {
    /// An array of what is stored for the elements, equal sets in the same order.
    public var storedElement: PropertyListValue { .array(map(\.storedElement).inFixedOrder) }

    /// The elements of the array that is stored.
    public static func preference(from stored: PropertyListValue) -> Set<Element>? {
        [Element].preference(from: stored).map(Set.init)
    }

    /// An array.
    public static var storedType: PropertyListType? { .array }
}

extension Dictionary: PreferenceStorable where Key == String, Value: PreferenceValue {}
extension Dictionary: PreferenceValue where Key == String, Value: PreferenceValue {
    /// A dictionary of what is stored for the values.
    public var storedElement: PropertyListValue {
        .dictionary(PropertyListDictionary(map { ($0.key, $0.value.storedElement) }))
    }

    /// The dictionary that is stored, if every value is one.
    public static func preference(from stored: PropertyListValue) -> [String: Value]? {
        guard case .dictionary(let values) = stored else { return nil }
        var dictionary: [String: Value] = [:]
        for (key, value) in values {
            // Two keys that Swift takes for one would be one lost.
            guard let value = Value.preference(from: value), dictionary.updateValue(value, forKey: key) == nil else {
                return nil
            }
        }
        return dictionary
    }

    /// A dictionary.
    public static var storedType: PropertyListType? { .dictionary }
}
