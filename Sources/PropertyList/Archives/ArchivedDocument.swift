import Foundation

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
