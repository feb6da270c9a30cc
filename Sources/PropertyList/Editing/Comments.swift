/// The comments of a text.
package enum Comments {
    /// Returns the comments of a file, in order and with their marks. A file without a layout has none.
    ///
    /// - Parameter isJSON: Whether the file was read as JSON.
    package static func all(in bytes: [UInt8], isJSON: Bool = false) -> [String] {
        guard let (text, syntax) = TextForm.text(of: bytes, isJSON: isJSON) else { return [] }
        if syntax == .oldStyle { return oldStyle(text) }
        var comments: [String] = []
        var index = 0
        while let start = text[index...].firstIndex(where: { "<\"/".utf8.contains($0) }) {
            index = start + 1
            if let end = endOfComment(in: text, start..<text.count, syntax) {
                index = end
                comments.append(String(decoding: text[start..<end], as: UTF8.self))
            } else if syntax == .json, text[start] == UInt8(ascii: "\"") {
                index = min(JSONTag.endOfString(in: text, from: start) + 1, text.count)
            } else if syntax == .xml, text[start...].starts(with: "<![CDATA[".utf8) {
                index = text[(start + 9)...].end(of: "]]>")
            }
        }
        return comments
    }

    private static func oldStyle(_ text: [UInt8]) -> [String] {
        var comments: [String] = []
        var scanner = OldStyleScanner(text)
        while true {
            let start = scanner.index
            let next = scanner.nextSignificant()
            comments += oldStyle(text, inGap: start..<scanner.index)
            guard let next else { return comments }
            if (try? scanner.string()) ?? nil == nil { scanner.pass(next) }
        }
    }

    /// Returns the comments in a range that consists of blanks and comments.
    private static func oldStyle(_ text: [UInt8], inGap gap: Range<Int>) -> [String] {
        var comments: [String] = []
        var index = gap.lowerBound
        while let start = text[index..<gap.upperBound].firstIndex(of: UInt8(ascii: "/")),
            let end = endOfComment(in: text, start..<gap.upperBound, .oldStyle)
        {
            comments.append(String(decoding: text[start..<end], as: UTF8.self))
            index = end
        }
        return comments
    }

    /// Returns the end of the comment with which a range of a text begins, or `nil` if it begins with something else.
    /// An unclosed comment ends with the range.
    static func endOfComment(in text: [UInt8], _ range: Range<Int>, _ syntax: LayoutSyntax) -> Int? {
        let rest = text[range]
        switch syntax {
        case .xml: return rest.starts(with: "<!--".utf8) ? rest.dropFirst(4).end(of: "-->") : nil
        case .oldStyle:
            if rest.starts(with: "/*".utf8) { return rest.dropFirst(2).end(of: "*/") }
            guard rest.starts(with: "//".utf8) else { return nil }
            var scanner = OldStyleScanner(text)
            scanner.index = range.lowerBound
            scanner.skipLineComment()
            return min(scanner.index, range.upperBound)
        case .json: return JSONScanner.endOfComment(in: rest)
        }
    }
}
