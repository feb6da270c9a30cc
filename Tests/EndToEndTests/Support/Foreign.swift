import Foundation
import TestExtent

/// Reads property lists without the code under test.
enum Foreign {
    /// A file as Foundation's `PropertyListSerialization` reads it.
    static func foundation(_ path: String) throws -> NSDictionary {
        let data = try Data(contentsOf: URL(fileURLWithPath: path))
        let object = try PropertyListSerialization.propertyList(from: data, options: [], format: nil)
        guard let dictionary = object as? NSDictionary ?? (object as? [String: Any]).map({ $0 as NSDictionary }) else {
            throw CocoaError(.propertyListReadCorrupt)
        }
        return dictionary
    }

    /// A file as Foundation's `PropertyListSerialization` reads it, with the types of its values.
    static func stored(_ path: String) throws -> StoredValue {
        let data = try Data(contentsOf: URL(fileURLWithPath: path))
        return StoredValue(foundation: try PropertyListSerialization.propertyList(from: data, format: nil))
    }
}
