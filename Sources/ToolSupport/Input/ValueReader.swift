package import DefaultsCore

/// Reads the value of an input: a property list in any format, or JSON. The format is detected from the content, never
/// from the name.
package enum ValueReader {
    /// Returns the dictionary that an input contains.
    package static func dictionary(in bytes: [UInt8], path: String) throws(CommandError) -> PropertyListDictionary {
        guard case .dictionary(let contents) = try value(in: bytes, path: path) else {
            throw CommandError(
                .invalidData, "Property list \(shown: path) was not a dictionary. Defaults have not been changed.")
        }
        return contents
    }

    /// Returns the value that an input contains.
    package static func value(in bytes: [UInt8], path: String) throws(CommandError) -> PropertyListValue {
        try read(bytes, path: path).value
    }

    /// Returns the value that an input contains, and the property list, which is `nil` for JSON.
    ///
    /// - Parameter acceptsDuplicates: Whether a key can occur twice in a property list. The value has only one of its
    ///   values.
    package static func read(
        _ bytes: [UInt8], path: String, acceptsDuplicates: Bool = false
    ) throws(CommandError) -> (value: PropertyListValue, propertyList: PropertyListDocument?) {
        let document: PropertyListDocument
        do {
            if JSONReader.recognizes(bytes) { return (try JSONReader.read(bytes), nil) }
            document = try PropertyListReader.read(bytes)
        } catch {
            throw .notImported(path: path, error)
        }
        guard document.substitutions.isEmpty else {
            throw .notImportedFaithfully(path: path, document.substitutions)
        }
        if !acceptsDuplicates, let key = document.duplicateKeys.first {
            throw CommandError(
                .invalidData,
                """
                Could not parse property list from \(shown: path) due to key '\(shown: key.description.excerpt)', \
                which occurs more than once
                """)
        }
        return (document.value, document)
    }
}
