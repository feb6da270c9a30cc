import Foundation

extension ObjectCoder {
    /// Throws an error if an object has no field for an ignored path. Paths into a value that is `nil` are accepted,
    /// because its fields are unknown.
    func checkIgnoredFields(in object: Value) throws {
        let unknown = try ignoredFields.compactMap { path in
            try siblings(ofUnknown: path, in: object).map { (path: path.description, siblings: $0) }
        }
        if let first = unknown.first {
            throw PreferenceValueError.unknownIgnoredFields(unknown.map(\.path), fields: first.siblings)
        }
    }

    /// Finds the first component of a path that is not the name of a field.
    ///
    /// - Returns: The paths of all fields at the level of this component, or `nil` if there is no such component.
    private func siblings(ofUnknown path: PropertyListPath, in object: Value) throws -> [String]? {
        for (index, name) in path.components.enumerated() {
            let parent = Array(path.components[..<index])
            guard let names = try PropertyListValueEncoder().fieldNames(of: object, at: PropertyListPath(parent)) else {
                return nil
            }
            // Compare paths, not strings: names in files are compared by Unicode scalars, and so are paths.
            guard names.contains(where: { PropertyListPath.key($0) == .key(name) }) else {
                return names.map { "\(PropertyListPath(parent + [$0]))" }
            }
        }
        return nil
    }

    /// Throws an error if the type requires an ignored field, but a new object has no default for the field. A default
    /// is missing if a parent of the field is `nil` or an array. Such an object could be stored, but not loaded.
    func checkDefaultsOfIgnoredFields(in new: Value) throws {
        guard let encoded = try encodeAllFields(of: new), case .dictionary(let fields) = encoded else { return }
        for path in ignoredFields where !fields.hasContainer(of: path) {
            if requires(path, in: encoded.sample(without: path.components[...])) {
                throw PreferenceValueError.ignoredFieldWithoutDefault(path.description)
            }
        }
    }

    /// Returns whether the type certainly requires a field that a sample object does not have.
    ///
    /// Other missing fields of the sample get values until it can be decoded, or until decoding reports that the field
    /// is missing. If the type does not accept these values, the result is `false`.
    private func requires(_ path: PropertyListPath, in sample: PropertyListValue) -> Bool {
        guard case .dictionary(var fields) = sample else { return false }
        for _ in 0..<1000 {
            do {
                _ = try PropertyListValueDecoder().decode(Value.self, from: .dictionary(fields))
                return false
            } catch DecodingError.keyNotFound(let key, let context) {
                let missing = context.codingPath + [key]
                if PropertyListPath(missing.filter { $0.intValue == nil }.map(\.stringValue)) == path { return true }
                guard (try? fields.set([:], at: PropertyListPath(missing.map(\.stringValue)))) != nil else {
                    return false
                }
            } catch DecodingError.typeMismatch(let type, let context) {
                let place = PropertyListPath(context.codingPath.map(\.stringValue))
                guard let old = fields[place], let value = PropertyListValue(sampleOf: type, insteadOf: old),
                    value != old, (try? fields.set(value, at: place)) != nil
                else { return false }
            } catch {
                return false
            }
        }
        return false
    }
}

extension PropertyListValue {
    /// Returns the value without a field. All dictionaries on the path of the field exist, and each array on it has one
    /// element.
    fileprivate func sample(without names: ArraySlice<String>) -> PropertyListValue {
        switch self {
        case .array(let elements):
            return .array([(elements.first ?? [:]).sample(without: names)])
        case .dictionary(var fields):
            guard let name = names.first else { return self }
            fields[name] = names.count == 1 ? nil : (fields[name] ?? [:]).sample(without: names.dropFirst())
            return .dictionary(fields)
        case .string, .integer, .real, .boolean, .date, .data, .uid: return self
        }
    }

    /// Creates a value that decodes as a type, or returns `nil` if the type is unknown.
    ///
    /// - Parameter old: The value that does not decode as the type. If the type is an array, `old` becomes its element.
    fileprivate init?(sampleOf type: any Any.Type, insteadOf old: PropertyListValue) {
        switch type {
        case is String.Type: self = ""
        case is Bool.Type: self = false
        case is any BinaryInteger.Type: self = 0
        case is any BinaryFloatingPoint.Type: self = 0.0
        case is Date.Type: self = .date(Date(timeIntervalSinceReferenceDate: 0))
        case is Data.Type: self = .data(Data())
        case is URL.Type: self = "/"
        case is UUID.Type: self = "00000000-0000-0000-0000-000000000000"
        case is Decimal.Type: self = "0"
        case is [Any].Type: self = .array([old])
        default: return nil
        }
    }
}
