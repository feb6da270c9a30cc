import DefaultsCore
import Foundation
import PropertyList

/// The conversion between an object and its stored form.
struct ObjectCoder: Sendable {
    /// The identifier of the object, which begins the paths of errors.
    let identifier: String
    /// The fields that are not stored.
    let ignoredNames: [String]

    /// Encodes an object and keeps the stored fields that its type does not have.
    ///
    /// - Returns: The stored form, or `nil` if the object is `nil`.
    func encode(_ object: some Encodable, over stored: PropertyListValue? = nil) throws -> PropertyListValue? {
        var encoder = PropertyListValueEncoder()
        encoder.omittedFields = ignoredNames
        return try PreferenceValueError.encoding(identifier) { try encoder.encodeIfPresent(object, over: stored) }
    }

    /// Throws an error if an object has no field for one of the ignored names.
    func checkIgnoredNames(in object: some Encodable) throws {
        let fields = try PropertyListValueEncoder().fieldNames(of: object)
        // Paths, unlike strings, are compared by Unicode scalars, as names in files are.
        let known = Set(fields.map(PropertyListPath.key))
        let unknown = ignoredNames.filter { !known.contains(.key($0)) }
        guard unknown.isEmpty else { throw StoredObjectError.unknownIgnoredNames(unknown, fields: fields) }
    }

    /// Decodes an object. Ignored and missing fields are taken from a new object.
    func decode<Value: Codable>(_ stored: PropertyListValue, default new: Value) throws -> Value {
        var decoder = PropertyListValueDecoder()
        decoder.archivedJSON = JSONDecoder()
        decoder.omittedFields = ignoredNames
        decoder.defaults = try PreferenceValueError.encoding(identifier) {
            try PropertyListValueEncoder().encodeIfPresent(new)
        }
        return try PreferenceValueError.decoding(identifier, from: stored) {
            try decoder.decode(Value.self, from: stored)
        }
    }
}
