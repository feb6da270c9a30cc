import Foundation
import PropertyList
import ToolSupport

/// The types of entries, with their names and text forms in PlistBuddy.
extension PropertyListType {
    /// The types of new entries, in the order of the help.
    static let ofEntries: [PropertyListType] = [
        .string, .array, .dictionary, .boolean, .real, .integer, .date, .data,
    ]

    /// Creates the type with a name. Case is ignored.
    init(entryName name: String) throws(PlistBuddyError) {
        let lowercased = name.lowercased()
        guard let type = Self.ofEntries.first(where: { $0.entryName == lowercased }) else {
            throw PlistBuddyError("Unrecognized Type: \(name)", on: .output)
        }
        self = type
    }

    /// The name of the type.
    var entryName: String {
        switch self {
        case .boolean: "bool"
        case .dictionary, .uid: "dict"
        case .string, .array, .real, .integer, .date, .data: rawValue
        }
    }

    /// Returns a new value of the type.
    ///
    /// - Parameter text: The value as text. If it is empty, the value is empty, zero or false. For a date, it must not
    ///   be empty. For a container, it is ignored.
    func newEntry(_ text: String) throws(PlistBuddyError) -> PropertyListValue {
        let hasZero = self == .boolean || self == .real || self == .integer
        return try entry(text.isEmpty && hasZero ? "0" : text)
    }

    /// Parses a text as a value of the type. Unlike Apple's tool, it refuses invalid numbers and booleans. For a
    /// container, the text is ignored.
    func entry(_ text: String) throws(PlistBuddyError) -> PropertyListValue {
        let value: PropertyListValue? =
            switch self {
            case .string: .string(text)
            case .data: .data(Data(text.utf8))
            case .array: []
            case .dictionary, .uid: [:]
            case .boolean: Self.boolean(text)
            case .date: EntryDate.date(text).map(PropertyListValue.date)
            case .real, .integer: ScalarText.value(of: text, as: self)
            }
        // Apple's tool has no such sentence for booleans.
        guard let value else { throw PlistBuddyError("Unrecognized \(entryName.capitalized) Format", on: .output) }
        return value
    }

    private static func boolean(_ text: String) -> PropertyListValue? {
        switch text.trimmingBlanks.lowercased() {
        case "true", "yes", "1": true
        case "false", "no", "0": false
        default: nil
        }
    }
}
