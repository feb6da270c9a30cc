import Foundation

/// The conversion between an object and its stored form.
struct ObjectCoder<Value: Codable & Sendable>: Sendable {
    /// The identifier of the object. It is the first component of the paths in errors.
    let identifier: String
    /// The paths of the fields that are not stored.
    let ignoredFields: [PropertyListPath]
    let makeNew: @Sendable () -> Value

    /// Encodes the stored fields of an object.
    ///
    /// - Returns: The encoded object, or `nil` if the object is `nil`.
    func encode(_ object: Value) throws -> PropertyListValue? {
        var encoder = PropertyListValueEncoder()
        encoder.omittedFields = ignoredFields
        return try PreferenceValueError.encoding(identifier) { try encoder.encodeIfPresent(object) }
    }

    /// Decodes an object. Missing fields are taken from a new object.
    ///
    /// - Parameters:
    ///   - stored: The stored form, which can be a keyed archive or JSON.
    ///   - current: The object to take the ignored fields from. Defaults to a new one.
    func decode(_ stored: PropertyListValue, keepingIgnoredFieldsOf current: Value? = nil) throws -> Value {
        var decoder = PropertyListValueDecoder()
        decoder.archivedJSON = JSONDecoder()
        decoder.omittedFields = ignoredFields
        decoder.defaults = try defaults(keepingIgnoredFieldsOf: current)
        return try PreferenceValueError.decoding(identifier, from: stored) {
            try decoder.decode(Value.self, from: stored)
        }
    }

    /// Returns all fields of a new object. The ignored fields are taken from `current`, if there is one.
    private func defaults(keepingIgnoredFieldsOf current: Value?) throws -> PropertyListValue? {
        let new = try encodeAllFields(of: makeNew())
        guard !ignoredFields.isEmpty, let current, case .dictionary(var fields)? = new,
            case .dictionary(let others)? = try encodeAllFields(of: current)
        else { return new }
        for path in ignoredFields {
            try? fields.remove(at: path)
            if let value = others[path] { try? fields.set(value, at: path) }
        }
        return .dictionary(fields)
    }

    /// Encodes all fields of an object, including those that are not stored.
    func encodeAllFields(of object: Value) throws -> PropertyListValue? {
        try PreferenceValueError.encoding(identifier) { try PropertyListValueEncoder().encodeIfPresent(object) }
    }

    /// Returns the names of the fields of an object.
    func fieldNames(of object: Value) throws -> [String] {
        try PropertyListValueEncoder().fieldNames(of: object) ?? []
    }
}

extension ObjectCoder {
    /// Returns the stored form in which to save an object.
    ///
    /// - Parameters:
    ///   - object: The object in memory. The stored object was already merged into it.
    ///   - base: The stored object. Its fields that the type does not have are stored again.
    func saved(_ object: Value, over base: ObjectBase) throws -> ObjectBase {
        let encoded = try encode(object)
        let stored = fields(of: base.stored, like: encoded)
        let merged = ObjectMerge(base: base.encoded, stored: stored).merged(encoded, with: stored)
        let result = ignoredFields.reduce(merged) { $0?.removingField(at: $1) }
        // Fail now if the type requires a nested ignored field that has no default: the object could not be loaded.
        if let result, ignoredFields.contains(where: { $0.components.count > 1 }) { _ = try decode(result) }
        return ObjectBase(stored: result, encoded: encoded)
    }

    /// Merges the stored object into the one in memory.
    ///
    /// - Parameters:
    ///   - stored: The stored object, or `nil` if there is none. A missing object is merged like a new one.
    ///   - object: The object in memory.
    ///   - base: The stored object that the object in memory comes from.
    /// - Returns: The merged object and its base.
    /// - Throws: ``PreferenceValueError`` if the merged object cannot be decoded.
    func merge(
        _ stored: PropertyListValue?, into object: Value, from base: ObjectBase
    ) throws -> (object: Value, base: ObjectBase) {
        let ours = try encode(object)
        let theirs = try fields(of: stored, like: ours) ?? encode(makeNew())
        var merge = ObjectMerge(base: base.encoded, stored: fields(of: base.stored, like: ours) ?? base.encoded)
        func merged() throws -> Value {
            try merge.merged(ours, with: theirs).map { try decode($0, keepingIgnoredFieldsOf: object) } ?? makeNew()
        }
        let result: Value
        do {
            result = try merged()
        } catch {
            // The fields of two cases of an enumeration cannot be decoded together.
            merge.keepsCases = true
            guard let other = try? merged() else { throw error }
            result = other
        }
        return (result, ObjectBase(stored: stored, encoded: merge.rebased(try encode(result), ours: ours)))
    }

    /// Returns a stored object. If the encoded object has fields, a stored keyed archive or JSON is replaced by its
    /// fields.
    private func fields(of stored: PropertyListValue?, like encoded: PropertyListValue?) -> PropertyListValue? {
        guard case .dictionary? = encoded, let fields = stored.flatMap({ ArchivedData(in: $0)?.value }),
            case .dictionary = fields
        else { return stored }
        return fields
    }
}
