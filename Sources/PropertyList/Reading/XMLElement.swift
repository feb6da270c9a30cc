/// The elements of an XML property list. The raw value is the name's bytes as one number, by which names are compared.
enum XMLElement: UInt64 {
    case array = 0x61_72_72_61_79
    case boolFalse = 0x66_61_6C_73_65
    case boolTrue = 0x74_72_75_65
    case data = 0x64_61_74_61
    case date = 0x64_61_74_65
    case dictionary = 0x64_69_63_74
    case integer = 0x69_6E_74_65_67_65_72
    case key = 0x6B_65_79
    case propertyList = 0x70_6C_69_73_74
    case real = 0x72_65_61_6C
    case string = 0x73_74_72_69_6E_67

    /// The name as it stands in a tag.
    var name: String {
        switch self {
        case .array: "array"
        case .boolFalse: "false"
        case .boolTrue: "true"
        case .data: "data"
        case .date: "date"
        case .dictionary: "dict"
        case .integer: "integer"
        case .key: "key"
        case .propertyList: "plist"
        case .real: "real"
        case .string: "string"
        }
    }
}

extension UInt8 {
    /// Whether XML takes the byte for a blank.
    @inline(__always)
    var isXMLBlank: Bool {
        self == 0x20 || self == 0x0A || self == 0x09 || self == 0x0D
    }
}
