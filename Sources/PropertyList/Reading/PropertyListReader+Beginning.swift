extension PropertyListReader {
    /// How many bytes are enough for ``refusesAll(beginningWith:)``.
    package static let beginningSize = 4096

    /// Whether every file that begins with these bytes, at least some hundred, is refused by this reader and by that of JSON.
    ///
    /// If so, the reader refuses the beginning by itself with the same error. A stream without end, or a large file of another kind, need
    /// not be read any further.
    package static func refusesAll(beginningWith bytes: [UInt8]) -> Bool {
        if bytes.starts(with: "bplist".utf8) { return !bytes.starts(with: "bplist0".utf8) }
        guard let marked = MarkedText(bytes) else { return Beginning(bytes[...]).isRefused }
        // A character may be cut in two at the end.
        let (text, isValid) = marked.validPart
        return isValid || text.count + 8 >= bytes.count / 4 ? Beginning(text[...]).isRefused : true
    }
}

/// The beginning of a text in UTF-8.
private struct Beginning {
    private let text: ArraySlice<UInt8>

    init(_ text: ArraySlice<UInt8>) {
        self.text = text.dropFirst(text.starts(with: MarkedText.utf8Mark) ? MarkedText.utf8Mark.count : 0)
    }

    var isRefused: Bool {
        let significant = text.drop(while: TextForm.isBlank)
        // A character may be cut in two at the end.
        guard significant.count > 8, let first = significant.first else { return false }
        switch first {
        case UInt8(ascii: "<"): return TextForm.isXML(significant) && !beginsElement(significant.dropFirst())
        case UInt8(ascii: "{"), UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "\""), UInt8(ascii: "'"):
            return false
        case 0x80...: return !beginsWithBlank(significant)
        default: return isProse(significant)
        }
    }

    /// Whether a tag, a comment or an instruction can begin so, behind its `<`.
    private func beginsElement(_ text: ArraySlice<UInt8>) -> Bool {
        guard let first = text.first else { return true }
        let isLetter = first.isASCIILetter
        return isLetter || first == UInt8(ascii: "!") || first == UInt8(ascii: "?")
    }

    private func beginsWithBlank(_ text: ArraySlice<UInt8>) -> Bool {
        String(decoding: text.prefix(4), as: UTF8.self).unicodeScalars.first?.properties.isWhitespace ?? true
    }

    /// Whether text begins with a character that begins no value, or with a bare word that is neither a key nor all there is.
    private func isProse(_ text: ArraySlice<UInt8>) -> Bool {
        if text.starts(with: "//".utf8) || text.starts(with: "/*".utf8) { return false }
        let rest = text.drop { Unicode.Scalar($0).isBareStringCharacter }
        if rest.startIndex == text.startIndex { return true }
        guard let sign = rest.first(where: { !TextForm.isBlank($0) }), sign < 0x80 else { return false }
        return !"=;/".utf8.contains(sign)
    }
}
