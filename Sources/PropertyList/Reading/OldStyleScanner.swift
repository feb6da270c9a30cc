/// A scanner for the old text format: characters, blanks, comments and error positions.
struct OldStyleScanner {
    /// The text in UTF-8.
    let text: [UInt8]
    /// The offset of the current character, in text.
    var index: Int

    /// The offset of the first character behind a byte order mark.
    private let start: Int
    /// The offset of an unclosed comment.
    private(set) var openComment: Int?
    /// Whether a comment was skipped.
    private(set) var hasComments = false
    /// The range of the last blanks and comments that were skipped.
    private var gap = 0..<0
    /// The offset of the last string that was read.
    var stringStart = 0

    /// Creates a scanner for valid UTF-8.
    init(_ text: [UInt8]) {
        self.text = text
        start = text.startBehindMark
        index = start
    }

    /// The scalar at the current offset, or `nil` at the end.
    var current: Unicode.Scalar? {
        guard let lead = byte(at: index) else { return nil }
        if lead < 0x80 { return Unicode.Scalar(lead) }
        // The text is valid UTF-8, so the first byte gives the number of text. The others hold six bits each.
        let length = (~lead).leadingZeroBitCount
        let bits = (1..<length).reduce(UInt32(lead) & (0x7F >> UInt32(length))) { bits, place in
            bits << 6 | UInt32(byte(at: index + place) ?? 0) & 0x3F
        }
        return Unicode.Scalar(bits) ?? "\u{FFFD}"
    }

    /// Moves behind the current scalar.
    mutating func pass(_ scalar: Unicode.Scalar) {
        index += UTF8.width(scalar)
    }

    /// Returns the byte at an offset, or `nil` behind the end.
    func byte(at index: Int) -> UInt8? {
        index < text.count ? text[index] : nil
    }

    /// Skips blanks and comments and returns the scalar that follows.
    @inline(__always)
    mutating func nextSignificant() -> Unicode.Scalar? {
        let start = index
        while index < text.count, text[index].isOldStyleBlank { index += 1 }
        // Most texts have neither comments nor blanks beyond ASCII.
        guard index < text.count, text[index] < 0x80, text[index] != UInt8(ascii: "/") else {
            return nextBehindComments(from: start)
        }
        if index > start { gap = start..<index }
        return Unicode.Scalar(text[index])
    }

    /// Skips comments and further blanks and returns the scalar that follows.
    ///
    /// - Parameter start: The offset at which the blanks begin.
    private mutating func nextBehindComments(from start: Int) -> Unicode.Scalar? {
        defer { if index > start { gap = start..<index } }
        while let scalar = current {
            let next = scalar == "/" ? byte(at: index + 1) : nil
            if scalar.isOldStyleBlank {
                pass(scalar)
            } else if next == UInt8(ascii: "/") {
                hasComments = true
                skipLineComment()
            } else if next == UInt8(ascii: "*") {
                skipComment()
            } else {
                return scalar
            }
        }
        return nil
    }

    /// Skips a comment that ends with its line.
    mutating func skipLineComment() {
        while let scalar = current, !scalar.endsLine { pass(scalar) }
    }

    /// Skips a comment, or the rest of the text if the comment is unclosed.
    private mutating func skipComment() {
        let start = index
        hasComments = true
        index += 2
        while index < text.count {
            if text[index] == UInt8(ascii: "*"), byte(at: index + 1) == UInt8(ascii: "/") {
                index += 2
                return
            }
            index += 1
        }
        index = text.count
        openComment = start
    }

    /// The end of the text before the current offset, without the blanks and comments behind it.
    var endOfPreviousToken: Int { gap.upperBound == index ? gap.lowerBound : index }

    /// Returns a parse error at an offset. The default is the current offset.
    func parseError(_ reason: String, at place: Int? = nil) -> PropertyListError {
        let before = text[..<min(place ?? index, text.count)]
        return PropertyListError(
            .malformed(.openStep, reason: reason, position: PropertyListError.Position(behind: before)))
    }
}

extension UInt8 {
    @inline(__always)
    fileprivate var isOldStyleBlank: Bool { self == UInt8(ascii: " ") || 0x09...0x0D ~= self }
}

extension Unicode.Scalar {
    fileprivate var isOldStyleBlank: Bool {
        switch self {
        case "\u{09}"..."\u{0D}", " ", "\u{2028}", "\u{2029}": true
        default: false
        }
    }

    fileprivate var endsLine: Bool {
        self == "\n" || self == "\r" || self == "\u{2028}" || self == "\u{2029}"
    }
}
