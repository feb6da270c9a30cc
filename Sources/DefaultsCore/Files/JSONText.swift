/// Text that is JSON, beside the old style. Some texts are both.
extension JSONReader {
    /// Returns whether a text is read as JSON. A text that has the same value in the old style, such as `{}`, is a
    /// property list, unless the name of the file is that of JSON.
    ///
    /// - Parameter path: The path of the file.
    package static func isDocument(_ bytes: [UInt8], at path: String) -> Bool {
        if isName(path) { return true }
        guard recognizes(bytes) else { return false }
        guard let document = try? PropertyListReader.read(bytes), let value = try? read(bytes) else { return true }
        return document.value != value
    }

    /// Returns whether the name of a file is that of JSON.
    static func isName(_ name: String) -> Bool {
        [".json", ".jsonc", ".xcstrings", ".resolved"].contains(where: name.hasScalarSuffix)
    }
}
