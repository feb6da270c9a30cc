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
        /// The file is binary or JSON, which have no layout to keep.
        case format
        /// The XML declares an encoding other than UTF-8, and the text is not also valid UTF-8 with the same meaning.
        case encoding
        /// The format does not represent a new value or key. A whole file cannot represent it either.
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
    ///   - bytes: The contents of a file, in XML or in the old style.
    ///   - document: The result of ``PropertyListReader/read(_:)`` for these bytes.
    ///   - elements: The elements that ``PropertyListReader/readWithElements(_:)`` returns for these bytes.
    ///   - value: The new value.
    ///   - comments: Comments to insert with new members of dictionaries.
    package static func edited(
        _ bytes: [UInt8], from document: PropertyListDocument, _ elements: RecordedElements?,
        to value: PropertyListValue, with comments: MemberComments? = nil
    ) throws(Refusal) -> [UInt8] {
        guard let change = PropertyListChange(from: document.value, to: value) else { return bytes }
        guard let elements, let (text, syntax) = TextForm.text(of: bytes) else { throw .format }
        do throws(PropertyListError) {
            try change.validate(in: document.format)
        } catch {
            throw .inexact(error)
        }
        let marked = MarkedText(bytes)
        guard marked != nil || text == bytes else { throw .encoding }
        var edits = LayoutEdits(text, syntax, elements)
        edits.apply(change, with: comments)
        let newText = edits.applied()
        let result = marked?.encoded(newText) ?? newText
        guard let read = try? PropertyListReader.read(result), read.value == value,
            read.duplicateKeys.isEmpty || !document.duplicateKeys.isEmpty
        else { throw .otherValue }
        return result
    }
}
