/// An editor that changes values in a text and keeps the other bytes of the text.
///
/// Comments, the order of keys, indentation, line ends, quotes and the encoding stay as they are. Only the bytes of the
/// changed values, keys and members are replaced.
///
/// If a key occurs several times in a dictionary, its value is that of the last occurrence. A change of the value
/// changes this occurrence. A deleted or renamed key is deleted or renamed at all occurrences.
package enum LayoutEditor {
    /// A reason why a text cannot be edited. The whole file must be written instead.
    package enum Refusal: Error, Hashable, Sendable {
        /// The file is binary, which has no layout to keep.
        case format
        /// The XML declares an encoding other than UTF-8, and the text is not also valid UTF-8 with the same meaning.
        case encoding
        /// The format does not represent a new value or key, or a null would change. A whole file cannot represent it
        /// either.
        case inexact(PropertyListError)
        /// The edited text does not have the intended value, because the place of the change has an unusual form.
        case otherValue
    }

    /// Returns the bytes of a file after a change of its value.
    ///
    /// The result is read again. It has exactly the new value. If the values are equal, the result is equal to the
    /// input.
    ///
    /// - Parameters:
    ///   - bytes: The contents of a file, in XML, in the old style or in JSON.
    ///   - document: The document in these bytes.
    ///   - elements: Its elements, as ``PropertyListReader/readWithElements(_:)`` or
    ///     ``JSONReader/readToChange(_:as:recordsElements:)`` returns them.
    ///   - value: The new value.
    ///   - comments: Comments to insert with new members of dictionaries.
    ///   - movesLiterals: Whether new values may contain ``OpaqueLiteral``, and replace them.
    package static func edited(
        _ bytes: [UInt8], from document: PropertyListDocument, _ elements: RecordedElements?,
        to value: PropertyListValue, with comments: MemberComments? = nil, movesLiterals: Bool = false
    ) throws(Refusal) -> [UInt8] {
        guard let change = PropertyListChange(from: document.value, to: value) else { return bytes }
        guard let elements, let (text, syntax) = TextForm.text(of: bytes, isJSON: document.json != nil) else {
            throw .format
        }
        do throws(PropertyListError) {
            try change.validate(
                in: document.json.map { .json($0, movesLiterals: movesLiterals) } ?? .format(document.format))
        } catch {
            throw .inexact(error)
        }
        let marked = document.json == nil ? MarkedText(bytes) : nil
        guard marked != nil || text == bytes else { throw .encoding }
        var edits = LayoutEdits(text, syntax, elements)
        edits.hasTags = document.json?.hasTags ?? false
        edits.apply(change, with: comments)
        let newText = edits.applied()
        let result = marked?.encoded(newText) ?? newText
        guard let read = try? document.reread(result), read.value == value,
            read.duplicateKeys.isEmpty || !document.duplicateKeys.isEmpty
        else { throw .otherValue }
        return result
    }
}

extension PropertyListDocument {
    /// Reads new bytes of the same file.
    fileprivate func reread(_ bytes: [UInt8]) throws(PropertyListError) -> PropertyListDocument {
        guard let json else { return try PropertyListReader.read(bytes) }
        return try JSONReader.readToChange(bytes, as: json.kind, recordsElements: false).document
    }
}
