public import Foundation
import DefaultsPreferences
import PropertyList

/// The form in which a ``DomainDataStore`` stores values.
///
/// Each form also reads values in the other form.
public struct DataStoreCoding: Sendable {
    private let encoder: JSONEncoder?
    private let decoder: JSONDecoder

    /// Property list values, which people and the `defaults` command can read.
    public static let propertyList = DataStoreCoding(encoder: nil, decoder: JSONDecoder())

    /// Returns a coding that stores property list values and reads stored JSON with a given decoder.
    public static func propertyList(reading decoder: JSONDecoder) -> DataStoreCoding {
        DataStoreCoding(encoder: nil, decoder: decoder)
    }

    /// Returns a coding that stores JSON as data, for programs that expect it.
    public static func json(
        encoder: JSONEncoder = JSONEncoder(), decoder: JSONDecoder = JSONDecoder()
    ) -> DataStoreCoding {
        DataStoreCoding(encoder: encoder, decoder: decoder)
    }

    /// Returns the stored form of a value, or `nil` if the value is `nil`.
    func encoded(_ value: some Encodable, for key: String) throws -> PropertyListValue? {
        try PreferenceValueError.encoding(key) {
            guard let encoder else { return try PropertyListValueEncoder().encodeIfPresent(value) }
            let data = try encoder.encode(value)
            return data == Data("null".utf8) ? nil : .data(data)
        }
    }

    /// Returns the value of a stored form.
    func decoded<Value: Decodable>(_ type: Value.Type, from stored: PropertyListValue, key: String) throws -> Value {
        var propertyListDecoder = PropertyListValueDecoder()
        propertyListDecoder.archivedJSON = decoder
        return try PreferenceValueError.decoding(key, from: stored) {
            try propertyListDecoder.decode(type, from: stored)
        }
    }
}
