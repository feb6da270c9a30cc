/// A place in a text of the old style: the character there, those that mean something, and how a fault there is told.
struct OldStyleScanner {
    /// The text in UTF-8.
    private let bytes: [UInt8]
    /// The place, in bytes.
    var index: Int

    /// Where the text begins, behind a byte order mark.
    private let start: Int
    /// Where a comment begins that the text does not close.
    private(set) var openComment: Int?

    /// Begins with a text in UTF-8, which must be valid.
    init(_ text: [UInt8]) {
        bytes = text
        start = text.starts(with: UTF8.byteOrderMark) ? UTF8.byteOrderMark.count : 0
        index = start
    }

    /// The character that begins here.
    var current: Unicode.Scalar? {
        guard let lead = byte(at: index) else { return nil }
        if lead < 0x80 { return Unicode.Scalar(lead) }
        // The text is valid: the lead tells how many bytes follow, with six bits each.
        let length = (~lead).leadingZeroBitCount
        let bits = (1..<length).reduce(UInt32(lead) & (0x7F >> UInt32(length))) { bits, place in
            bits << 6 | UInt32(byte(at: index + place) ?? 0) & 0x3F
        }
        return Unicode.Scalar(bits) ?? "\u{FFFD}"
    }

    /// Goes on behind the character, which is the one that begins here.
    mutating func pass(_ scalar: Unicode.Scalar) {
        index += UTF8.width(scalar)
    }

    /// The byte at a place; nil behind the end.
    func byte(at index: Int) -> UInt8? {
        index < bytes.count ? bytes[index] : nil
    }

    /// Passes over blanks and comments, and tells the character that follows.
    mutating func nextSignificant() -> Unicode.Scalar? {
        while let scalar = current {
            let next = scalar == "/" ? byte(at: index + 1) : nil
            if scalar.isOldStyleBlank {
                pass(scalar)
            } else if next == UInt8(ascii: "/") {
                while let scalar = current, !scalar.endsLine { pass(scalar) }
            } else if next == UInt8(ascii: "*") {
                skipComment()
            } else {
                return scalar
            }
        }
        return nil
    }

    /// Passes over a comment, or to the end of the text where it is not closed.
    private mutating func skipComment() {
        let start = index
        index += 2
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "*"), byte(at: index + 1) == UInt8(ascii: "/") {
                index += 2
                return
            }
            index += 1
        }
        index = bytes.count
        openComment = start
    }

    /// What is wrong here, or at another place.
    func fault(_ reason: String, at place: Int? = nil) -> PropertyListError {
        let before = bytes[..<min(place ?? index, bytes.count)]
        return .malformed(.openStep, reason: reason, position: PropertyListError.Position(behind: before))
    }
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
