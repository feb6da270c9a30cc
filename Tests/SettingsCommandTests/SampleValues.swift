import Foundation

@testable import DefaultsSchemas

/// Values that the keys of ``PreferenceSchema/many`` accept.
extension ErasedKey {
    /// A valid value that is not the default.
    var otherValue: PropertyListValue {
        let value = Self.text(of: Value.self) ?? schema.sample(otherThan: storedDefault)
        precondition(value != storedDefault, "'\(name)' has no other value")
        return value
    }

    /// Returns the text of a value of a type that does not accept every text that its schema accepts.
    private static func text(of type: Any.Type) -> PropertyListValue? {
        if type == URL?.self { return "https://example.com/folder?query" }
        return type == UUID?.self ? "0F8FAD5B-D9CB-469F-A165-70867728950E" : nil
    }

    /// The arguments of `set` that set a value, and the standard input.
    func settingWords(_ value: PropertyListValue) -> (words: [String], input: [UInt8]) {
        let argument = value.argument
        if details.isSecret || argument == nil {
            let input = argument ?? JSONWriter(.lossless).text(of: value)
            return (["set", "--stdin", name], Array("\(input)\n".utf8))
        }
        return (["set", name, argument ?? ""], [])
    }
}

extension PropertyListValue {
    /// The text that a scalar is converted from, or `nil` for a container.
    var argument: String? {
        switch self {
        case .string(let text): text
        case .integer, .real, .boolean: plainText
        case .date(let date): date.ISO8601Format()
        case .data(let data): data.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        case .array, .dictionary, .uid: nil
        }
    }
}

extension SchemaDocument.Subschema {
    /// Returns a value that the schema accepts.
    func sample(otherThan value: PropertyListValue? = nil) -> PropertyListValue {
        if let allowedValues { return allowedValues.first { $0 != value } ?? .array([]) }
        let types = types ?? []
        if types.contains(.real) { return number(otherThan: value) { .real($0) } }
        if types == [.integer] { return number(otherThan: value) { .integer(PropertyListInteger(Int64($0))) } }
        if types == [.boolean] { return .boolean(value != true) }
        if types == [.date] { return .date(Date(timeIntervalSinceReferenceDate: 86_400)) }
        if types == [.data] { return .data(Data([0, 127, 255])) }
        if types == [.array] { return .array([element, element]) }
        if types == [.dictionary] { return .dictionary(members) }
        return .string(Self.texts[pattern ?? ""] ?? "")
    }

    /// Texts that match the patterns of the keys.
    private static let texts = [
        "": "another text", "^#[0-9a-f]{6}$": "#c0ffee", "^[0-9a-f]+$": "5ec4e7",
    ]

    private func number(
        otherThan value: PropertyListValue?, _ make: (Double) -> PropertyListValue
    ) -> PropertyListValue {
        let bounds = [range.minimum, range.maximum].compactMap { $0.flatMap { Double($0.plainText) } }
        return (bounds + [7]).map(make).first { $0 != value } ?? .array([])
    }

    private var element: PropertyListValue { items.schema?.sample() ?? "element" }

    private var members: PropertyListDictionary {
        if let member = others.schema { return ["2": member.sample()] }
        return PropertyListDictionary(properties.map { ($0.key, $0.schema.sample()) })
    }
}
