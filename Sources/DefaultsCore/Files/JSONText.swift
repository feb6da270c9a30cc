/// Text that is JSON, beside the old style. Some texts are both.
extension JSONReader {
    /// Returns whether a text is read as JSON. A text that has the same value in the old style, such as `{}`, is a
    /// property list, unless the name of the file is that of JSON.
    ///
    /// - Parameter path: The path of the file.
    package static func isDocument(_ bytes: [UInt8], at path: String) -> Bool {
        if [".json", ".jsonc", ".xcstrings", ".resolved"].contains(where: path.hasScalarSuffix) { return true }
        guard recognizes(bytes) else { return false }
        guard let document = try? PropertyListReader.read(bytes), let value = try? read(bytes) else { return true }
        return document.value != value
    }
}
