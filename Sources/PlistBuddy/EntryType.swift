import Foundation
import PropertyList
import ToolSupport

/// The type of an entry, by the name that PlistBuddy has for it.
enum EntryType: String, CaseIterable {
    case string
    case array
    case dict
    case bool
    case real
    case integer
    case date
    case data

    /// Creates the type with a name, in lower or upper case.
    init(named name: String) throws(PlistBuddyError) {
        guard let type = EntryType(rawValue: name.lowercased()) else { throw .unrecognizedType(name) }
        self = type
    }

    /// Creates the type of a value. A reference of a keyed archive is a dictionary, as in XML.
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

    /// Returns the text after the name of a type and spaces, or `nil` if a text does not begin so.
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
    /// - Parameter text: The value as text. If it is empty, the value is empty, zero or false. A date needs a text. The
    ///   text has no effect on a container.
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

    /// Returns the value of the type that a text is. Unlike Apple's tool, takes nothing else for a number or a boolean.
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
        throw .unrecognizedFormat(self)
    }

    private static func boolean(_ text: String) -> Bool? {
        switch text.trimmingBlanks.lowercased() {
        case "true", "yes", "1": true
        case "false", "no", "0": false
        default: nil
        }
    }
}
