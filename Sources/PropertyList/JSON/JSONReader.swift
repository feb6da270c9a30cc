/// Reads the lossless JSON of ``JSONWriter``, and of other JSON what has a value here.
///
/// Numbers with a point or an exponent are reals, others integers. What is ambiguous or has no value is refused: null, duplicate keys,
/// lone surrogates, integers beyond 64 bits, unknown tags (objects whose only key begins with a dollar sign).
public enum JSONReader {
    /// Whether bytes begin as JSON does and the old style does not: with `[`, or with `{` and then `}` or a string and a colon.
    public static func recognizes(_ bytes: [UInt8]) -> Bool {
        var scanner = JSONScanner(bytes)
        return scanner.looksLikeJSON()
    }

    /// Reads a whole text in UTF-8.
    ///
    /// - Throws: ``PropertyListError`` where it is no JSON or has no value here, with line, column and path; or goes beyond a limit.
    public static func read(_ bytes: [UInt8]) throws(PropertyListError) -> PropertyListValue {
        let isUTF8 = String(validating: bytes, as: UTF8.self) != nil
        var scanner = JSONScanner(bytes, isUTF8: isUTF8)
        return try scanner.document()
    }

    /// Reads the JSON of other programs: an object whose only key begins with `$` is an object, and what is null is left out.
    ///
    /// - Throws: as ``read(_:)``; also if the whole document is null.
    package static func readPlain(_ bytes: [UInt8]) throws(PropertyListError) -> PropertyListValue {
        let isUTF8 = String(validating: bytes, as: UTF8.self) != nil
        var scanner = JSONScanner(bytes, isUTF8: isUTF8, isPlain: true)
        return try scanner.document()
    }
}
