/// The brackets of an invalid text, whose indentation shows which bracket is not closed.
///
/// If a closing bracket is missing, the closing brackets behind it close the wrong containers, and the reader finds the
/// error much later. The first closing bracket that is indented less than the line of its opening bracket shows where
/// the closing bracket is missing. Text that is not indented gives no result.
///
/// Brackets are passed in the order of the text, so that each line is scanned once.
struct OpenBrackets {
    private struct Opener {
        let offset: Int
        /// The indentation of the line that contains the bracket.
        let indentation: Int
        /// The indentation of the first member that begins a line.
        var memberIndentation: Int?
    }

    private let bytes: [UInt8]
    private var openers: [Opener] = []
    /// The number of bytes that were searched for the beginnings of lines.
    private var scanned = 0
    private var lineStart = 0
    /// The indentation of the line that begins at `lineStart`, or `nil` until it is counted.
    private var lineIndentation: Int?
    /// The offset of the first bracket that is probably not closed.
    private(set) var unclosed: Int?

    /// - Parameter bytes: The text in UTF-8, at least up to the end of the brackets.
    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    mutating func open(at offset: Int) {
        note(memberAt: offset)
        openers.append(Opener(offset: offset, indentation: indentation(ofLineAt: offset)))
    }

    mutating func close(at offset: Int) {
        guard let opener = openers.popLast(), unclosed == nil else { return }
        if let own = indentation(ofFirst: offset), own < opener.indentation { unclosed = opener.offset }
    }

    /// Notes a member of the innermost container.
    mutating func note(memberAt offset: Int) {
        guard let last = openers.indices.last, openers[last].memberIndentation == nil else { return }
        openers[last].memberIndentation = indentation(ofFirst: offset)
    }

    /// Returns the offset of the innermost open bracket if a member that is not allowed there is indented like this
    /// bracket or less, and the other members are indented more.
    func bracket(beforeMemberAt offset: Int) -> Int? {
        guard let opener = openers.last, let own = indentation(ofFirst: offset) else { return nil }
        let isIndented = opener.memberIndentation.map { $0 > opener.indentation } ?? false
        return isIndented && own <= opener.indentation ? opener.offset : nil
    }

    /// Returns the offset of the innermost open bracket if it probably stands for a closing bracket.
    ///
    /// Such a bracket is indented like its container, whose members are indented more. It precedes a member that is not
    /// indented more than the bracket.
    func openerForCloser(beforeMemberAt offset: Int) -> Int? {
        guard let opener = openers.last, opener.memberIndentation == nil, let container = openers.dropLast().last,
            let own = indentation(ofFirst: offset), own <= opener.indentation,
            indentation(ofFirst: opener.offset) == container.indentation
        else { return nil }
        let isIndented = container.memberIndentation.map { $0 > container.indentation } ?? false
        return isIndented ? opener.offset : nil
    }

    /// Returns the number of blanks at the beginning of the line that contains an offset.
    private mutating func indentation(ofLineAt offset: Int) -> Int {
        while scanned < offset {
            if bytes[scanned] == UInt8(ascii: "\n") { (lineStart, lineIndentation) = (scanned + 1, nil) }
            scanned += 1
        }
        let blanks = lineIndentation ?? bytes[lineStart..<offset].prefix { $0 == 0x20 || $0 == 0x09 }.count
        lineIndentation = blanks
        return blanks
    }

    /// Returns the indentation of a text that begins its line, or `nil` for other text.
    private func indentation(ofFirst offset: Int) -> Int? {
        var start = offset
        while start > 0, bytes[start - 1] == UInt8(ascii: " ") || bytes[start - 1] == UInt8(ascii: "\t") { start -= 1 }
        return start == 0 || bytes[start - 1] == UInt8(ascii: "\n") ? offset - start : nil
    }
}
