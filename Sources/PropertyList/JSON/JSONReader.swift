/// A reader of the lossless JSON of ``JSONWriter``, and of other JSON that has a property list value.
///
/// Numbers with a point or an exponent become reals, and other numbers become integers. Ambiguous content and content
/// without a value is refused: null, duplicate keys, unpaired surrogates, integers beyond 64 bits, and unknown tags. A
/// tag is an object whose only key begins with a dollar sign.
public enum JSONReader {
    /// Returns whether bytes are JSON and not in the old style.
    ///
    /// JSON is a single string, number or literal such as `true`, or a text that begins like an array or object: with
    /// `[`, with `{` and `}`, or with `{`, a string and a colon.
    ///
    /// ```swift
    /// let value = JSONReader.recognizes(bytes)
    ///     ? try JSONReader.read(bytes) : try PropertyListReader.read(bytes).value
    /// ```
    public static func recognizes(_ bytes: [UInt8]) -> Bool { recognizes(bytes, isNamed: false) }

    /// Returns whether the bytes of a file are JSON and not in the old style.
    ///
    /// - Parameter isNamed: Whether the file has a name of JSON, so that an empty object with comments is JSON too.
    package static func recognizes(_ bytes: [UInt8], isNamed: Bool) -> Bool {
        var scanner = JSONScanner(bytes)
        return scanner.looksLikeJSON(isNamed: isNamed)
    }

    /// Reads a text in UTF-8.
    ///
    /// ```swift
    /// let json = #"{"Launch": {"$date": "1970-01-01T00:00:00Z"}}"#
    /// let value = try JSONReader.read(Array(json.utf8))  // a dictionary with a date
    /// ```
    ///
    /// - Throws: ``PropertyListError`` with line, column and path if the text is not JSON, has no property list value,
    ///   or exceeds a limit.
    public static func read(_ bytes: [UInt8]) throws(PropertyListError) -> PropertyListValue {
        try read(bytes, to: .exchange).value
    }

    /// Reads a text in UTF-8 for a purpose.
    ///
    /// - Parameter allowsTag: Returns whether an object at a path can be a tag. Otherwise it is an ordinary object.
    /// - Throws: The errors of ``read(_:)`` that the purpose does not except.
    package static func read(
        _ bytes: [UInt8], to purpose: JSONPurpose, as kind: JSONForm.Kind = .tagged,
        allowsTag: @escaping (PropertyListPath) -> Bool = { _ in true }
    ) throws(PropertyListError) -> PropertyListDocument {
        var scanner = JSONScanner(bytes, isUTF8: bytes.isUTF8, to: purpose, as: kind, allowsTag: allowsTag)
        return try scanner.document()
    }

    /// Reads a file to change it, as ``read(_:to:as:allowsTag:)`` does, with the ranges of its elements.
    package static func readWithElements(
        _ bytes: [UInt8], as kind: JSONForm.Kind
    ) throws(PropertyListError) -> (document: PropertyListDocument, elements: RecordedElements?) {
        var scanner = JSONScanner(bytes, isUTF8: bytes.isUTF8, to: .change, as: kind, recorder: ElementRecorder())
        return (try scanner.document(), scanner.recorder?.all)
    }

    /// Reads a text again, and returns the places of some of its elements.
    ///
    /// - Parameters:
    ///   - paths: The paths of the values. They do not contain the keys of tags.
    ///   - purpose: The purpose for which the text was read before.
    ///   - allowsTag: Returns whether an object at a path can be a tag.
    /// - Throws: The errors of ``read(_:to:as:allowsTag:)``.
    package static func places(
        of paths: [PropertyListPath], in bytes: [UInt8], to purpose: JSONPurpose = .check,
        as kind: JSONForm.Kind = .tagged, allowsTag: @escaping (PropertyListPath) -> Bool = { _ in true }
    ) throws(PropertyListError) -> ElementPlaces {
        var scanner = JSONScanner(
            bytes, isUTF8: bytes.isUTF8, to: purpose, as: kind, recorder: ElementRecorder(paths), allowsTag: allowsTag)
        _ = try scanner.root()
        return ElementPlaces(scanner.recorder, text: bytes)
    }

    /// Reads a text in UTF-8. The text may contain further tags that the caller interprets.
    ///
    /// - Parameters:
    ///   - bytes: The text.
    ///   - tags: The tags. An object whose only key is such a tag becomes a dictionary.
    /// - Returns: The value, and the paths of these dictionaries. A dictionary with the same key at any other path is
    ///   an ordinary dictionary.
    /// - Throws: The errors of ``read(_:)``.
    package static func read(
        _ bytes: [UInt8], keepingTags tags: [String]
    ) throws(PropertyListError) -> (value: PropertyListValue, tagged: Set<PropertyListPath>) {
        var scanner = JSONScanner(bytes, isUTF8: bytes.isUTF8, keptTags: tags)
        return (try scanner.root(), scanner.keptObjects)
    }
}

extension JSONScanner {
    /// Reads the whole text.
    fileprivate mutating func document() throws(PropertyListError) -> PropertyListDocument {
        let value = try root()
        var document = PropertyListDocument(value: value, format: .openStep, substitutions: substitutions.list)
        document.duplicateKeys = duplicates?.paths ?? []
        document.hasComments = hasComments
        document.json = JSONForm(kind: kind, hasTags: hasTags, hasSurplusCommas: hasSurplusCommas)
        return document
    }
}

extension [UInt8] {
    /// Whether the bytes are valid UTF-8. Does not create a string.
    fileprivate var isUTF8: Bool { (try? UTF8Span(validating: span)) != nil }
}
