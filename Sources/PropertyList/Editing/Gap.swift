/// The blanks, line ends and comments between two members of a container, or between a member and a bracket.
struct Gap {
    let range: Range<Int>
    /// Whether there are only blanks on one line, or nothing.
    private(set) var isInline = true
    /// The first line end, or `nil` if something other than blanks and comments precedes it. The end of the text also
    /// ends a line.
    private(set) var firstLineEnd: Range<Int>?
    /// The start of the line on which the gap ends, or `nil` if something precedes on the line.
    private(set) var lastLine: Int?
    /// The start of the last line, or of the comments directly above it. Such comments have lines of their own, and no
    /// blank line follows. Comments at the start of the text belong to the file.
    private(set) var block: Int?

    /// The parts of a gap.
    private enum Piece {
        case blank
        case lineEnd
        case comment
        /// A comment of several lines.
        case longComment
        /// A processing instruction, or other text. It belongs to no member.
        case other
    }

    init(_ text: [UInt8], _ range: Range<Int>, _ syntax: LayoutSyntax) {
        self.range = range
        let start = text.startBehindMark
        var line = range.lowerBound == start ? start : nil
        var (hasComment, hasOther, isFirstLine) = (false, false, true)
        var index = range.lowerBound
        while index < range.upperBound {
            let (piece, end) = Self.piece(text, index..<range.upperBound, syntax)
            switch piece {
            case .blank: break
            case .comment, .longComment: hasComment = true
            case .other: hasOther = true
            case .lineEnd:
                if isFirstLine { firstLineEnd = index..<end }
                block = hasComment && !hasOther ? block ?? line : nil
                (line, hasComment, hasOther) = (end, false, false)
            }
            if piece != .blank { isInline = false }
            if piece != .blank, piece != .comment { isFirstLine = false }
            index = end
        }
        if isFirstLine, index == text.count { firstLineEnd = index..<index }
        lastLine = hasComment || hasOther ? nil : line
        block = lastLine == nil || block == start ? lastLine : block ?? lastLine
    }

    private static func piece(_ text: [UInt8], _ rest: Range<Int>, _ syntax: LayoutSyntax) -> (Piece, end: Int) {
        let start = rest.lowerBound
        switch text[start] {
        case UInt8(ascii: "\r"), UInt8(ascii: "\n"): return (.lineEnd, text.lineEnd(at: start).upperBound)
        // The bytes beyond ASCII are U+2028 and U+2029.
        case UInt8(ascii: " "), UInt8(ascii: "\t"), 0x0B, 0x0C, 0x80...: return (.blank, start + 1)
        case let first:
            if let end = Comments.endOfComment(in: text, rest, syntax) {
                return (text[start..<end].contains(where: \.isLineEnd) ? .longComment : .comment, end)
            }
            return (.other, first == UInt8(ascii: "<") ? text[rest].dropFirst(2).end(of: "?>") : start + 1)
        }
    }
}

extension UInt8 {
    var isQuote: Bool { self == UInt8(ascii: "\"") || self == UInt8(ascii: "'") }
}

extension [UInt8] {
    /// Returns the range of the line end at an offset.
    func lineEnd(at index: Int) -> Range<Int> {
        let isPair = self[index...].starts(with: "\r\n".utf8)
        return index..<index + (isPair ? 2 : 1)
    }
}
