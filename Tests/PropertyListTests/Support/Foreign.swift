import Foundation
import PropertyList
import TestExtent

/// Comparisons with Foundation, which shares no code with the readers under test.
enum Foreign {
    /// Returns the root of a property list as `PropertyListSerialization` reads it.
    static func read(_ data: Data) throws -> Any {
        try PropertyListSerialization.propertyList(from: data, options: [], format: nil)
    }

    /// Returns whether an object of Foundation has the type and content of a value.
    ///
    /// References in keyed archives are opaque in Foundation, so only their type is compared.
    static func isSame(_ object: Any, as value: PropertyListValue) -> Bool {
        StoredValue(foundation: object) == StoredValue(value)
    }
}

extension StoredValue {
    fileprivate init(_ value: PropertyListValue) {
        switch value {
        case .string(let text): self = .string(text)
        case .boolean(let flag): self = .boolean(flag)
        case .integer(let number): self = .integer(Int128(number.description) ?? 0)
        case .real(let number): self = .real(number)
        case .date(let date): self = .date(date.timeIntervalSince1970)
        case .data(let data): self = .data(Array(data))
        case .uid: self = .other("_NSKeyedArchiverUID")
        case .array(let elements): self = .array(elements.map(StoredValue.init))
        case .dictionary(let pairs): self = .dictionary(pairs.map { ($0.key, StoredValue($0.value)) })
        }
    }
}
