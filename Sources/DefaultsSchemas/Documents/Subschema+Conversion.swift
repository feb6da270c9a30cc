import Foundation
package import PropertyList

extension SchemaDocument.Subschema {
    /// Returns a value with text replaced by values of the types that the schema has at their places. Text that is not
    /// such a value stays.
    package func converting(
        _ value: PropertyListValue, by convert: (String, PropertyListType) -> PropertyListValue?
    ) -> PropertyListValue {
        switch value {
        case .string(let text):
            let isAllowed = { (value: PropertyListValue) in allowedValues?.contains(value) ?? true }
            if types?.contains(.string) ?? true, isAllowed(value) { return value }
            let all = PropertyListType.allCases
            let types = allowedValues?.map(\.type) ?? all.filter(types?.contains ?? { _ in false })
            return types.compactMap { convert(text, $0) }.first(where: isAllowed) ?? value
        case .array(let elements):
            return .array(elements.map { member("0")?.converting($0, by: convert) ?? $0 })
        case .dictionary(let members):
            let pairs = members.map { ($0.key, member($0.key)?.converting($0.value, by: convert) ?? $0.value) }
            return .dictionary(PropertyListDictionary(pairs))
        case .integer, .real, .boolean, .date, .data, .uid: return value
        }
    }

    /// Returns the value of text in JSON. JSON has no dates and no data.
    package static func valueInJSON(_ text: String, _ type: PropertyListType) -> PropertyListValue? {
        switch type {
        case .date: ISO8601Text.date(from: text).map(PropertyListValue.date)
        case .data: Data(base64Encoded: text).map(PropertyListValue.data)
        default: nil
        }
    }
}
