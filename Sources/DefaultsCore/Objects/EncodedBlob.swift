import Foundation
import PropertyList

/// A value that an older program stored as bytes: JSON, or a keyed archive. It is read, and stored as values the next time.
struct EncodedBlob {
    private enum Content {
        case json(Data)
        case archive(PropertyListValue)
    }

    private let content: Content

    /// Nil for bytes that are neither.
    init?(_ data: Data) {
        if let archive = KeyedArchive(data) {
            content = .archive(archive.root)
        } else if let root = try? JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed),
            !(root is NSNull)
        {
            content = .json(data)
        } else {
            return nil
        }
    }

    /// What is in the bytes, as far as a property list can hold it.
    var value: PropertyListValue? {
        switch content {
        case .json(let data): PropertyListValue(json: data)
        case .archive(let root): root
        }
    }

    /// The object in the bytes.
    func decoded<Value: Decodable>(_ type: Value.Type, json: JSONDecoder = JSONDecoder()) throws -> Value {
        switch content {
        case .json(let data): try json.decode(type, from: data)
        case .archive(let root): try PropertyListValueDecoder().decode(type, from: root)
        }
    }
}

extension PropertyListValue {
    /// What JSON holds, as far as a property list can: a null is left out.
    fileprivate init?(json data: Data) {
        guard let object = try? JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed) else { return nil }
        self.init(jsonObject: object)
    }

    private init?(jsonObject: Any) {
        switch jsonObject {
        case let number as NSNumber: self.init(jsonNumber: number)
        case let text as String: self = .string(text)
        case let elements as [Any]: self = .array(elements.compactMap(PropertyListValue.init(jsonObject:)))
        case let fields as [String: Any]:
            self = .dictionary(
                PropertyListDictionary(
                    fields.compactMap { key, field in
                        PropertyListValue(jsonObject: field).map { (key, $0) }
                    }))
        default: return nil
        }
    }

    private init(jsonNumber number: NSNumber) {
        // A boolean is the only number of one character that JSON gives.
        if number.objCType.pointee == CChar(bitPattern: UInt8(ascii: "c")) {
            self = .boolean(number.boolValue)
        } else if let integer = PropertyListInteger(number.stringValue) {
            self = .integer(integer)
        } else {
            self = .real(number.doubleValue)
        }
    }
}
