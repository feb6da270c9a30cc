extension String {
    /// The number of columns that the text takes on a terminal.
    package var columnCount: Int { reduce(0) { $0 + $1.columnCount } }

    /// Returns the text, or a beginning of it and an ellipsis if it takes more columns than the limit.
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
    /// The number of columns that the character takes: the most that one of its scalars takes.
    fileprivate var columnCount: Int { unicodeScalars.lazy.map(\.columnCount).max() ?? 0 }
}

extension Unicode.Scalar {
    /// The characters of East Asian scripts that take two columns, without unassigned ones between them.
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
