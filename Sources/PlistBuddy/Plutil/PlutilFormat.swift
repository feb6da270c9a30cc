import PropertyList

/// A format that plutil writes. The raw values are its names on the command line.
enum PlutilFormat: String, CaseIterable {
    case xml1
    case binary1
    case json
    /// The old style. Apple's tool does not write it.
    case openstep

    /// Creates the format with a name.
    init(named name: String) throws(PlutilError) {
        switch name {
        case "openStep": self = .openstep
        case "swift", "objc": throw .sourceCode(name)
        default:
            guard let format = PlutilFormat(rawValue: name) else { throw .unknownFormat(name) }
            self = format
        }
    }

    /// Creates the format of a property list.
    init(_ format: PropertyListFormat) {
        switch format {
        case .xml: self = .xml1
        case .binary: self = .binary1
        case .openStep: self = .openstep
        }
    }
}

/// The form of an extracted value.
enum PlutilExtractForm: Equatable {
    /// A scalar as text, the number of elements of an array, or the keys of a dictionary.
    case raw
    case document(PlutilFormat)
}
