import Foundation
import PropertyList
import ToolSupport

/// The type of an entry. The raw values are the names of the types in PlistBuddy.
enum EntryType: String, CaseIterable {
    case string
    case array
    case dict
    case bool
    case real
    case integer
    case date
    case data

    /// Creates the type with a name. Case is ignored.
    init(named name: String) throws(PlistBuddyError) {
        guard let type = EntryType(rawValue: name.lowercased()) else {
            throw PlistBuddyError("Unrecognized Type: \(name)", on: .output)
        }
        self = type
    }

    /// Creates the type of a value. A UID of a keyed archive has the type of a dictionary, as in XML.
    init(of value: PropertyListValue) {
        switch value.type {
        case .string: self = .string
        case .integer: self = .integer
        case .real: self = .real
        case .boolean: self = .bool
        case .date: self = .date
        case .data: self = .data
        case .array: self = .array
        case .dictionary, .uid: self = .dict
        }
    }

    /// Returns the text that follows the name of a type and spaces, or `nil` if the text does not begin with them.
    static func valueAfterName(_ text: String) -> String? {
        let parts = text.utf8.split(separator: UInt8(ascii: " "), maxSplits: 1)
            .map { String(decoding: $0, as: UTF8.self) }
        guard parts.count == 2, (try? EntryType(named: parts[0])) != nil else { return nil }
        return parts[1].trimmingBlanks
    }

    var isContainer: Bool { self == .array || self == .dict }
}

extension EntryType {
    /// Returns a new value of the type.
    ///
    /// - Parameter text: The value as text. If it is empty, the value is empty, zero or false. For a date, it must not
    ///   be empty. For a container, it is ignored.
    func newValue(_ text: String) throws(PlistBuddyError) -> PropertyListValue {
        guard text.isEmpty else { return try value(text) }
        return switch self {
        case .array: []
        case .dict: [:]
        case .bool: false
        case .real: 0.0
        case .integer: 0
        case .string, .data, .date: try value(text)
        }
    }

    /// Parses a text as a value of the type. Unlike Apple's tool, it refuses invalid numbers and booleans. For a
    /// container, the text is ignored.
    func value(_ text: String) throws(PlistBuddyError) -> PropertyListValue {
        switch self {
        case .string: return .string(text)
        case .data: return .data(Data(text.utf8))
        case .array: return []
        case .dict: return [:]
        case .bool: if let flag = Self.boolean(text) { return .boolean(flag) }
        case .real: if let number = ScalarText.real(text) { return .real(number) }
        case .integer: if let number = ScalarText.integer(text) { return .integer(number) }
        case .date: if let date = EntryDate.date(text) { return .date(date) }
        }
        // Apple's tool has no such sentence for booleans.
        throw PlistBuddyError("Unrecognized \(rawValue.capitalized) Format", on: .output)
    }

    private static func boolean(_ text: String) -> Bool? {
        switch text.trimmingBlanks.lowercased() {
        case "true", "yes", "1": true
        case "false", "no", "0": false
        default: nil
        }
    }
}
