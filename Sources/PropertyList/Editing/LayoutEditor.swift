/// An editor that changes values in a text and keeps the other bytes of the text.
///
/// Comments, the order of keys, indentation, line ends, quotes and the encoding stay as they are. Only the bytes of the
/// changed values, keys and members are replaced.
///
/// If a key occurs several times in a dictionary, its value is that of the last occurrence. A change of the value
/// changes this occurrence. A deleted or renamed key is deleted or renamed at all occurrences.
package enum LayoutEditor {
    /// Returns the bytes of a file after a change of its value.
    ///
    /// The result is read again. It has exactly the new value. If the values are equal, the result is equal to the
    /// input.
    ///
    /// - Parameters:
    ///   - bytes: The contents of a file, in XML, in the old style or in JSON.
    ///   - document: The document in these bytes.
    ///   - elements: Its elements, as ``PropertyListReader/readWithElements(_:)`` or
    ///     ``JSONReader/readWithElements(_:as:)`` returns them.
    ///   - value: The new value.
    ///   - comments: Comments to insert with new members of dictionaries.
    ///   - movesLiterals: Whether new values may contain ``OpaqueLiteral``, and replace them.
    /// - Returns: The bytes, or `nil` if the whole file must be written instead: if it is binary, if its XML declares
    ///   an encoding other than UTF-8 and is not also valid UTF-8 with the same meaning, or if the place of the change
    ///   has an unusual form.
    /// - Throws: ``PropertyListError`` if the format does not represent a new value or key, or a null would change. A
    ///   whole file cannot represent it either.
    package static func edited(
        _ bytes: [UInt8], from document: PropertyListDocument, _ elements: RecordedElements?,
        to value: PropertyListValue, with comments: MemberComments? = nil, movesLiterals: Bool = false
    ) throws(PropertyListError) -> [UInt8]? {
        guard let change = PropertyListChange(from: document.value, to: value) else { return bytes }
        guard let elements, let (text, syntax) = TextForm.text(of: bytes, isJSON: document.json != nil) else {
            return nil
        }
        try change.validate(
            in: document.json.map { .json($0, movesLiterals: movesLiterals) } ?? .format(document.format))
        let marked = document.json == nil ? MarkedText(bytes) : nil
        guard marked != nil || text == bytes else { return nil }
        var edits = LayoutEdits(text, syntax, elements, hasTags: document.json?.hasTags ?? false)
        edits.apply(change, with: comments)
        let newText = edits.applied()
        let result = marked?.encoded(newText) ?? newText
        guard let read = try? document.reread(result), read.value == value,
            read.duplicateKeys.isEmpty || !document.duplicateKeys.isEmpty
        else { return nil }
        return result
    }
}

extension PropertyListDocument {
    /// Reads new bytes of the same file.
    fileprivate func reread(_ bytes: [UInt8]) throws(PropertyListError) -> PropertyListDocument {
        guard let json else { return try PropertyListReader.read(bytes) }
        return try JSONReader.read(bytes, to: .change, as: json.kind)
    }
}
