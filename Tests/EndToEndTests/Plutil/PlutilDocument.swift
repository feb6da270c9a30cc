import PropertyList

/// The format and the value of a document that plutil reads or writes.
struct PlutilDocument: Equatable {
    enum Format: String {
        case xml, binary, openStep, json
    }

    let format: Format
    let value: PropertyListValue

    init(format: Format, value: PropertyListValue) {
        (self.format, self.value) = (format, value)
    }

    /// Reads a document, and detects its format.
    init(_ bytes: [UInt8]) throws {
        if JSONReader.recognizes(bytes) {
            self.init(format: .json, value: try JSONReader.read(bytes))
        } else {
            let document = try PropertyListReader.read(bytes)
            let format: Format =
                switch document.format {
                case .xml: .xml
                case .binary: .binary
                case .openStep: .openStep
                }
            self.init(format: format, value: document.value)
        }
    }
}
