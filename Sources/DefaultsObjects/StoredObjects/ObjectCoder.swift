import DefaultsCore
import Foundation
import PropertyList

/// The conversion between an object and its stored form.
struct ObjectCoder: Sendable {
    /// The identifier of the object, with which the paths of errors begin.
    let identifier: String
    /// The fields that are not stored.
    let ignoredNames: [String]

    /// Returns the stored form of an object, with the fields of an older form that its type does not have. An object that is `nil` has no
    /// stored form.
    func encode(_ object: some Encodable, over stored: PropertyListValue? = nil) throws -> PropertyListValue? {
        var encoder = PropertyListValueEncoder()
        encoder.omittedFields = ignoredNames
        let value = try PreferenceValueError.encoding(identifier) {
            try encoder.encodeIfPresent(object, over: stored)
        }
        try value?.requireStorable(as: identifier)
        return value
    }

    /// Throws an error that names the ignored names that an object has no field for.
    func checkIgnoredNames(in object: some Encodable) throws {
        let fields = try fieldNames(of: object)
        // A path compares names as files do, by Unicode scalars.
        let known = Set(fields.map(PropertyListPath.key))
        let unknown = ignoredNames.filter { !known.contains(.key($0)) }
        guard unknown.isEmpty else { throw StoredObjectError.unknownIgnoredNames(unknown, fields: fields) }
    }

    func fieldNames(of object: some Encodable) throws -> [String] {
        try PreferenceValueError.encoding(identifier) { try PropertyListValueEncoder().fieldNames(of: object) }
    }

    /// Returns the object of a stored form. Ignored and missing fields are taken from a fresh object.
    func decode<Value: Codable>(_ stored: PropertyListValue, fresh: Value) throws -> Value {
        var decoder = PropertyListValueDecoder()
        decoder.archivedJSON = JSONDecoder()
        decoder.omittedFields = ignoredNames
        decoder.defaults = try PreferenceValueError.encoding(identifier) {
            try PropertyListValueEncoder().encodeIfPresent(fresh)
        }
        return try PreferenceValueError.decoding(identifier, from: stored) {
            try decoder.decode(Value.self, from: stored)
        }
    }
}
