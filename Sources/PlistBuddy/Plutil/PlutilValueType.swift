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

    /// Parses the value that follows the type. No value follows the type of a container, which is empty.
    ///
    /// A boolean is true only for `YES` and `true` in any case, as in Apple's tool. Other invalid text is an error.
    func value(_ text: String) throws(PlutilError) -> PropertyListValue {
        switch self {
        case .bool: return .boolean(["yes", "true"].contains(text.lowercased()))
        case .integer, .float:
            guard let number = ScalarText.value(of: text, as: self == .integer ? .integer : .real) else {
                throw PlutilError("Invalid \(rawValue.dropFirst()) in argument: \(text.excerpt)")
            }
            return number
        case .string: return .string(text)
        case .date:
            // The form of XML property lists, such as `2024-01-02T03:04:05Z`.
            guard text.utf8.count == 20, let date = ISO8601Text.date(from: text), ISO8601Text.text(of: date) == text
            else {
                throw PlutilError("Failed to parse value \(text.excerpt) with type -date")
            }
            return .date(date)
        case .data:
            // Blanks and line breaks are ignored, because `base64` breaks its lines.
            let digits = text.utf8.filter { $0 != UInt8(ascii: " ") && !(0x09...0x0D).contains($0) }
            guard let data = Data(base64Encoded: Data(digits)) else {
                throw PlutilError("Invalid base64 data in argument")
            }
            return .data(data)
        case .xml, .json:
            do {
                return try document(text)
            } catch {
                let name = self == .xml ? "xml property list" : "JSON"
                throw PlutilError("Unable to parse \(name): \(PlutilError(error).sentence)")
            }
        case .array: return []
        case .dictionary: return [:]
        }
    }

    /// Parses JSON, an XML document, or an XML element without a document.
    private func document(_ text: String) throws -> PropertyListValue {
        let bytes = Array(text.utf8)
        let document =
            self == .json ? try JSONReader.read(bytes, to: .show, as: .plain) : try PropertyListReader.read(bytes)
        guard self == .json || document.format == .xml else { throw PlutilError("the text is not XML") }
        guard self != .json || document.isStandardJSON else {
            throw PlutilError("comments and commas before brackets are not JSON")
        }
        if let key = document.duplicateKeys.first {
            throw PlutilError("the key '\(key.description.excerpt)' occurs more than once")
        }
        guard document.isExact else {
            throw PlutilError("\(document.substitutions.summary), which cannot be stored")
        }
        return document.value
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
