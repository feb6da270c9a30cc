/// The comments on the members of a dictionary, by their keys.
package struct MemberComments: Sendable {
    /// The lines directly above the member, without their indentation.
    private(set) var above: [String] = []
    /// The text behind the member on its last line, or an empty text.
    private(set) var behind = ""
    private var members: [ExactName: MemberComments] = [:]

    /// Whether there are no comments on a member or in it.
    private var isEmpty: Bool { above.isEmpty && behind.isEmpty && members.isEmpty }

    /// Returns the comments on the value of a key, and in it.
    subscript(key: String) -> MemberComments? { members[ExactName(key)] }

    /// Returns the comments on the members of dictionaries in a text, or `nil` if there are none.
    ///
    /// - Parameters:
    ///   - elements: The elements of the text.
    ///   - isJSON: Whether the text was read as JSON.
    package static func all(in bytes: [UInt8], _ elements: RecordedElements, isJSON: Bool) -> MemberComments? {
        guard let (text, syntax) = TextForm.text(of: bytes, isJSON: isJSON) else { return nil }
        let edits = LayoutEdits(text, syntax, elements)
        let comments = MemberComments(of: elements.count - 1, edits.rootRange, edits)
        return comments.isEmpty ? nil : comments
    }

    private init(of element: Int, _ range: Range<Int>, _ edits: LayoutEdits) {
        // Determining the place of a member takes time, and the gaps do not depend on it.
        let place = LayoutPlace(indent: "", lineEnd: "", unit: "", quotes: LayoutQuotes())
        let container = edits.container(element, range, place, nil)
        for (index, member) in container.members.enumerated() {
            guard let key = member.key else { continue }
            var comments = MemberComments(of: member.element, member.value, edits)
            let (before, behind) = edits.gaps(around: index, in: container)
            if let block = before.block, let line = before.lastLine, block < line {
                comments.above = Self.lines(of: edits.string(block..<line), indent: edits.string(line..<member.start))
            }
            if let end = behind.firstLineEnd, end.lowerBound > behind.range.lowerBound {
                let text = edits.string(behind.range.lowerBound..<end.lowerBound)
                if !text.utf8.allSatisfy(\.isXMLBlank) { comments.behind = text }
            }
            if !comments.isEmpty { members[ExactName(edits.key(at: key))] = comments }
        }
    }

    /// Returns lines without an indentation.
    private static func lines(of text: String, indent: String) -> [String] {
        text.utf8.split(whereSeparator: \.isLineEnd).map { line in
            let text = String(decoding: line, as: UTF8.self)
            if text.hasScalarPrefix(indent) { return text.droppingScalarPrefix(indent) }
            return String(decoding: line.drop(while: \.isXMLBlank), as: UTF8.self)
        }
    }
}
