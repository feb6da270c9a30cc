import DefaultsCore
public import Foundation
import PropertyList

/// How values become what is stored, and back.
///
/// Either reads what the other wrote: what a launch with JSON stored is not lost to one without.
public struct DataStoreCoding: Sendable {
    private let encoder: JSONEncoder?
    private let decoder: JSONDecoder

    /// As property list values, which people and the `defaults` command can read.
    public static let propertyList = DataStoreCoding(encoder: nil, decoder: JSONDecoder())

    /// As values, and JSON that is found is read with a decoder of its own.
    public static func propertyList(reading decoder: JSONDecoder) -> DataStoreCoding {
        DataStoreCoding(encoder: nil, decoder: decoder)
    }

    /// As the bytes of JSON, for programs that other ones read which expect that.
    public static func json(
        encoder: JSONEncoder = JSONEncoder(), decoder: JSONDecoder = JSONDecoder()
    ) -> DataStoreCoding {
        DataStoreCoding(encoder: encoder, decoder: decoder)
    }

    /// What is stored for a value; nil for one that is nil.
    func encoded(_ value: some Encodable, for key: String) throws -> PropertyListValue? {
        guard let encoder else {
            let encoded = try PreferenceValueError.encoding(key) {
                try PropertyListValueEncoder().encodeIfPresent(value)
            }
            try encoded?.requireStorable(as: key)
            return encoded
        }
        let data = try PreferenceValueError.encoding(key) { try encoder.encode(value) }
        return data == Data("null".utf8) ? nil : .data(data)
    }

    /// The value that is stored.
    func decoded<Value: Decodable>(_ type: Value.Type, from stored: PropertyListValue, key: String) throws -> Value {
        var propertyListDecoder = PropertyListValueDecoder()
        propertyListDecoder.archivedJSON = decoder
        return try PreferenceValueError.decoding(key, from: stored) {
            try propertyListDecoder.decode(type, from: stored)
        }
    }
}
