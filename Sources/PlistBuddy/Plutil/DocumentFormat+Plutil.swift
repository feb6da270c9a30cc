import Foundation
import PropertyList
import ToolSupport

/// The formats that plutil writes. Apple's tool does not write the old style.
extension DocumentFormat {
    /// Creates the format with a name on the command line.
    init(plutilName name: String) throws(PlutilError) {
        switch name {
        case "xml1": self = .xml
        case "binary1": self = .binary
        case "json": self = .json(.plain)
        case "openstep", "openStep": self = .openStep
        // Apple's tool writes these as source code.
        case "swift", "objc":
            throw PlutilError("The format \(name) is not supported. Use xml1, binary1, json or openstep.")
        default: throw PlutilError("Unknown format specifier: \(name)")
        }
    }

    /// Returns the document of a value. JSON has no final newline, as in Apple's tool. Equal values give identical
    /// bytes.
    ///
    /// - Parameter isReadable: Whether JSON is indented.
    /// - Throws: An error if the format cannot represent the value exactly.
    func data(of value: PropertyListValue, isReadable: Bool) throws(PlutilError) -> Data {
        if case .json(let style) = self {
            guard value.isDocumentInJSON else { throw .invalidInJSON }
            try PlutilError.mapping(try PropertyListWriter.validate(value))
            return Data(JSONWriter(style, layout: isReadable ? .plutilIndented : .plutil).bytes(of: value))
        }
        return try PlutilError.mapping(try data(of: value))
    }
}

extension PropertyListValue {
    /// Whether the value is a container, and JSON has a type for all values in it.
    var isDocumentInJSON: Bool { type.isContainer && isRepresentableInJSON }

    /// Whether JSON has a type for the value and for all values in it.
    private var isRepresentableInJSON: Bool {
        switch self {
        case .string, .integer, .boolean: true
        case .real(let number): number.isFinite
        case .date, .data, .uid: false
        case .array(let elements): elements.allSatisfy(\.isRepresentableInJSON)
        case .dictionary(let dictionary): dictionary.allSatisfy { $0.value.isRepresentableInJSON }
        }
    }
}
