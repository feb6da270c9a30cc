import PropertyList

/// A document that comes from outside: a property list in any format, or JSON. The content decides, never the name.
enum ImportedDocument {
    /// The document's root, which is a dictionary.
    static func dictionary(in bytes: [UInt8], path: String) throws(CommandError) -> PropertyListDictionary {
        guard case .dictionary(let contents) = try value(in: bytes, path: path) else {
            throw .importNotADictionary(path: path)
        }
        return contents
    }

    /// The document's root, for a reader that changes nothing.
    static func contents(in bytes: [UInt8], path: String) throws(CommandError) -> PropertyListDictionary {
        let value = try value(in: bytes, path: path)
        guard case .dictionary(let contents) = value else {
            throw .notImported(path: path, .notDictionary(value.type))
        }
        return contents
    }

    /// The document's root.
    static func value(in bytes: [UInt8], path: String) throws(CommandError) -> PropertyListValue {
        let document: PropertyListDocument
        do {
            if JSONReader.recognizes(bytes) { return try JSONReader.read(bytes) }
            document = try PropertyListReader.read(bytes)
        } catch {
            throw .notImported(path: path, error)
        }
        guard document.substitutions.isEmpty else {
            throw .notImportedFaithfully(path: path, document.substitutions)
        }
        return document.value
    }
}
