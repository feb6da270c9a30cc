import Foundation
import PropertyList

extension ObjectCoder {
    /// Throws an error if an object has no field for an ignored path. The fields of a value that is `nil` are unknown.
    func checkIgnoredFields(in object: Value) throws {
        var unknown: [PropertyListPath] = []
        var known: [String] = []
        for path in ignoredFields {
            guard let fields = try siblings(ofUnknown: path, in: object) else { continue }
            if unknown.isEmpty { known = fields }
            unknown.append(path)
        }
        guard unknown.isEmpty else {
            throw StoredObjectError(.unknownIgnoredFields(unknown.map(\.description), fields: known))
        }
    }

    /// Returns the paths of the fields of an object among which one is missing on a path, or `nil` if none is missing.
    private func siblings(ofUnknown path: PropertyListPath, in object: Value) throws -> [String]? {
        for (index, name) in path.components.enumerated() {
            let parent = Array(path.components[..<index])
            guard let names = try PropertyListValueEncoder().fieldNames(of: object, at: PropertyListPath(parent)) else {
                return nil
            }
            // Paths, unlike strings, are compared by Unicode scalars, as names in files are.
            guard names.contains(where: { PropertyListPath.key($0) == .key(name) }) else {
                return names.map { "\(PropertyListPath(parent + [$0]))" }
            }
        }
        return nil
    }

    /// Throws an error if the type requires an ignored field that a new object does not have, since its value is `nil`
    /// or its place is in an array. An object without the field could be stored, but not loaded.
    func checkDefaultsOfIgnoredFields(in new: Value) throws {
        guard let encoded = try encodeAllFields(of: new) else { return }
        for path in ignoredFields where !encoded.hasContainer(of: path.components[...]) {
            if requires(path, in: encoded.sample(without: path.components[...])) {
                throw StoredObjectError(.ignoredFieldWithoutDefault(path.description))
            }
        }
    }

    /// Returns whether the type certainly requires a field, which an object does not have.
    ///
    /// Other required fields that the object does not have get values until it can be decoded, or until the field is
    /// reported to be missing. If the type accepts none of these values, nothing is certain.
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
    /// Returns the value without a field, but with the dictionaries and one element of each array on the way to it.
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

    /// Returns whether a path leads to a field through dictionaries alone.
    fileprivate func hasContainer(of names: ArraySlice<String>) -> Bool {
        guard case .dictionary(let fields) = self, let name = names.first else { return false }
        return names.count == 1 || fields[name]?.hasContainer(of: names.dropFirst()) == true
    }

    /// Creates a value that decodes as a type, or returns `nil` if the type is unknown.
    ///
    /// - Parameter old: The value that does not decode as the type. It may be an element of an array.
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
