import PropertyList

/// The type of a value. The raw values are the names that `-type` prints and `-expect` takes.
enum PlutilType: String, CaseIterable {
    case bool
    case integer
    case float
    case string
    case date
    case data
    case array
    case dictionary

    /// Creates the type of a value. A UID of a keyed archive has the type of a dictionary, as in XML.
    init(of value: PropertyListValue) {
        switch value.type {
        case .boolean: self = .bool
        case .integer: self = .integer
        case .real: self = .float
        case .string: self = .string
        case .date: self = .date
        case .data: self = .data
        case .array: self = .array
        case .dictionary, .uid: self = .dictionary
        }
    }
}
