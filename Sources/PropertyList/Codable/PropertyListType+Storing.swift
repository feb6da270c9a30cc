extension PropertyListType {
    /// Creates the type in which ``PropertyListValueEncoder`` stores the values of a Swift type. Returns `nil` if the
    /// stored type depends on the value.
    package init?(storing type: any Any.Type) {
        let stored: PropertyListType? =
            switch type {
            case let native as any NativePropertyListValue.Type: native.propertyListType
            case let container as any TypedContainer.Type: container.propertyListType
            case let raw as any RawRepresentable.Type: Self.storing(rawValuesOf: raw)
            default: nil
            }
        guard let stored else { return nil }
        self = stored
    }

    /// Returns the type in which values of a Swift type are stored as a single value, which is `nil` for any type, and
    /// a description such as “an integer”. Returns `nil` for a Swift type that is stored as a container of its fields.
    package static func native(_ type: any Any.Type) -> (stored: PropertyListType?, expectation: String)? {
        (type as? any NativePropertyListValue.Type).map { ($0.propertyListType, $0.expectation) }
    }

    private static func storing<Raw: RawRepresentable>(rawValuesOf type: Raw.Type) -> PropertyListType? {
        PropertyListType(storing: Raw.RawValue.self)
    }
}

/// A generic type whose values all have the same stored type.
private protocol TypedContainer {
    static var propertyListType: PropertyListType? { get }
}

extension Optional: TypedContainer {
    fileprivate static var propertyListType: PropertyListType? { PropertyListType(storing: Wrapped.self) }
}

extension Array: TypedContainer {
    fileprivate static var propertyListType: PropertyListType? { .array }
}

extension Set: TypedContainer {
    fileprivate static var propertyListType: PropertyListType? { .array }
}

extension Dictionary: TypedContainer where Key == String {
    fileprivate static var propertyListType: PropertyListType? { .dictionary }
}
