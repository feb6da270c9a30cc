import PropertyList

/// A file for the tests of plutil.
struct PlutilInput {
    enum Form {
        case xml, binary, json
        /// Any text, which may be invalid.
        case text
    }

    let name: String
    private let form: Form
    /// The contents in JSON, or the text.
    private let contents: String

    init(_ name: String, _ form: Form, _ contents: String) {
        (self.name, self.form, self.contents) = (name, form, contents)
    }

    struct UnknownNameError: Error {
        let name: String
    }

    /// Returns the contents of an input.
    static func bytes(_ name: String) throws -> [UInt8] {
        guard let input = all.first(where: { $0.name == name }) else { throw UnknownNameError(name: name) }
        return try input.bytes()
    }

    private func bytes() throws -> [UInt8] {
        switch form {
        case .text: Array(contents.utf8)
        case .json: Array((contents + "\n").utf8)
        case .xml: try encoded(as: .xml)
        case .binary: try encoded(as: .binary)
        }
    }

    private func encoded(as format: PropertyListFormat) throws -> [UInt8] {
        try Array(PropertyListWriter.data(of: JSONReader.read(Array(contents.utf8)), as: format))
    }
}
