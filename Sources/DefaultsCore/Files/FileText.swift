package import Foundation

/// The bytes of a file, and the property list or JSON in them.
package struct FileText {
    package let bytes: [UInt8]
    package let document: PropertyListDocument
    /// The places of the values, or `nil` in a binary file and if only the document is needed.
    package let elements: RecordedElements?

    package init(bytes: [UInt8], document: PropertyListDocument, elements: RecordedElements?) {
        (self.bytes, self.document, self.elements) = (bytes, document, elements)
    }
}

extension DomainFile {
    /// The new bytes of a file, and the part of the old file that they lack.
    package typealias Encoded = (data: Data, loss: LayoutPolicy.Loss?)

    /// Returns the new bytes of a file outside the base folders. If the file has a layout of its own, the bytes keep
    /// it.
    ///
    /// - Parameters:
    ///   - policy: The policy for the layout. Without a policy, a layout that cannot be kept is lost, except that of
    ///     JSON.
    ///   - acceptsLoss: Whether comments that cannot be kept may be lost, even if the policy keeps them.
    ///   - comments: Comments to insert with new members of dictionaries, if the layout is kept.
    ///   - movesLiterals: Whether literals of JSON that no value holds may replace values.
    /// - Throws: An error if the value cannot be stored, or if the change would lose something that the policy keeps.
    package func encoded(
        _ value: PropertyListValue, over text: FileText, _ policy: LayoutPolicy?, acceptsLoss: Bool = false,
        with comments: MemberComments? = nil, movesLiterals: Bool = false
    ) throws(PreferencesError) -> Encoded {
        let document = text.document
        let rewrites = policy?.rewrites ?? false
        // A file as this package writes it has no layout of its own.
        let hasLayout =
            !rewrites && document.format != .binary
            && (comments != nil || document.json != nil
                || !OwnLayout.isLayout(of: text.bytes, document.value, document.format))
        do throws(PropertyListError) {
            if !hasLayout, let json = document.json {
                return (Data(try JSONWriter.file(value, json).utf8), document.hasComments ? .comments : nil)
            }
            if hasLayout {
                // Unchanged values keep their bytes, so the format need not be able to represent them exactly.
                let bytes = try LayoutEditor.edited(
                    text.bytes, from: document, text.elements, to: value, with: comments, movesLiterals: movesLiterals)
                if let bytes { return (Data(bytes), nil) }
                // JSON is never written as a property list.
                guard document.json == nil else {
                    throw PropertyListError(
                        .notWritten(nil, reason: "the layout at the place of the change cannot be kept"))
                }
            }
        } catch {
            throw PreferencesError(.unstorable(path: path, error))
        }
        // It is certain that a file without keys keeps none of several values.
        if !rewrites, value != .dictionary([:]), let key = document.duplicateKeys.first {
            throw PreferencesError(.duplicateKey(path: path, key))
        }
        guard hasLayout else {
            return try encoded(
                value, format: document.format, losing: document.commentFormat == .xml ? .comments : nil)
        }
        var encoded = try encoded(value, format: document.format)
        encoded.loss =
            document.hasComments
            ? .comments : .layout(changed: OwnLayout.changes(of: text.bytes, text.elements, to: Array(encoded.data)))
        if !acceptsLoss, let refusal = policy?.refusal(ofCommentsIn: document.commentFormat, at: path) { throw refusal }
        return encoded
    }
}
