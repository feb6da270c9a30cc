package import Foundation

/// Data in which a program stored a value: a keyed archive or JSON.
package enum ArchivedData {
    /// The root object of a keyed archive.
    case keyedArchive(PropertyListValue)
    /// JSON and its value, without null members and elements.
    case json(Data, PropertyListValue)

    /// Creates the archived data in a value. Returns `nil` if the value is not data, or contains neither a keyed
    /// archive nor JSON.
    package init?(in value: PropertyListValue) {
        guard case .data(let data) = value else { return nil }
        let bytes = [UInt8](data)
        if let root = KeyedArchive(bytes)?.root {
            self = .keyedArchive(root)
        } else if let root = try? JSONReader.read(bytes, to: .decode, as: .plain).value {
            self = .json(data, root)
        } else {
            return nil
        }
    }

    package var value: PropertyListValue {
        switch self {
        case .keyedArchive(let root), .json(_, let root): root
        }
    }
}

extension PropertyListValue {
    /// The value with data replaced by the structure that it contains: a keyed archive, a property list or JSON. Data
    /// without a structure is unchanged.
    ///
    /// A budget keeps time and memory in proportion to the data. If shared objects exceed the budget, further data is
    /// unchanged, and objects are replaced by their names.
    package var withDecodedData: PropertyListValue {
        var decoder = DataDecoder(bytes: dataSize)
        return decoder.decoded(self, nesting: 0)
    }

    private var dataSize: Int {
        switch self {
        case .data(let data): data.count
        case .array(let elements): elements.reduce(0) { $0 + $1.dataSize }
        case .dictionary(let dictionary): dictionary.reduce(0) { $0 + $1.value.dataSize }
        case .string, .integer, .real, .boolean, .date, .uid: 0
        }
    }
}

/// A decoder of data, including nested data. It stops when its budget is spent.
struct DataDecoder {
    /// The number of bytes that may still be read and values that may still be shown.
    var budget: Int

    init(budget: Int) {
        self.budget = budget
    }

    /// Creates a decoder whose budget is enough to read a number of bytes and the data in them.
    init(bytes: Int) {
        budget = 4 * PropertyListLimits.values(inBytes: bytes)
    }

    /// Returns a value with data replaced by its structure.
    ///
    /// - Parameter nesting: The number of archives that contain the value. Data in 8 or more archives is unchanged.
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

    /// Subtracts a value and everything in it from the budget. Returns whether the budget was sufficient.
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
