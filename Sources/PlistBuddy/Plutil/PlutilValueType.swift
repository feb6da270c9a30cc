import Foundation
import PropertyList
import ToolSupport

/// A type of a value that `-insert` and `-replace` take. The raw values are the options.
enum PlutilValueType: String, CaseIterable {
    case bool = "-bool"
    case integer = "-integer"
    case float = "-float"
    case string = "-string"
    case date = "-date"
    case data = "-data"
    case xml = "-xml"
    case json = "-json"
    case array = "-array"
    case dictionary = "-dictionary"

    /// Whether a value follows the type. Other types stand for an empty container.
    var takesValue: Bool { self != .array && self != .dictionary }

    /// Parses the value that follows the type.
    ///
    /// A boolean is true only for `YES` and `true` in any case, as in Apple's tool. Other invalid text is an error.
    func value(_ text: String) throws(PlutilError) -> PropertyListValue {
        switch self {
        case .bool: return .boolean(["yes", "true"].contains(text.lowercased()))
        case .integer:
            guard let number = ScalarText.integer(text) else {
                throw PlutilError("Invalid integer in argument: \(text.excerpt)")
            }
            return .integer(number)
        case .float:
            guard let number = ScalarText.real(text) else {
                throw PlutilError("Invalid float in argument: \(text.excerpt)")
            }
            return .real(number)
        case .string: return .string(text)
        case .date: return .date(try Self.date(text))
        case .data: return .data(try Self.data(text))
        case .xml: return try Self.propertyList(text)
        case .json: return try Self.json(text)
        case .array: return []
        case .dictionary: return [:]
        }
    }

    /// Parses a date in the form of XML property lists, such as `2024-01-02T03:04:05Z`.
    private static func date(_ text: String) throws(PlutilError) -> Date {
        guard text.utf8.count == 20, let date = ScalarText.date(text), ISO8601Text.text(of: date) == text else {
            throw PlutilError("Failed to parse value \(text.excerpt) with type -date")
        }
        return date
    }

    /// Parses base64. Blanks and line breaks are ignored, because `base64` breaks its lines.
    private static func data(_ text: String) throws(PlutilError) -> Data {
        let digits = text.utf8.filter { $0 != UInt8(ascii: " ") && !(0x09...0x0D).contains($0) }
        guard let data = Data(base64Encoded: Data(digits)) else {
            throw PlutilError("Invalid base64 data in argument")
        }
        return data
    }

    /// Parses an XML document, or an element without a document.
    private static func propertyList(_ text: String) throws(PlutilError) -> PropertyListValue {
        let document: PropertyListDocument
        do {
            document = try PropertyListReader.read(Array(text.utf8))
        } catch {
            throw .invalidXML(error.description)
        }
        guard document.format == .xml else { throw .invalidXML("the text is not XML") }
        if let key = document.duplicateKeys.first {
            throw .invalidXML("the key '\(key.description.excerpt)' occurs more than once")
        }
        guard document.isExact else { throw .invalidXML("\(document.substitutions.summary), which cannot be stored") }
        return document.value
    }

    private static func json(_ text: String) throws(PlutilError) -> PropertyListValue {
        let read: (value: PropertyListValue, substitutions: [PropertyListSubstitution])
        do {
            read = try JSONReader.readRecordingSubstitutions(Array(text.utf8))
        } catch {
            throw .invalidJSON(error.description)
        }
        guard read.substitutions.isEmpty else {
            throw .invalidJSON("\(read.substitutions.summary), which cannot be stored")
        }
        return read.value
    }
}

extension PropertyListType {
    /// The name that `-type` prints and `-expect` takes. A UID of a keyed archive has that of a dictionary, as in XML.
    var plutilName: String {
        switch self {
        case .boolean: "bool"
        case .uid: "dictionary"
        case .string, .integer, .real, .date, .data, .array, .dictionary: ValueText.name(of: self)
        }
    }
}
