package import Foundation

/// A document that a program stored as data: a keyed archive or JSON.
enum ArchivedDocument {
    /// The root object of a keyed archive.
    case keyedArchive(PropertyListValue)
    /// JSON and its value. Fields and elements that are null are left out.
    case json(Data, PropertyListValue)

    /// Returns `nil` if the value is not data, or if the data is not such a document.
    init?(in value: PropertyListValue) {
        guard case .data(let data) = value else { return nil }
        let bytes = [UInt8](data)
        if let root = KeyedArchive(bytes)?.root {
            self = .keyedArchive(root)
        } else if let root = try? JSONReader.readPlain(bytes) {
            self = .json(data, root)
        } else {
            return nil
        }
    }

    /// The value of the document.
    var value: PropertyListValue {
        switch self {
        case .keyedArchive(let root), .json(_, let root): root
        }
    }
}

/// Shows the structure inside data that is itself a document: a keyed archive, a property list or JSON.
package enum DataDecoding {
    /// The value with all such data in it replaced by the structure it holds; other data stays.
    ///
    /// It takes time and memory in proportion to the data: where the same objects are shown so often that it would be more, data stays
    /// data, and objects are named only.
    package static func decoded(_ value: PropertyListValue) -> PropertyListValue {
        var decoder = DataDecoder(bytes: dataSize(of: value))
        return decoder.decoded(value, nesting: 0)
    }

    /// The structure that data holds, nil where it holds none. A lone string in it would be no structure.
    package static func structure(in data: Data) -> PropertyListValue? {
        var decoder = DataDecoder(bytes: data.count)
        return decoder.structure(in: data, nesting: 0)
    }

    private static func dataSize(of value: PropertyListValue) -> Int {
        switch value {
        case .data(let data): data.count
        case .array(let elements): elements.reduce(0) { $0 + dataSize(of: $1) }
        case .dictionary(let dictionary): dictionary.reduce(0) { $0 + dataSize(of: $1.value) }
        case .string, .integer, .real, .boolean, .date, .uid: 0
        }
    }
}

/// Decodes data, and data in it, until its budget is used up.
struct DataDecoder {
    /// How many more bytes may be looked at, and values shown.
    var budget: Int

    init(budget: Int) {
        self.budget = budget
    }

    /// For so many bytes of data: enough to look at all of them, and again at what is in them.
    init(bytes: Int) {
        budget = 4 * PropertyListLimits.values(inBytes: bytes)
    }

    /// - Parameter nesting: how many archives the value is in. In more than a few others an archive stays the data that it is.
    mutating func decoded(_ value: PropertyListValue, nesting: Int) -> PropertyListValue {
        switch value {
        case .data(let data):
            return structure(in: data, nesting: nesting) ?? value
        case .array(let elements):
            return .array(elements.map { decoded($0, nesting: nesting) })
        case .dictionary(let dictionary):
            return .dictionary(
                PropertyListDictionary(dictionary.map { ($0.key, decoded($0.value, nesting: nesting)) }))
        case .string, .integer, .real, .boolean, .date, .uid:
            return value
        }
    }

    mutating func structure(in data: Data, nesting: Int) -> PropertyListValue? {
        guard nesting < 8, data.count < budget else { return nil }
        budget -= data.count
        let bytes = [UInt8](data)
        let value =
            JSONReader.recognizes(bytes) ? try? JSONReader.read(bytes) : try? PropertyListReader.read(bytes).value
        switch value {
        case .dictionary(let dictionary)?:
            if let archive = KeyedArchive(dictionary) {
                return archive.description(budget: &budget, nesting: nesting)
            }
            return spend(on: .dictionary(dictionary)) ? value : nil
        case .array?: return value.flatMap { spend(on: $0) ? $0 : nil }
        default: return nil
        }
    }

    /// Takes a value and all in it from the budget. False where that is not enough.
    private mutating func spend(on value: PropertyListValue) -> Bool {
        budget -= 1
        guard budget > 0 else { return false }
        return switch value {
        case .array(let elements): elements.allSatisfy { spend(on: $0) }
        case .dictionary(let dictionary): dictionary.allSatisfy { spend(on: $0.value) }
        case .string, .integer, .real, .boolean, .date, .data, .uid: true
        }
    }
}
