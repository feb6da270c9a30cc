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
