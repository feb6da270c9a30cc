/// The comments of a text.
package enum Comments {
    /// Returns the comments of a file, in order and with their marks. A file without a layout has none.
    package static func all(in bytes: [UInt8]) -> [String] {
        switch try? TextForm.of(bytes) {
        case .xml(let text)?: all(in: text, .xml)
        case .oldStyle(let text)?: all(in: text, .oldStyle)
        case .binary?, nil: []
        }
    }

    /// Returns the comments of a text in UTF-8, in order and with their marks.
    static func all(in text: [UInt8], _ syntax: LayoutSyntax) -> [String] {
        switch syntax {
        case .xml: xml(text)
        case .oldStyle: oldStyle(text)
        }
    }

    private static func xml(_ text: [UInt8]) -> [String] {
        var comments: [String] = []
        var index = 0
        while let start = text[index...].firstIndex(of: UInt8(ascii: "<")) {
            index = start + 1
            if text[start...].starts(with: "<!--".utf8) {
                index = text[min(start + 4, text.count)...].end(of: "-->")
                comments.append(String(decoding: text[start..<index], as: UTF8.self))
            } else if text[start...].starts(with: "<![CDATA[".utf8) {
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
            comments += oldStyle(inGap: text[start..<scanner.index])
            guard let next else { return comments }
            if (try? scanner.string()) ?? nil == nil { scanner.pass(next) }
        }
    }

    /// Returns the comments in text that consists of blanks and comments.
    private static func oldStyle(inGap gap: ArraySlice<UInt8>) -> [String] {
        var comments: [String] = []
        var index = gap.startIndex
        while let start = gap[index...].firstIndex(of: UInt8(ascii: "/")) {
            let isLine = gap[start...].starts(with: "//".utf8)
            index =
                isLine
                ? gap[start...].firstIndex(where: \.isLineEnd) ?? gap.endIndex
                : gap[min(start + 2, gap.endIndex)...].end(of: "*/")
            comments.append(String(decoding: gap[start..<index], as: UTF8.self))
        }
        return comments
    }
}
