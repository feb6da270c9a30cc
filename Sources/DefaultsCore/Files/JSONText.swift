/// Text that is JSON, beside the old style. Some texts are both.
extension JSONReader {
    /// The text of an empty file.
    static let emptyFile = Array("{}\n".utf8)

    /// Returns whether a file is JSON.
    ///
    /// If the file has the extension of a property list, text that means the same in the old style, such as `{}`, is
    /// not JSON. If it has that of JSON, comments alone and text that is not a property list are invalid JSON.
    ///
    /// - Parameter path: The path of the file.
    package static func isDocument(_ bytes: [UInt8], at path: String) -> Bool {
        let isNamed = isName(path)
        if recognizes(bytes, isNamed: isNamed) {
            return !path.hasPropertyListExtension || !isAlsoOldStyle(bytes)
        }
        guard isNamed, !bytes.starts(with: "bplist".utf8) else { return false }
        do throws(PropertyListError) {
            let document = try PropertyListReader.read(bytes)
            return document.format == .openStep && document.hasComments && document.value == .dictionary([:])
        } catch {
            return error.code != .empty
        }
    }

    /// Returns whether JSON has the same value in the old style.
    static func isAlsoOldStyle(_ bytes: [UInt8]) -> Bool {
        guard let document = try? PropertyListReader.read(bytes), let value = try? read(bytes) else { return false }
        return document.value == value
    }

    /// Returns whether the name of a file is that of JSON.
    static func isName(_ name: String) -> Bool {
        [".json", ".jsonc", ".xcstrings", ".resolved"].contains(where: name.hasScalarSuffix)
    }
}
