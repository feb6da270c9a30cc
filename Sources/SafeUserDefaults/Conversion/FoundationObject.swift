import Foundation

extension PropertyListValue {
    /// The object that `UserDefaults.object(forKey:)` returns for the value.
    ///
    /// An integer is an `Int` or, if it is too large, a `UInt64`. A reference in a keyed archive is a dictionary with
    /// the key `CF$UID`, as in XML.
    var foundationObject: Any {
        switch self {
        case .string(let text): return text
        case .integer(let number):
            if let integer: Int = number.exactly() { return integer }
            return number.exactly(as: UInt64.self) ?? 0
        case .real(let number): return number
        case .boolean(let flag): return flag
        case .date(let date): return date
        case .data(let data): return data
        case .array(let elements): return elements.map(\.foundationObject)
        case .dictionary(let dictionary): return dictionary.foundationObjects
        case .uid(let number): return [ReferenceForm.key: Int(number)] as [String: Any]
        }
    }
}

extension PropertyListDictionary {
    /// The objects that `UserDefaults` returns for the values.
    var foundationObjects: [String: Any] {
        Dictionary(map { ($0.key, $0.value.foundationObject) }, uniquingKeysWith: { $1 })
    }
}

/// The XML form of a reference in a keyed archive: a dictionary with one key.
enum ReferenceForm {
    static let key = "CF$UID"

    /// Returns the reference that a dictionary represents, or `nil` if it does not represent one.
    static func reference(in dictionary: PropertyListDictionary) -> PropertyListValue? {
        guard dictionary.count == 1, case .integer(let number)? = dictionary[key] else { return nil }
        return number.exactly(as: UInt32.self).map(PropertyListValue.uid)
    }
}
