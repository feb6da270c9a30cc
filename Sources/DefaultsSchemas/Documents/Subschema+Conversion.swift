import Foundation

extension SchemaDocument.Subschema {
    /// Returns a value with text replaced by values of the types that the schema has at their places. Text that is not
    /// such a value stays.
    package func converting(
        _ value: PropertyListValue, by convert: (String, PropertyListType) -> PropertyListValue?
    ) -> PropertyListValue {
        switch value {
        case .string(let text):
            if types?.contains(.string) ?? true, lists(value) { return value }
            let all = PropertyListType.allCases
            let types = allowedValues?.map(\.type) ?? all.filter(types?.contains ?? { _ in false })
            return types.compactMap { convert(text, $0) }.first(where: lists) ?? value
        case .array(let elements):
            guard let item = items.schema else { return value }
            return .array(elements.map { item.converting($0, by: convert) })
        case .dictionary(var pairs):
            for (key, value) in pairs { pairs[key] = member(key)?.converting(value, by: convert) ?? value }
            return .dictionary(pairs)
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
