extension String {
    /// The number of columns that the text takes on a terminal.
    package var columnCount: Int { reduce(0) { $0 + $1.columnCount } }

    /// Returns the text. If it takes more columns than the limit, returns its beginning and an ellipsis.
    package func shortened(toColumns limit: Int) -> String {
        if columnCount <= limit { return self }
        var rest = limit - 1
        let start = prefix { character in
            rest -= character.columnCount
            return rest >= 0
        }
        return start + "…"
    }
}

extension Character {
    /// The number of columns that the character takes. This is the maximum of its scalars.
    fileprivate var columnCount: Int { unicodeScalars.lazy.map(\.columnCount).max() ?? 0 }
}

extension Unicode.Scalar {
    /// The code points of East Asian scripts whose characters take two columns. Unassigned code points between them are
    /// included.
    private static let wideRanges: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF,
        0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD,
    ]

    fileprivate var columnCount: Int {
        if isASCII { return 1 }
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: break
        }
        if properties.isEmojiPresentation || Self.wideRanges.contains(where: { $0.contains(value) }) { return 2 }
        return 1
    }
}
