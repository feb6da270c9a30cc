import DefaultsSchemas
import Foundation

extension SchemaDocument {
    /// Reads a schema from text.
    init(_ text: String) throws(SchemaError) {
        try self.init(data: Data(text.utf8))
    }

    /// Returns the kinds of the findings in a value.
    func kinds(in value: PropertyListValue) -> [Finding.Kind] { findings(in: value).map(\.kind) }
}
